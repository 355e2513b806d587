import type { Comparison, Sweep } from '@proofload/contracts';
import { chooseScale, type Scale } from '@proofload/domain';
import Link from 'next/link';
import { Quantity } from '@/components/ui/quantity';
import { Cell, ColumnName, HeadCell, Row, Table } from '@/components/ui/table';
import { RunStateBadge, VerdictBadge } from '../runs/run-badges';

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
            </Cell>
            <Cell>
              <RunStateBadge status={run.status} outcome={run.outcome} />
            </Cell>
            <Cell>
              <VerdictBadge verdict={run.verdict} />
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
