'use client';

import type { Run } from '@proofload/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-state';
import { SelectField } from '@/components/ui/field';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';
import { runKey } from '../runs/use-live-run';
import { experimentQuery } from '../series/limit-source';
import { evaluationJobQuery } from './evaluation-queries';
import { sayOutcome } from './say-evaluation';

/** Evaluates this run with a version of its experiment, and shows it with the results when they are there. */
export function EvaluateRun({ run, name }: { run: Run; name: string }) {
  const client = useQueryClient();
  const router = useRouter();
  const { data: newest } = useQuery({ ...experimentQuery(name, null), staleTime: 5_000 });
  const [chosen, setChosen] = useState<number | null>(null);
  const ask = useMutation({
    mutationFn: (version: number) =>
      callApi(`/experiments/${name}/evaluate`, answers.evaluationJob, {
        method: 'POST',
        body: { version, runs: [run.id] },
      }),
  });
  const { data: job = ask.data, error } = useQuery({
    ...evaluationJobQuery(ask.data?.id ?? ''),
    enabled: ask.data !== undefined && ask.data.status === 'running',
  });
  const isDone = job !== undefined && job.status !== 'running';
  const hasResults = isDone && job.counts.evaluated > 0;
  useEffect(() => {
    if (!hasResults) return;
    void client.invalidateQueries({ queryKey: runKey(run.id) });
    router.refresh();
  }, [hasResults, run.id, client, router]);
  if (!newest) return null;
  const version = chosen ?? newest.latestVersion;
  const isBusy = ask.isPending || (job !== undefined && !isDone) || hasResults;
  return (
    <form
      className="space-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        ask.mutate(version);
      }}
    >
      <div className="flex flex-wrap items-end gap-3">
        <div className="w-72 max-w-full">
          <SelectField
            label="Evaluate again with"
            value={version}
            onChange={(event) => setChosen(Number(event.target.value))}
          >
            {newest.versions.map((each) => (
              <option key={each.version} value={each.version}>
                version {each.version}
                {each.version === newest.latestVersion && ', the newest'}
                {each.version === run.evaluatedVersion && ', as now'}
              </option>
            ))}
          </SelectField>
        </div>
        <Button type="submit" disabled={isBusy} className="mb-5">
          {isBusy ? 'Evaluating…' : 'Evaluate'}
        </Button>
      </div>
      <p role="status" className="text-muted empty:hidden">
        {isDone && !hasResults && `${sayOutcome(job)}.`}
        {isDone && job.notes.map(({ note }) => ` ${note}.`)}
      </p>
      {ask.isError && <ErrorNote error={ask.error} />}
      {error && <ErrorNote error={error} />}
    </form>
  );
}
