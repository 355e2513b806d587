'use client';

import type { Sweep, SweepList } from '@proofload/contracts';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { Badge } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNote } from '@/components/ui/error-state';
import { PageHeader } from '@/components/ui/page-header';
import { Panel } from '@/components/ui/panel';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { TextLink } from '@/components/ui/text-link';
import { Time } from '@/components/ui/time';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';
import { StatusBadge } from '../runs/run-badges';
import { PauseButton } from './sweep-actions';
import { SweepOutlook } from './sweep-outlook';
import { CoolDownField, PriorityField } from './sweep-settings';
import { openSweepsKey } from './use-live-sweep';

const pollMs = 2000;

/** All sweeps in progress in the order in which they will run. */
export function QueueView({ sweeps: initial }: { sweeps: SweepList }) {
  const { data, error } = useQuery({
    queryKey: openSweepsKey,
    queryFn: ({ signal }) => callApi('/sweeps?state=open&limit=200', answers.sweepList, { signal }),
    initialData: initial,
    refetchInterval: pollMs,
  });
  return (
    <div className="space-y-5">
      <PageHeader title="Sweeps in progress">
        <p className="max-w-prose text-muted">
          In the order in which they will run: a greater priority first, then the older sweep. On a cluster
          runs of all sweeps take turns.
        </p>
      </PageHeader>
      {error && <ErrorNote error={error} />}
      <Panel>
        {data.items.length === 0 ? (
          <EmptyState title="No sweep is in progress">
            <p>
              Launching an <TextLink href="/experiments">experiment</TextLink> makes a sweep, which stands
              here until its last run has ended.
            </p>
          </EmptyState>
        ) : (
          <QueueTable sweeps={data.items} />
        )}
      </Panel>
    </div>
  );
}

function QueueTable({ sweeps }: { sweeps: readonly Sweep[] }) {
  return (
    <Table label="Sweeps in progress">
      <thead>
        <tr>
          <HeadCell numeric className="w-0">
            Place
          </HeadCell>
          <HeadCell>Sweep</HeadCell>
          <HeadCell>State</HeadCell>
          <HeadCell numeric>Runs done</HeadCell>
          <HeadCell className="hidden md:table-cell">Outlook</HeadCell>
          <HeadCell>Priority</HeadCell>
          <HeadCell>Cool-down</HeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {sweeps.map((sweep) => (
          <QueueRow key={sweep.id} sweep={sweep} />
        ))}
      </tbody>
    </Table>
  );
}

function QueueRow({ sweep }: { sweep: Sweep }) {
  const { total, queued, active } = sweep.counts;
  return (
    <Row>
      <Cell numeric className="text-muted">
        {sweep.waiting?.place ?? '–'}
      </Cell>
      <Cell className="whitespace-nowrap">
        <Link href={`/sweeps/${sweep.id}`} className="font-medium text-accent hover:underline">
          {sweep.experiment}
        </Link>
        <span className="block text-xs text-muted">
          <Time at={sweep.createdAt} style="short" />
          {sweep.cluster !== null && `, on ${sweep.cluster}`}
        </span>
        <span className="block text-xs whitespace-normal md:hidden">
          <SweepOutlook sweep={sweep} />
        </span>
      </Cell>
      <Cell>
        <span className="flex flex-wrap items-center gap-x-2">
          <StatusBadge status={sweep.status} />
          {sweep.paused && <Badge tone="warn">paused</Badge>}
        </span>
      </Cell>
      <Cell numeric>
        {total - queued - active} of {total}
      </Cell>
      <Cell className="hidden min-w-56 md:table-cell">
        <SweepOutlook sweep={sweep} />
      </Cell>
      <Cell>
        <PriorityField sweep={sweep} label={`Priority of ${sweep.experiment}`} />
      </Cell>
      <Cell>
        <CoolDownField sweep={sweep} label={`Cool-down of ${sweep.experiment}`} />
      </Cell>
      <Cell numeric>
        <PauseButton sweep={sweep} label={sweep.experiment} />
      </Cell>
    </Row>
  );
}
