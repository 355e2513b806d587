import type { RunSummary } from '@proofload/contracts';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { EmptyState } from '@/components/ui/empty-state';
import { Quantity } from '@/components/ui/quantity';
import { Cell, HeadCell, Row, SortHeadCell, Table } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import { Params } from './params';
import { RunStateBadge, VerdictBadge } from './run-badges';
import { directionOf, flipSort } from './run-sort';

/** Measurements that are shown as columns of a list. */
const maxMeasurements = 5;

export interface RunTableProps {
  runs: readonly RunSummary[];
  empty: string;
  /** Scrolls inside the page, with its header in sight. */
  isTall?: boolean;
  /** What stands before each run, and at the head of that column. */
  select?: { head: ReactNode; cell: (run: RunSummary) => ReactNode };
  /** Order of the list as the API says it; without it the columns cannot be sorted. */
  sort?: { value: string; onChange(value: string): void };
}

export function RunTable({ runs, empty, isTall = false, select, sort }: RunTableProps) {
  if (runs.length === 0) {
    return (
      <EmptyState title={empty}>
        <p>Runs come from sweeps, or are opened by a pipeline over REST and filled with its results.</p>
      </EmptyState>
    );
  }
  const names = [...new Set(runs.flatMap(({ measurements }) => Object.keys(measurements)))];
  const shown = names.slice(0, maxMeasurements);
  const head = (label: string, column: string, numeric = false): ReactNode =>
    sort ? (
      <SortHeadCell
        key={column}
        label={label}
        numeric={numeric}
        direction={directionOf(sort.value, column)}
        onSort={() => sort.onChange(flipSort(sort.value, column))}
      />
    ) : (
      <HeadCell key={column} numeric={numeric}>
        {label}
      </HeadCell>
    );
  return (
    <Table label="Runs" isTall={isTall}>
      <thead>
        <tr>
          {select && <HeadCell className="w-0">{select.head}</HeadCell>}
          {head('Run', 'name')}
          {head('Parameters', 'treatment')}
          {head('State', 'status')}
          {head('Verdict', 'verdict')}
          {shown.map((name) => head(name, name, true))}
          {head('Created', 'createdAt', true)}
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <Row key={run.id}>
            {select && <Cell>{select.cell(run)}</Cell>}
            <RunCells run={run} measurements={shown} />
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function RunCells({ run, measurements }: { run: RunSummary; measurements: readonly string[] }) {
  return (
    <>
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
      {measurements.map((name) => {
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
    </>
  );
}
