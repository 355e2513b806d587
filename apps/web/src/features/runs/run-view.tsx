'use client';

import { type Run, runSchema } from '@proofload/contracts';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Elapsed, Time } from '@/components/ui/time';
import { callApi, callApiForNothing } from '../api/call-api';
import { RunCharts } from '../series/run-charts';
import { MetricTotals } from './metric-totals';
import { Params } from './params';
import { OutcomeBadge, StatusBadge, VerdictBadge } from './run-badges';
import { Artifacts, Environment, Measurements, Objectives, Warnings } from './run-facts';
import { RunLogPanel } from './run-log-panel';
import { RunTimeline } from './run-timeline';
import { useLiveRun } from './use-live-run';

/** One run: what it was, how it ended, whether its objectives held, and everything that was seen of it. */
export function RunView({ run: initial }: { run: Run }) {
  const { run, refresh } = useLiveRun(initial);
  const isLive = run.status !== 'finished';
  return (
    <div className="space-y-6">
      <RunHeader run={run} onChanged={refresh} />
      <Warnings run={run} />
      <RunTimeline run={run} />
      <div className="grid gap-6 xl:grid-cols-2">
        <Objectives run={run} />
        <Measurements run={run} />
      </div>
      <RunCharts runId={run.id} isLive={isLive} phases={run.phases} />
      <MetricTotals runId={run.id} isLive={isLive} />
      <RunLogPanel runId={run.id} isLive={isLive} />
      <div className="grid gap-6 xl:grid-cols-2">
        <Artifacts run={run} />
        <Environment run={run} />
      </div>
    </div>
  );
}

function RunHeader({ run, onChanged }: { run: Run; onChanged(): Promise<void> }) {
  const router = useRouter();
  const [asked, setAsked] = useState<'cancel' | 'delete' | null>(null);
  const isLive = run.status !== 'finished';
  const cancel = async (): Promise<void> => {
    await callApi(`/runs/${run.id}/cancel`, runSchema, { method: 'POST' });
    await onChanged();
  };
  const remove = async (): Promise<void> => {
    await callApiForNothing(`/runs/${run.id}`, { method: 'DELETE' });
    router.push('/runs');
  };
  return (
    <header className="flex flex-wrap items-start justify-between gap-4">
      <div className="min-w-0 space-y-2">
        <h1 className="break-words">{run.name}</h1>
        <p className="flex flex-wrap items-center gap-1.5" aria-live="polite">
          <StatusBadge status={run.status} />
          <OutcomeBadge outcome={run.outcome} />
          <VerdictBadge verdict={run.verdict} />
          {run.cancelRequested && isLive && <Badge tone="warn">cancelling</Badge>}
        </p>
        {run.reason && <p className="max-w-prose">{run.reason}</p>}
        <p className="text-base">
          <Params params={run.params} />
        </p>
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-muted">
          {run.experiment && (
            <span>
              Experiment{' '}
              <Link href={`/experiments/${run.experiment}`} className="text-accent hover:underline">
                {run.experiment}
              </Link>{' '}
              version {run.experimentVersion}
            </span>
          )}
          {run.sweep && (
            <Link href={`/sweeps/${run.sweep}`} className="text-accent hover:underline">
              Sweep{run.position !== null && `, place ${run.position}`}
            </Link>
          )}
          {run.replicate !== null && <span>replicate {run.replicate}</span>}
          <span>executor {run.executor}</span>
          {run.startedAt && (
            <span>
              started <Time at={run.startedAt} />, took{' '}
              <Elapsed since={run.startedAt} until={run.finishedAt} />
            </span>
          )}
          {Object.entries(run.labels).map(([name, value]) => (
            <span key={name}>
              {name}={value}
            </span>
          ))}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {run.sweep && (
          <Button asChild>
            <Link href={`/compare?sweep=${run.sweep}`}>Compare the sweep</Link>
          </Button>
        )}
        {isLive ? (
          <Button variant="danger" disabled={run.cancelRequested} onClick={() => setAsked('cancel')}>
            Cancel run
          </Button>
        ) : (
          <Button variant="danger" onClick={() => setAsked('delete')}>
            Delete run
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asked === 'cancel'}
        onOpenChange={() => setAsked(null)}
        title="Cancel this run?"
        action="Cancel the run"
        onConfirm={cancel}
      >
        <p>The load is stopped. What has been measured so far is kept, and the run ends as cancelled.</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'delete'}
        onOpenChange={() => setAsked(null)}
        title="Delete this run?"
        action="Delete the run"
        onConfirm={remove}
      >
        <p>
          Its measurements, samples, log and {run.artifacts.length} artifacts are lost for good. Reports that
          show it stay as they are.
        </p>
      </ConfirmDialog>
    </header>
  );
}
