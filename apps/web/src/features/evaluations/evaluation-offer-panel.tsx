'use client';

import type { EvaluationJob, EvaluationOffer } from '@proofload/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-state';
import { Progress } from '@/components/ui/progress';
import { Skeleton } from '@/components/ui/skeleton';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';
import { evaluationOfferQuery } from './evaluation-queries';
import { sayChanges, sayOutcome, sayRuns } from './say-evaluation';

/** Which stored runs the newest version would give other results, and the way to have them. */
export function EvaluationOfferPanel({ name, version }: { name: string; version: number }) {
  const client = useQueryClient();
  const offer = useQuery(evaluationOfferQuery(name, version));
  const reread = () => client.invalidateQueries({ queryKey: ['evaluation-offer', name] });
  const ask = useMutation({
    mutationFn: () =>
      callApi(`/experiments/${name}/evaluate`, answers.evaluationJob, { method: 'POST', body: { version } }),
    onSuccess: reread,
  });
  const cancel = useMutation({
    mutationFn: (id: string) =>
      callApi(`/evaluations/${id}/cancel`, answers.evaluationJob, { method: 'POST' }),
    onSuccess: reread,
  });
  useRefreshAfter(offer.data?.job ?? null);
  if (offer.isPending) return <Skeleton className="h-12" />;
  if (offer.isError) return <ErrorNote error={offer.error} />;
  const { job, due } = offer.data;
  return (
    <div className="space-y-3 rounded-md border border-line bg-page p-3" data-testid="evaluation-offer">
      {job?.status === 'running' ? (
        <Running job={job} isCancelling={cancel.isPending} onCancel={() => cancel.mutate(job.id)} />
      ) : (
        <>
          <Offer offer={offer.data} />
          {due > 0 && (
            <Button disabled={ask.isPending} onClick={() => ask.mutate()}>
              {ask.isPending ? 'Asking…' : `Evaluate ${sayRuns(due)} with version ${version}`}
            </Button>
          )}
        </>
      )}
      {job && job.status !== 'running' && <Ended job={job} />}
      {ask.isError && <ErrorNote error={ask.error} />}
      {cancel.isError && <ErrorNote error={cancel.error} />}
    </div>
  );
}

/** The results elsewhere on the page are read again when the workers are done. */
function useRefreshAfter(job: EvaluationJob | null): void {
  const router = useRouter();
  const wasRunning = useRef(false);
  const isRunning = job?.status === 'running';
  useEffect(() => {
    if (wasRunning.current && !isRunning) router.refresh();
    wasRunning.current = isRunning;
  }, [isRunning, router]);
}

function Offer({ offer: { due, runs, version, from } }: { offer: EvaluationOffer }) {
  if (runs === 0) return <p>No finished run has results yet that version {version} could change.</p>;
  if (due === 0) {
    return (
      <p>
        {runs === 1 ? 'The finished run has' : `All ${runs} finished runs have`} the results that version{' '}
        {version} gives.
      </p>
    );
  }
  return (
    <>
      <p>
        {sayRuns(due)} of {runs} finished can be evaluated again with version {version}. Their present results
        are kept.
      </p>
      <ul className="space-y-0.5 text-muted">
        {from.map((group) => (
          <li key={group.version}>
            {sayRuns(group.runs)}{' '}
            {group.version === null ? 'without a version' : `by version ${group.version}`}
            {group.changes.length > 0 && `: ${sayChanges(group.changes)}`}
          </li>
        ))}
      </ul>
    </>
  );
}

function Running({
  job: { version, counts },
  isCancelling,
  onCancel,
}: {
  job: EvaluationJob;
  isCancelling: boolean;
  onCancel(): void;
}) {
  const done = counts.total - counts.pending;
  const label = `${done} of ${counts.total} runs done`;
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p aria-live="polite">
          Evaluating with version {version}: <span className="tabular">{label}</span>
        </p>
        <Button size="small" disabled={isCancelling} onClick={onCancel}>
          {isCancelling ? 'Stopping…' : 'Stop here'}
        </Button>
      </div>
      <Progress value={done} max={counts.total} label={label} />
    </div>
  );
}

function Ended({ job }: { job: EvaluationJob }) {
  const { notes, counts, version } = job;
  const left = counts.kept + counts.failed - notes.length;
  return (
    <div role="status" className="space-y-1 text-muted">
      <p>
        The evaluation with version {version} {job.status === 'cancelled' ? 'was stopped' : 'is done'}:{' '}
        {sayOutcome(job)}.
      </p>
      {notes.length > 0 && (
        <ul className="space-y-0.5">
          {notes.map(({ run, note }) => (
            <li key={run}>
              <a href={`/runs/${run}`} className="text-accent hover:underline">
                {run}
              </a>
              : {note}
            </li>
          ))}
          {left > 0 && <li>and {left} more</li>}
        </ul>
      )}
    </div>
  );
}
