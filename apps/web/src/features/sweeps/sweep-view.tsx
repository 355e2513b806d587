'use client';

import { type Sweep, sweepSchema } from '@proofload/contracts';
import { formatInterval, formatRatio } from '@proofload/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CheckCircle2, CircleAlert, CircleHelp } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Panel, PanelBody } from '@/components/ui/panel';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import { callApi } from '../api/call-api';
import { RunStateBadge, VerdictBadge } from '../runs/run-badges';
import { SweepProgress } from './sweep-progress';

/** One sweep: how far it is, its runs in their order, and whether the goals were reached. */
export function SweepView({ sweep: initial }: { sweep: Sweep }) {
  const key = ['sweep', initial.id];
  const client = useQueryClient();
  const [isCancelling, setIsCancelling] = useState(false);
  const { data: sweep } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => callApi(`/sweeps/${initial.id}`, sweepSchema, { signal }),
    initialData: initial,
    refetchInterval: ({ state }) => (state.data?.status === 'finished' ? false : 1500),
  });
  const cancel = async (): Promise<void> => {
    client.setQueryData(key, await callApi(`/sweeps/${sweep.id}/cancel`, sweepSchema, { method: 'POST' }));
  };
  const waiting = sweep.counts.queued + sweep.counts.active;
  return (
    <div className="space-y-6">
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div className="space-y-2">
          <h1>
            Sweep of{' '}
            <Link href={`/experiments/${sweep.experiment}`} className="text-accent hover:underline">
              {sweep.experiment}
            </Link>
          </h1>
          <p className="flex flex-wrap items-center gap-1.5">
            <VerdictBadge verdict={sweep.verdict} />
            <Badge>definition version {sweep.experimentVersion}</Badge>
            <Badge>
              {sweep.order === 'random' ? `random order, seed ${sweep.seed}` : 'order as defined'}
            </Badge>
            {Object.entries(sweep.labels).map(([name, value]) => (
              <Badge key={name}>
                {name}: {value}
              </Badge>
            ))}
          </p>
          <p className="text-muted">
            Launched <Time at={sweep.createdAt} />
          </p>
        </div>
        <div className="flex gap-2">
          {sweep.status !== 'finished' && (
            <Button variant="danger" onClick={() => setIsCancelling(true)}>
              Cancel sweep
            </Button>
          )}
          <Button variant={sweep.status === 'finished' ? 'primary' : 'secondary'} asChild>
            <Link href={`/compare?sweep=${sweep.id}`}>Compare</Link>
          </Button>
        </div>
      </header>
      <Panel>
        <PanelBody>
          <SweepProgress sweep={sweep} />
        </PanelBody>
      </Panel>
      {sweep.goals.length > 0 && <Goals goals={sweep.goals} />}
      <Panel title="Runs" description="In the order in which they are run.">
        <Table label="Runs of the sweep">
          <thead>
            <tr>
              <HeadCell numeric>Place</HeadCell>
              <HeadCell>Treatment</HeadCell>
              <HeadCell numeric>Replicate</HeadCell>
              <HeadCell>State</HeadCell>
              <HeadCell>Verdict</HeadCell>
            </tr>
          </thead>
          <tbody>
            {sweep.runs.map((run) => (
              <Row key={run.id}>
                <Cell numeric>{run.position}</Cell>
                <Cell>
                  <Link href={`/runs/${run.id}`} className="font-medium text-accent hover:underline">
                    {run.treatment}
                  </Link>
                </Cell>
                <Cell numeric>{run.replicate}</Cell>
                <Cell>
                  <RunStateBadge status={run.status} outcome={run.outcome} />
                </Cell>
                <Cell>
                  <VerdictBadge verdict={run.verdict} />
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </Panel>
      <ConfirmDialog
        open={isCancelling}
        onOpenChange={setIsCancelling}
        title="Cancel this sweep?"
        action="Cancel the sweep"
        onConfirm={cancel}
      >
        <p>
          {waiting} {waiting === 1 ? 'run' : 'runs'} will not be carried out to the end. What has been
          measured so far is kept.
        </p>
      </ConfirmDialog>
    </div>
  );
}

function Goals({ goals }: { goals: Sweep['goals'] }) {
  return (
    <Panel title="Goals">
      <ul className="divide-y divide-line">
        {goals.map(({ measurement, target, met, best, note }) => {
          const Icon = met === null ? CircleHelp : met ? CheckCircle2 : CircleAlert;
          return (
            <li key={`${measurement}${target}`} className="flex items-start gap-2 px-4 py-3">
              <Icon
                aria-hidden
                className={`mt-0.5 size-4 ${met === null ? 'text-muted' : met ? 'text-pass' : 'text-breach'}`}
              />
              <p>
                <span className="font-medium">
                  {measurement} {target}
                </span>{' '}
                {met === null ? 'cannot be judged yet' : met ? 'is reached' : 'is not reached'}
                {best && (
                  <span className="tabular">
                    : {best.treatment} gives {formatRatio(best.ratio)} {formatInterval(best.low, best.high)}{' '}
                    <span className="text-muted">
                      n={best.n}, baseline n={best.baselineN}
                    </span>
                  </span>
                )}
                {note && <span className="block text-muted">{note}</span>}
              </p>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
