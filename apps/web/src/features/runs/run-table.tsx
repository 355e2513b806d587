import type { RunSummary } from '@proofload/contracts';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { EmptyState } from '@/components/ui/empty-state';
import { Quantity } from '@/components/ui/quantity';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import { Params } from './params';
import { RunStateBadge, VerdictBadge } from './run-badges';

/** Measurements that are shown as columns of a list. */
const maxMeasurements = 4;

export interface RunTableProps {
  runs: readonly RunSummary[];
  empty: string;
  /** Puts a box before each run. */
  renderSelect?: (run: RunSummary) => ReactNode;
}

export function RunTable({ runs, empty, renderSelect }: RunTableProps) {
  if (runs.length === 0) {
    return (
      <EmptyState title={empty}>
        <p>Runs come from sweeps, or are opened by a pipeline over REST and filled with its results.</p>
      </EmptyState>
    );
  }
  const names = [...new Set(runs.flatMap(({ measurements }) => Object.keys(measurements)))].slice(
    0,
    maxMeasurements,
  );
  return (
    <Table label="Runs">
      <thead>
        <tr>
          {renderSelect && (
            <HeadCell>
              <span className="sr-only">Choose</span>
            </HeadCell>
          )}
          <HeadCell>Run</HeadCell>
          <HeadCell>Parameters</HeadCell>
          <HeadCell>State</HeadCell>
          <HeadCell>Verdict</HeadCell>
          {names.map((name) => (
            <HeadCell key={name} numeric>
              {name}
            </HeadCell>
          ))}
          <HeadCell numeric>Created</HeadCell>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <Row key={run.id}>
            {renderSelect && <Cell>{renderSelect(run)}</Cell>}
            <Cell className="min-w-40">
              <Link href={`/runs/${run.id}`} className="font-medium text-accent hover:underline">
                {run.name}
              </Link>
              {run.reason && run.outcome !== 'completed' && (
                <p className="max-w-prose text-xs text-muted">{run.reason}</p>
              )}
            </Cell>
            <Cell>
              <Params params={run.params} />
            </Cell>
            <Cell>
              <RunStateBadge status={run.status} outcome={run.outcome} reason={run.reason} />
            </Cell>
            <Cell>
              <VerdictBadge verdict={run.verdict} />
            </Cell>
            {names.map((name) => {
              const measurement = run.measurements[name];
              return (
                <Cell key={name} numeric>
                  {measurement ? (
                    <Quantity value={measurement.value} unit={measurement.unit} />
                  ) : (
                    <span className="text-muted">–</span>
                  )}
                </Cell>
              );
            })}
            <Cell numeric>
              <Time at={run.createdAt} style="short" />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
