'use client';

import type { Draft, DraftEvaluation } from '@proofload/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useMemo, useState } from 'react';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-state';
import { TextField } from '@/components/ui/field';
import { Skeleton } from '@/components/ui/skeleton';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';
import { CodeEditor } from '../experiments/code-editor';
import { useDebounced } from '../reader/use-debounced';
import { DraftBody } from './draft-body';
import { ProblemList } from './problem-list';

export interface DraftEditorProps {
  /** What is changed; null for a new draft. */
  draft: Pick<Draft, 'name' | 'source' | 'revision'> | null;
  initial: string;
}

/** A draft as text beside what it comes to. It can be saved whatever is wrong with its numbers. */
export function DraftEditor({ draft, initial }: DraftEditorProps) {
  const router = useRouter();
  const [name, setName] = useState(draft?.name ?? '');
  const [source, setSource] = useState(draft?.source ?? initial);
  const settled = useDebounced(source, 500);
  const check = useQuery({
    queryKey: ['draft', settled],
    queryFn: ({ signal }) =>
      callApi('/drafts/check', answers.draftEvaluation, {
        method: 'POST',
        body: { source: settled },
        signal,
      }),
    placeholderData: (previous) => previous,
    retry: false,
  });
  const save = useMutation({
    mutationFn: () =>
      callApi(`/drafts/${encodeURIComponent(name)}`, answers.draft, {
        method: 'PUT',
        body: { source, revision: draft?.revision ?? 0 },
      }),
    onSuccess: (saved) => {
      router.push(`/drafts/${saved.name}`);
      router.refresh();
    },
  });
  const marks = useMemo(
    () => check.data?.problems.map((problem) => ({ ...problem, severity: 'warning' as const })),
    [check.data],
  );
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <div className="space-y-3 xl:sticky xl:top-4">
        {draft === null && (
          <TextField
            label="Name"
            hint="Its address below /drafts: small letters, digits and hyphens"
            value={name}
            onChange={(event) => setName(event.target.value)}
            required
            maxLength={63}
          />
        )}
        <CodeEditor label="Draft in Markdown" value={source} onChange={setSource} marks={marks} />
        {save.isError && <ErrorNote error={save.error} />}
        <div className="flex flex-wrap items-center gap-2">
          <Button
            variant="primary"
            disabled={name.trim() === '' || save.isPending || save.isSuccess}
            onClick={() => save.mutate()}
          >
            {save.isPending ? 'Saving…' : draft === null ? 'Create draft' : 'Save draft'}
          </Button>
          {check.isFetching && <span className="text-muted">Working out numbers…</span>}
        </div>
      </div>
      <section aria-label="Preview" className="min-w-0 space-y-4">
        {check.isError ? (
          <ErrorNote error={check.error} />
        ) : check.data ? (
          <Preview evaluation={check.data} />
        ) : (
          <Skeleton className="h-96" />
        )}
      </section>
    </div>
  );
}

function Preview({ evaluation }: { evaluation: DraftEvaluation }) {
  return (
    <>
      <div aria-live="polite">
        <ProblemList problems={evaluation.problems} />
      </div>
      <h2 className="mx-auto max-w-[40rem] text-2xl text-balance">{evaluation.title}</h2>
      <DraftBody evaluation={evaluation} isLinked />
    </>
  );
}
