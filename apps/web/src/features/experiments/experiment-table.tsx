import type { ExperimentSummary } from '@proofload/contracts';
import Link from 'next/link';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import { ChangesBadge } from '../history/changes-badge';
import { VerdictBadge } from '../runs/run-badges';

export function ExperimentTable({ experiments }: { experiments: readonly ExperimentSummary[] }) {
  return (
    <Table label="Experiments">
      <thead>
        <tr>
          <HeadCell>Experiment</HeadCell>
          <HeadCell numeric>Treatments</HeadCell>
          <HeadCell numeric>Replicates</HeadCell>
          <HeadCell numeric>Runs</HeadCell>
          <HeadCell numeric>Failed</HeadCell>
          <HeadCell>Latest verdict</HeadCell>
          <HeadCell numeric>Last run</HeadCell>
          <HeadCell numeric>Version</HeadCell>
        </tr>
      </thead>
      <tbody>
        {experiments.map((experiment) => (
          <Row key={experiment.name}>
            <Cell className="min-w-64">
              <Link
                href={`/experiments/${experiment.name}`}
                className="font-medium text-accent hover:underline"
              >
                {experiment.name}
              </Link>
              <p className="max-w-prose text-muted">{experiment.objective}</p>
              <ChangesBadge experiment={experiment} />
            </Cell>
            <Cell numeric>{experiment.treatments}</Cell>
            <Cell numeric>{experiment.replicates}</Cell>
            <Cell numeric>
              {experiment.runs.active > 0
                ? `${experiment.runs.total} (${experiment.runs.active} active)`
                : experiment.runs.total}
            </Cell>
            <Cell numeric>{experiment.runs.failed}</Cell>
            <Cell>
              {experiment.lastVerdict ? (
                <VerdictBadge verdict={experiment.lastVerdict} />
              ) : (
                <span className="text-muted">none yet</span>
              )}
            </Cell>
            <Cell numeric>
              {experiment.lastRunAt ? (
                <Time at={experiment.lastRunAt} style="short" />
              ) : (
                <span className="text-muted">never</span>
              )}
            </Cell>
            <Cell numeric>{experiment.version}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
