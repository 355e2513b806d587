'use client';

import {
  type Comparison,
  comparisonSchema,
  type Experiment,
  type Sweep,
  sweepSchema,
} from '@proofload/contracts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { GitCompareArrows } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { ErrorNote } from '@/components/ui/error-state';
import { PageHeader } from '@/components/ui/page-header';
import { Panel, PanelBody } from '@/components/ui/panel';
import { Elapsed, Time } from '@/components/ui/time';
import { callApi } from '../api/call-api';
import { TreatmentTable } from '../experiments/treatment-table';
import { StatusBadge, VerdictBadge } from '../runs/run-badges';
import { GoalList } from './goal-list';
import { SweepProgress } from './sweep-progress';
import { SweepRuns } from './sweep-runs';

const pollMs = 1500;

export interface SweepViewProps {
  sweep: Sweep;
  comparison: Comparison;
  /** Those of the version that was launched. */
  treatments: Experiment['treatmentList'];
}

/** One sweep: how far it is, what came out so far, whether the goals were reached, and its runs in their order. */
export function SweepView({ sweep: initial, comparison, treatments }: SweepViewProps) {
  const key = ['sweep', initial.id];
  const client = useQueryClient();
  const { data: sweep, error } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => callApi(`/sweeps/${initial.id}`, sweepSchema, { signal }),
    initialData: initial,
    refetchInterval: ({ state }) => (state.data?.status === 'finished' ? false : pollMs),
  });
  const results = useResults(sweep, comparison);
  const cancel = async (): Promise<void> => {
    client.setQueryData(key, await callApi(`/sweeps/${sweep.id}/cancel`, sweepSchema, { method: 'POST' }));
  };
  return (
    <div className="space-y-5">
      <SweepHeader sweep={sweep} onCancel={cancel} />
      {error && <ErrorNote error={error} />}
      {sweep.status !== 'finished' && (
        <Panel>
          <PanelBody>
            <SweepProgress sweep={sweep} />
          </PanelBody>
        </Panel>
      )}
      <SweepResults sweep={sweep} comparison={results} treatments={treatments} />
      {sweep.goals.length > 0 && (
        <Panel title="Goals">
          <PanelBody>
            <GoalList goals={sweep.goals} />
          </PanelBody>
        </Panel>
      )}
      <Panel title="Runs" description="In the order in which they are carried out, one after another.">
        <SweepRuns sweep={sweep} comparison={results} />
      </Panel>
    </div>
  );
}

function SweepHeader({ sweep, onCancel }: { sweep: Sweep; onCancel(): Promise<void> }) {
  const [isAsking, setIsAsking] = useState(false);
  const isFinished = sweep.status === 'finished';
  const open = sweep.counts.queued + sweep.counts.active;
  return (
    <>
      <PageHeader
        title={
          <>
            Sweep of{' '}
            <Link href={`/experiments/${sweep.experiment}`} className="text-accent hover:underline">
              {sweep.experiment}
            </Link>
          </>
        }
        actions={
          <>
            {!isFinished && <Button onClick={() => setIsAsking(true)}>Cancel sweep</Button>}
            <Button variant={isFinished ? 'primary' : 'secondary'} asChild>
              <Link href={`/compare?sweep=${sweep.id}`}>
                <GitCompareArrows aria-hidden className="size-4" />
                Compare
              </Link>
            </Button>
          </>
        }
      >
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StatusBadge status={sweep.status} />
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
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Cancel this sweep?"
        action="Cancel the sweep"
        keep="Let it go on"
        onConfirm={onCancel}
      >
        <p>
          {open} {open === 1 ? 'run' : 'runs'} will not be carried out to the end. What has been measured so
          far is kept.
        </p>
      </ConfirmDialog>
    </>
  );
}

/** The comparison of the treatments, asked for anew whenever one more run is done. */
function useResults(sweep: Sweep, initial: Comparison): Comparison {
  const { data = initial } = useQuery({
    queryKey: ['sweep-results', sweep.id, countDone(sweep)],
    queryFn: ({ signal }) => callApi(`/compare?sweep=${sweep.id}`, comparisonSchema, { signal }),
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
