'use client';

import type { ComparedCell, Comparison } from '@proofload/contracts';
import { formatInterval, formatQuantity, formatRatio } from '@proofload/domain';
import type { ReactNode } from 'react';
import { StyleMark } from '@/components/chart/style-mark';
import { Quantity } from '@/components/ui/quantity';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { FindingDetails } from './finding';
import type { GroupLook } from './group-look';
import { MixedNote } from './mixed-notes';

type Measurement = Comparison['measurements'][number];

export interface MeasurementTableProps {
  comparison: Comparison;
  look: GroupLook;
  /** Wraps a number, as reports do to say where it comes from. */
  renderValue?: (measurement: Measurement, cell: ComparedCell, value: ReactNode) => ReactNode;
}

const directions = { higher: 'higher is better', lower: 'lower is better', none: 'no better side' } as const;

/** Every measurement of every group: mean, spread, n, ratio with its interval, and the finding in a word. */
export function MeasurementTable({ comparison, look, renderValue }: MeasurementTableProps) {
  return (
    <Table label="Measurements">
      <thead>
        <tr>
          <HeadCell>Measurement</HeadCell>
          <HeadCell>Group</HeadCell>
          <HeadCell numeric>Mean</HeadCell>
          <HeadCell numeric>Spread (min to max)</HeadCell>
          <HeadCell numeric>n</HeadCell>
          <HeadCell numeric>Ratio</HeadCell>
          <HeadCell numeric>95 % interval</HeadCell>
          <HeadCell>Finding</HeadCell>
        </tr>
      </thead>
      <tbody>
        {comparison.measurements.map((measurement) =>
          measurement.cells.map((cell, index) => {
            const style = look.styles.get(cell.group);
            const value = <Quantity value={cell.mean} unit={measurement.unit} amount={cell.amount} />;
            return (
              <Row key={`${measurement.name} ${cell.group}`}>
                {index === 0 && (
                  <th
                    scope="rowgroup"
                    rowSpan={measurement.cells.length}
                    className="border-b border-line px-3 py-2 align-top font-medium"
                  >
                    {measurement.name}
                    <span className="block text-xs font-normal text-muted">
                      {directions[measurement.better]}
                    </span>
                    <MixedNote mixed={measurement.mixed} />
                  </th>
                )}
                <Cell className="whitespace-nowrap">
                  <span className="inline-flex items-center gap-1.5">
                    {style && <StyleMark style={style} />}
                    {look.labels.get(cell.group) ?? cell.group}
                  </span>
                </Cell>
                <Cell numeric>{renderValue ? renderValue(measurement, cell, value) : value}</Cell>
                <Cell numeric className="text-muted">
                  <Spread cell={cell} unit={measurement.unit} />
                </Cell>
                <Cell numeric>{cell.n}</Cell>
                <Cell numeric title={cell.ratio === null ? undefined : String(cell.ratio)}>
                  {cell.ratio === null ? (
                    <span className="text-muted italic">none</span>
                  ) : (
                    formatRatio(cell.ratio)
                  )}
                </Cell>
                <Cell numeric>
                  <IntervalText cell={cell} />
                </Cell>
                <Cell>
                  <FindingDetails cell={cell} unit={measurement.unit} />
                </Cell>
              </Row>
            );
          }),
        )}
      </tbody>
    </Table>
  );
}

function Spread({ cell, unit }: { cell: ComparedCell; unit: string | null }) {
  if (cell.amounts) return <span className="italic">{cell.amounts.length === 1 ? 'a range' : 'ranges'}</span>;
  if (cell.min === null || cell.max === null) return <span className="italic">no data</span>;
  if (cell.n < 2) return <span className="italic">one run</span>;
  return (
    <span
      title={`${cell.min} to ${cell.max}${cell.stddev === null ? '' : `, standard deviation ${cell.stddev}`}`}
    >
      {formatQuantity(cell.min, unit)} to {formatQuantity(cell.max, unit)}
    </span>
  );
}

function IntervalText({ cell }: { cell: ComparedCell }) {
  if (cell.difference === 'baseline') return <span className="text-muted">–</span>;
  if (cell.difference === 'no-data') return <span className="text-muted italic">no data</span>;
  if (cell.low === null || cell.high === null)
    return <span className="text-muted italic">not assessable</span>;
  return <span title={`${cell.low} to ${cell.high}`}>{formatInterval(cell.low, cell.high)}</span>;
}
