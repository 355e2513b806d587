'use client';

import { type Alignment, type PhaseLane, startSpread } from '@proofload/charts';
import { formatDurationMs } from '@proofload/domain';
import { useState } from 'react';
import { StyleMark } from '@/components/chart/style-mark';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';

export interface PhaseTableProps {
  lanes: readonly PhaseLane[];
  alignment: Alignment;
}

/** The phases below a figure over time in words: when each began, and on demand for every run. */
export function PhaseTable({ lanes, alignment }: PhaseTableProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (lanes.length === 0) return null;
  return (
    <details className="text-sm" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer py-1 font-medium">
        Phases: {lanes.map((lane) => sayLane(lane, alignment)).join('; ')}
      </summary>
      {isOpen && <Stretches lanes={lanes} alignment={alignment} />}
    </details>
  );
}

function Stretches({ lanes, alignment }: PhaseTableProps) {
  const rows = lanes.flatMap(({ name, runs }) =>
    runs.flatMap(({ label, style, stretches }) =>
      stretches.map(({ fromMs, toMs }) => ({ name, label, style, fromMs, toMs })),
    ),
  );
  return (
    <div className="max-h-96 overflow-y-auto">
      <Table label="Phases of the drawn runs">
        <thead>
          <tr>
            <HeadCell>Phase</HeadCell>
            <HeadCell>Run</HeadCell>
            <HeadCell numeric>From</HeadCell>
            <HeadCell numeric>To</HeadCell>
            <HeadCell numeric>Lasts</HeadCell>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, label, style, fromMs, toMs }) => (
            <Row key={`${name} ${label} ${fromMs}`}>
              <Cell>{name}</Cell>
              <Cell className="whitespace-nowrap">
                <span className="inline-flex items-center gap-1.5">
                  <StyleMark style={style} />
                  {label}
                </span>
              </Cell>
              <Cell numeric>{sayMoment(fromMs, alignment)}</Cell>
              <Cell numeric>{sayMoment(toMs, alignment)}</Cell>
              <Cell numeric>{formatDurationMs(toMs - fromMs)}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

/** `load from 2 s to 4 s (48 of 50 runs)`: where it begins. */
function sayLane(lane: PhaseLane, alignment: Alignment): string {
  const { fromMs, toMs } = startSpread(lane);
  const [first, last] = [sayMoment(fromMs, alignment), sayMoment(toMs, alignment)];
  const begins = first === last ? `begins at ${first}` : `begins between ${first} and ${last}`;
  return `${lane.name} ${begins}${lane.runs.length < lane.of ? ` (${lane.runs.length} of ${lane.of} runs)` : ''}`;
}

function sayMoment(ms: number, alignment: Alignment): string {
  if (alignment === 'clock') return `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  return ms < 0 ? `−${formatDurationMs(-ms)}` : formatDurationMs(ms);
}
