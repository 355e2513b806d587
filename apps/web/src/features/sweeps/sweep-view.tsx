'use client';

import type { Comparison, Experiment, Sweep } from '@proofload/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CirclePause } from 'lucide-react';
import Link from 'next/link';
import { Badge } from '@/components/ui/badge';
import { ErrorNote } from '@/components/ui/error-state';
import { PageHeader } from '@/components/ui/page-header';
import { Panel, PanelBody } from '@/components/ui/panel';
import { Elapsed, Time } from '@/components/ui/time';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';
import { TreatmentTable } from '../experiments/treatment-table';
import { StatusBadge, VerdictBadge } from '../runs/run-badges';
import { GoalList } from './goal-list';
import { SweepActions } from './sweep-actions';
import { SweepQueuePanel } from './sweep-queue-panel';
import { SweepRuns } from './sweep-runs';
import { useLiveSweep } from './use-live-sweep';

export interface SweepViewProps {
  sweep: Sweep;
  comparison: Comparison;
  /** Those of the version that was launched. */
  treatments: Experiment['treatmentList'];
}

/** One sweep: how far it is, what came out so far, whether the goals were reached, and its runs in their order. */
export function SweepView({ sweep: initial, comparison, treatments }: SweepViewProps) {
  const { sweep, error, isCutOff } = useLiveSweep(initial);
  const results = useResults(sweep, comparison);
  return (
    <div className="space-y-5">
      <SweepHeader sweep={sweep} />
      {error && <ErrorNote error={error} />}
      {isCutOff && (
        <p role="status" className="text-warn">
          The server is not reached at present; what is shown may be old.
        </p>
      )}
      {sweep.status !== 'finished' && <SweepQueuePanel sweep={sweep} />}
      <SweepResults sweep={sweep} comparison={results} treatments={treatments} />
      {sweep.goals.length > 0 && (
        <Panel title="Goals">
          <PanelBody>
            <GoalList goals={sweep.goals} />
          </PanelBody>
        </Panel>
      )}
      <Panel title="Runs" description="In the order in which they are carried out.">
        <SweepRuns sweep={sweep} comparison={results} />
      </Panel>
    </div>
  );
}

function SweepHeader({ sweep }: { sweep: Sweep }) {
  const isFinished = sweep.status === 'finished';
  return (
    <PageHeader
      title={
        <>
          Sweep of{' '}
          <Link href={`/experiments/${sweep.experiment}`} className="text-accent hover:underline">
            {sweep.experiment}
          </Link>
        </>
      }
      actions={<SweepActions sweep={sweep} />}
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1" aria-live="polite">
        <StatusBadge status={sweep.status} />
        {sweep.paused && (
          <Badge tone="warn" icon={CirclePause}>
            paused
          </Badge>
        )}
        <VerdictBadge verdict={sweep.verdict} />
        <span className="text-muted">
          launched <Time at={sweep.createdAt} />, {isFinished ? 'took' : 'for'}{' '}
          <Elapsed since={sweep.createdAt} until={sweep.finishedAt} />
        </span>
      </p>
      <p className="flex flex-wrap items-center gap-1.5">
        <Badge>definition version {sweep.experimentVersion}</Badge>
        <Badge>{sweep.order === 'random' ? `random order, seed ${sweep.seed}` : 'order as defined'}</Badge>
        {Object.entries(sweep.labels).map(([name, value]) => (
          <Badge key={name}>
            {name}: {value}
          </Badge>
        ))}
      </p>
    </PageHeader>
  );
}

/** The comparison of the treatments, asked for anew whenever one more run is done. */
function useResults(sweep: Sweep, initial: Comparison): Comparison {
  const { data = initial } = useQuery({
    queryKey: ['sweep-results', sweep.id, countDone(sweep)],
    queryFn: ({ signal }) => callApi(`/compare?sweep=${sweep.id}`, answers.comparison, { signal }),
    placeholderData: keepPreviousData,
  });
  return data;
}

const countDone = ({ counts }: Sweep): number => counts.total - counts.queued - counts.active;

function SweepResults({ sweep, comparison, treatments }: SweepViewProps) {
  const launched = new Set(sweep.runs.map(({ treatment }) => treatment));
  return (
    <Panel
      title="Results"
      description={countDone(sweep) === 0 ? 'They appear as the runs are done.' : comparison.summary}
    >
      <TreatmentTable
        treatments={treatments.filter(({ key }) => launched.has(key))}
        comparison={comparison}
      />
    </Panel>
  );
}
