'use client';

import type { Comparison, Sweep } from '@proofload/contracts';
import { chooseScale, type Scale } from '@proofload/domain';
import Link from 'next/link';
import { Quantity } from '@/components/ui/quantity';
import { Cell, ColumnName, HeadCell, Row, Table } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import { useNow } from '../reader/use-now';
import { RunStateBadge, VerdictBadge } from '../runs/run-badges';
import { ValidityBadge } from '../runs/validity-badge';
import { sayStart } from './say-outlook';

/** Measurements that are shown of each run. */
const maxMeasurements = 5;

interface MeasuredColumn {
  name: string;
  unit: string | null;
  scale: Scale;
  values: ReadonlyMap<string, number>;
}

/** The runs of a sweep in the order of their execution, with what was measured of each. */
export function SweepRuns({ sweep, comparison }: { sweep: Sweep; comparison: Comparison }) {
  const columns = comparison.measurements.slice(0, maxMeasurements).map(toColumn);
  const compared = new Map(comparison.runs.map((run) => [run.id, run]));
  return (
    <Table label="Runs of the sweep">
      <thead>
        <tr>
          <HeadCell numeric className="w-0">
            Place
          </HeadCell>
          <HeadCell>Run</HeadCell>
          <HeadCell>State</HeadCell>
          <HeadCell>Verdict</HeadCell>
          <HeadCell>Start</HeadCell>
          {columns.map(({ name, scale }) => (
            <HeadCell key={name} numeric>
              <ColumnName name={name} unit={scale.unit} />
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {sweep.runs.map((run) => (
          <Row key={run.id}>
            <Cell numeric className="text-muted">
              {run.position}
            </Cell>
            <Cell className="whitespace-nowrap">
              <Link href={`/runs/${run.id}`} className="font-medium text-accent hover:underline">
                {run.treatment}
                {run.replicate !== null && ` #${run.replicate}`}
              </Link>
              <Repetition run={run} sweep={sweep} />
            </Cell>
            <Cell>
              <RunStateBadge status={run.status} outcome={run.outcome} />
              <ValidityBadge run={compared.get(run.id) ?? { outcome: null }} />
            </Cell>
            <Cell>
              <VerdictBadge verdict={run.verdict} />
            </Cell>
            <Cell className="tabular whitespace-nowrap text-muted">
              <RunStart run={run} />
            </Cell>
            {columns.map(({ name, unit, scale, values }) => {
              const value = values.get(run.id);
              return (
                <Cell key={name} numeric>
                  {value === undefined ? (
                    <span className="text-muted">–</span>
                  ) : (
                    <Quantity value={value} unit={unit} scale={scale} />
                  )}
                </Cell>
              );
            })}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

type SweepRun = Sweep['runs'][number];

/** When a run started, or is expected to. */
function RunStart({ run }: { run: SweepRun }) {
  const nowMs = useNow(run.expectedStart !== null);
  if (run.startedAt !== null) return <Time at={run.startedAt} style="short" />;
  return run.expectedStart === null ? '–' : sayStart(run.expectedStart, nowMs);
}

/** What a run repeats, or by what it was repeated. */
function Repetition({ run, sweep }: { run: SweepRun; sweep: Sweep }) {
  const other = sweep.runs.find(({ id }) => id === (run.retriedBy ?? run.retryOf));
  if (!other) return null;
  return (
    <span className="block text-xs text-muted">
      {run.retriedBy === null ? 'repeats' : 'repeated by'}{' '}
      <Link href={`/runs/${other.id}`} className="text-accent hover:underline">
        #{other.replicate}
      </Link>
    </span>
  );
}

function toColumn({ name, unit, cells }: Comparison['measurements'][number]): MeasuredColumn {
  const measured = cells.flatMap(({ values }) => values);
  return {
    name,
    unit,
    scale: chooseScale(
      measured.map(({ value }) => value),
      unit,
    ),
    values: new Map(measured.map(({ run, value }) => [run, value])),
  };
}
