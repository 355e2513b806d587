import { TriangleAlert } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { type JudgedRun, limitsOf } from './validity';

/** Marks a run that completed under limits, with the reasons; nothing where there are none. */
export function ValidityBadge({ run }: { run: JudgedRun }) {
  const limits = limitsOf(run);
  // The outcome says it already.
  if (run.outcome === 'limited' || limits.length === 0) return null;
  return (
    <Badge look="outlined" icon={TriangleAlert} tone="warn" title={limits.join('; ')}>
      limited
    </Badge>
  );
}

/** All that was found of how far a run can be believed, the limits first. */
export function ValidityNote({ run }: { run: JudgedRun }) {
  const { validity = [] } = run;
  if (validity.length === 0) return null;
  const inOrder = [...validity].sort((a, b) => Number(b.limits) - Number(a.limits));
  return (
    <section
      aria-label="How far this run can be believed"
      className="flex gap-2 rounded-md bg-warn-soft px-3 py-2 text-warn"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 space-y-0.5">
        {limitsOf(run).length > 0 && (
          <p className="font-medium">
            This run is limited: comparisons leave it out of means unless they are told to count it.
          </p>
        )}
        <ul className="space-y-0.5">
          {inOrder.map(({ kind, limits, message }) => (
            <li key={`${kind} ${message}`} className="break-words">
              {limits ? 'Limit: ' : 'Note: '}
              {message}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
