import type { Sweep } from '@proofload/contracts';
import Link from 'next/link';
import { Badge } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import { StatusBadge, VerdictBadge } from '../runs/run-badges';
import { GoalList } from './goal-list';

export function SweepTable({ sweeps }: { sweeps: readonly Sweep[] }) {
  if (sweeps.length === 0) {
    return (
      <EmptyState title="No sweep yet">
        <p>Launching the experiment makes a sweep: all of its runs, in random order.</p>
      </EmptyState>
    );
  }
  return (
    <Table label="Sweeps">
      <thead>
        <tr>
          <HeadCell>Launched</HeadCell>
          <HeadCell>State</HeadCell>
          <HeadCell>Verdict</HeadCell>
          <HeadCell>Goals</HeadCell>
          <HeadCell numeric>Runs done</HeadCell>
          <HeadCell numeric>Failed</HeadCell>
          <HeadCell>Labels</HeadCell>
          <HeadCell numeric>Version</HeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {sweeps.map((sweep) => (
          <Row key={sweep.id}>
            <Cell>
              <Link href={`/sweeps/${sweep.id}`} className="font-medium text-accent hover:underline">
                <Time at={sweep.createdAt} style="short" />
              </Link>
            </Cell>
            <Cell>
              <StatusBadge status={sweep.status} />
              {sweep.paused && <Badge tone="warn">paused</Badge>}
            </Cell>
            <Cell>
              <VerdictBadge verdict={sweep.verdict} />
            </Cell>
            <Cell className="min-w-64">
              <GoalList goals={sweep.goals} />
            </Cell>
            <Cell numeric>
              {sweep.counts.total - sweep.counts.queued - sweep.counts.active} of {sweep.counts.total}
            </Cell>
            <Cell numeric>{sweep.counts.failed}</Cell>
            <Cell className="text-muted">
              {Object.entries(sweep.labels)
                .map(([name, value]) => `${name}=${value}`)
                .join(', ')}
            </Cell>
            <Cell numeric>{sweep.experimentVersion}</Cell>
            <Cell numeric>
              <Link href={`/compare?sweep=${sweep.id}`} className="text-accent hover:underline">
                Compare
              </Link>
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
