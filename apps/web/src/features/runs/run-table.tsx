'use client';

import type { RunSummary } from '@proofload/contracts';
import { useVirtualizer } from '@tanstack/react-virtual';
import Link from 'next/link';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { EmptyState } from '@/components/ui/empty-state';
import { Quantity } from '@/components/ui/quantity';
import { Cell, ColumnName, HeadCell, Row, SortHeadCell, Table } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import { Params } from './params';
import { PublishedBadge, RunStateBadge, VerdictBadge } from './run-badges';
import { listColumns, type RunColumn } from './run-columns';
import { directionOf, flipSort } from './run-sort';
import { ValidityBadge } from './validity-badge';

/** From this number on, rows out of view are not in the page. */
const virtualFrom = 80;
const rowHeight = 41;

export interface RunTableProps {
  runs: readonly RunSummary[];
  empty: string;
  /** Scrolls inside the page, with its header in sight. */
  isTall?: boolean;
  /** What stands before each run, and at the head of that column. */
  select?: { head: ReactNode; cell: (run: RunSummary) => ReactNode };
  /** Order of the list as the API says it; without it the columns cannot be sorted. */
  sort?: { value: string; onChange(value: string): void };
  /** Keys of parameters, measurements and labels, such as `param.workers`; a choice is made when it is null. */
  columns?: readonly string[] | null;
  /** Runs that there are, when not all of them are here yet. */
  total?: number;
  /** Called when the last of the runs comes into view. */
  onEnd?(): void;
}

export function RunTable({ runs, empty, isTall = false, select, sort, ...more }: RunTableProps) {
  const { columns: chosen = null, total, onEnd } = more;
  const columns = useMemo(() => listColumns(runs, chosen), [runs, chosen]);
  const { scrollRef, shown, above, below, measure } = useShownRows(runs.length, isTall, onEnd);
  if (runs.length === 0) {
    return (
      <EmptyState title={empty}>
        <p>Runs come from sweeps, or are opened by a pipeline over REST and filled with its results.</p>
      </EmptyState>
    );
  }
  const hasParams = !columns.some(({ kind }) => kind === 'param');
  const head = (label: ReactNode, column: string | null, key: string, numeric = false): ReactNode =>
    sort && column !== null ? (
      <SortHeadCell
        key={key}
        label={label}
        numeric={numeric}
        direction={directionOf(sort.value, column)}
        onSort={() => sort.onChange(flipSort(sort.value, column))}
      />
    ) : (
      <HeadCell key={key} numeric={numeric}>
        {label}
      </HeadCell>
    );
  const width = 5 + columns.length + Number(hasParams) + Number(select !== undefined);
  return (
    <Table label="Runs" isTall={isTall} scrollRef={scrollRef} aria-rowcount={(total ?? runs.length) + 1}>
      <thead>
        <tr aria-rowindex={1}>
          {select && <HeadCell className="w-0">{select.head}</HeadCell>}
          {head('Run', 'name', 'name')}
          {hasParams && head('Parameters', 'treatment', 'treatment')}
          {head('State', 'status', 'status')}
          {head('Verdict', 'verdict', 'verdict')}
          {columns.map(({ key, kind, name, scale, sort: by }) =>
            head(<ColumnName name={name} unit={scale?.unit ?? ''} />, by, key, kind !== 'label'),
          )}
          {head('Created', 'createdAt', 'createdAt', true)}
        </tr>
      </thead>
      <tbody>
        <Spacer height={above} width={width} />
        {shown.map((index) => {
          const run = runs[index];
          return (
            run && (
              <Row key={run.id} ref={measure} data-index={index} aria-rowindex={index + 2}>
                {select && <Cell>{select.cell(run)}</Cell>}
                <RunCells run={run} columns={columns} hasParams={hasParams} />
              </Row>
            )
          );
        })}
        <Spacer height={below} width={width} />
      </tbody>
    </Table>
  );
}

/** Which rows of a list are in the page: those in view and a few around them, or all of a short list. */
function useShownRows(count: number, isTall: boolean, onEnd: (() => void) | undefined) {
  const scrollRef = useRef<HTMLElement>(null);
  const isVirtual = isTall && count > virtualFrom;
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    // What the server draws, before there is anything to scroll.
    initialRect: { width: 1200, height: 900 },
    enabled: isVirtual,
  });
  const rows = virtualizer.getVirtualItems();
  const last = rows.at(-1);
  const isAtEnd = isVirtual && last !== undefined && last.index >= count - 1;
  useEffect(() => {
    if (isAtEnd) onEnd?.();
  }, [isAtEnd, onEnd]);
  return {
    scrollRef,
    measure: isVirtual ? virtualizer.measureElement : undefined,
    shown: isVirtual ? rows.map(({ index }) => index) : Array.from({ length: count }, (_, index) => index),
    above: isVirtual ? (rows[0]?.start ?? 0) : 0,
    below: isVirtual ? virtualizer.getTotalSize() - (last?.end ?? 0) : 0,
  };
}

/** Stands for rows that are not in the page. */
function Spacer({ height, width }: { height: number; width: number }) {
  return (
    height > 0 && (
      <tr aria-hidden>
        <td colSpan={width} style={{ height }} />
      </tr>
    )
  );
}

interface RunCellsProps {
  run: RunSummary;
  columns: readonly RunColumn[];
  hasParams: boolean;
}

function RunCells({ run, columns, hasParams }: RunCellsProps) {
  return (
    <>
      <Cell>
        <Link href={`/runs/${run.id}`} className="font-medium whitespace-nowrap text-accent hover:underline">
          {run.name}
        </Link>
        {run.reason && run.outcome !== 'completed' && (
          <p className="min-w-64 max-w-96 text-xs text-muted">{run.reason}</p>
        )}
      </Cell>
      {hasParams && (
        <Cell>
          <Params params={run.params} />
        </Cell>
      )}
      <Cell>
        <RunStateBadge status={run.status} outcome={run.outcome} reason={run.reason} />
        <ValidityBadge run={run} />
        {run.citation && <PublishedBadge citation={run.citation} />}
      </Cell>
      <Cell>
        <VerdictBadge verdict={run.verdict} />
      </Cell>
      {columns.map((column) => (
        <Cell key={column.key} numeric={column.kind !== 'label'}>
          <ColumnValue run={run} column={column} />
        </Cell>
      ))}
      <Cell numeric>
        <Time at={run.createdAt} style="short" />
      </Cell>
    </>
  );
}

function ColumnValue({ run, column: { kind, name, scale } }: { run: RunSummary; column: RunColumn }) {
  const measurement = kind === 'measurement' ? run.measurements[name] : undefined;
  if (measurement) {
    const { value, unit, amount } = measurement;
    return <Quantity value={value} unit={unit} amount={amount} scale={scale} />;
  }
  const text = kind === 'param' ? run.params[name] : kind === 'label' ? run.labels[name] : undefined;
  return text === undefined ? <span className="text-muted">–</span> : String(text);
}
