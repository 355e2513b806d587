import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '@/features/api/api-error';

/** What went wrong, in place: the sentence, each wrong field, and the id to ask about. */
export function ErrorNote({ error }: { error: unknown }) {
  const problem = error instanceof ApiError ? error.problem : null;
  const message = problem?.detail ?? (error instanceof Error ? error.message : 'Something went wrong');
  return (
    <div role="alert" className="flex gap-2 rounded-md bg-breach-soft px-3 py-2 text-breach">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 space-y-1">
        <p>{message}</p>
        {problem?.errors && problem.errors.length > 0 && (
          <ul className="list-disc space-y-0.5 pl-4">
            {problem.errors.map((field) => (
              <li key={`${field.field}${field.message}`} className="break-words">
                <code className="font-mono text-xs">{field.field}</code>
                {field.line !== undefined && ` (line ${field.line})`}: {field.message}
              </li>
            ))}
          </ul>
        )}
        {problem && <p className="text-xs opacity-80">Request {problem.requestId}</p>}
      </div>
    </div>
  );
}

/** A page or panel that could not be shown. */
export function ErrorState({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-prose space-y-3 px-4 py-16">
      <h1>{title}</h1>
      <div className="space-y-3 text-muted">{children}</div>
    </div>
  );
}
