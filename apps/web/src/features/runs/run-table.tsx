import type { RunSummary } from '@proofload/contracts';
import { chooseScale, type Scale } from '@proofload/domain';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { EmptyState } from '@/components/ui/empty-state';
import { Quantity } from '@/components/ui/quantity';
import { Cell, ColumnName, HeadCell, Row, SortHeadCell, Table } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import { Params } from './params';
import { PublishedBadge, RunStateBadge, VerdictBadge } from './run-badges';
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
  const columns = names.slice(0, maxMeasurements).map((name) => ({ name, scale: scaleOf(runs, name) }));
  const head = (label: ReactNode, column: string, numeric = false): ReactNode =>
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
          {columns.map(({ name, scale }) =>
            head(<ColumnName name={name} unit={scale?.unit ?? ''} />, name, true),
          )}
          {head('Created', 'createdAt', true)}
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <Row key={run.id}>
            {select && <Cell>{select.cell(run)}</Cell>}
            <RunCells run={run} columns={columns} />
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

interface MeasurementColumn {
  name: string;
  scale: Scale | undefined;
}

/** One unit for a column; none when runs of several experiments measure something else by the same name. */
function scaleOf(runs: readonly RunSummary[], name: string): Scale | undefined {
  const measured = runs.flatMap(({ measurements }) => measurements[name] ?? []);
  const units = new Set(measured.map(({ unit }) => unit));
  const [unit = null] = units;
  return units.size === 1
    ? chooseScale(
        measured.map(({ value }) => value),
        unit,
      )
    : undefined;
}

function RunCells({ run, columns }: { run: RunSummary; columns: readonly MeasurementColumn[] }) {
  return (
    <>
      <Cell>
        <Link href={`/runs/${run.id}`} className="font-medium whitespace-nowrap text-accent hover:underline">
          {run.name}
        </Link>
        {run.reason && run.outcome !== 'completed' && (
          <p className="min-w-64 max-w-prose text-xs text-muted">{run.reason}</p>
        )}
      </Cell>
      <Cell>
        <Params params={run.params} />
      </Cell>
      <Cell>
        <RunStateBadge status={run.status} outcome={run.outcome} reason={run.reason} />
        {run.citation && <PublishedBadge citation={run.citation} />}
      </Cell>
      <Cell>
        <VerdictBadge verdict={run.verdict} />
      </Cell>
      {columns.map(({ name, scale }) => {
        const measurement = run.measurements[name];
        return (
          <Cell key={name} numeric>
            {measurement ? (
              <Quantity
                value={measurement.value}
                unit={measurement.unit}
                amount={measurement.amount}
                scale={scale}
              />
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
