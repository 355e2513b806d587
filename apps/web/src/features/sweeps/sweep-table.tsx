import type { Sweep } from '@proofload/contracts';
import Link from 'next/link';
import { EmptyState } from '@/components/ui/empty-state';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import { VerdictBadge } from '../runs/run-badges';

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
          <HeadCell>Sweep</HeadCell>
          <HeadCell>State</HeadCell>
          <HeadCell numeric>Runs done</HeadCell>
          <HeadCell numeric>Failed</HeadCell>
          <HeadCell>Verdict</HeadCell>
          <HeadCell>Labels</HeadCell>
          <HeadCell numeric>Definition</HeadCell>
          <HeadCell>Compare</HeadCell>
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
            <Cell>{sweep.status}</Cell>
            <Cell numeric>
              {sweep.counts.total - sweep.counts.queued - sweep.counts.active} of {sweep.counts.total}
            </Cell>
            <Cell numeric>{sweep.counts.failed}</Cell>
            <Cell>
              <VerdictBadge verdict={sweep.verdict} />
            </Cell>
            <Cell className="text-muted">
              {Object.entries(sweep.labels)
                .map(([name, value]) => `${name}=${value}`)
                .join(', ')}
            </Cell>
            <Cell numeric>v{sweep.experimentVersion}</Cell>
            <Cell>
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
