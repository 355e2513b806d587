'use client';

import type { AxisFilter, ParallelAxis } from '@proofload/charts';
import { formatRange } from '@proofload/domain';
import { useState } from 'react';
import { inputClass } from '@/components/ui/field';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';

export interface AxisFilterTableProps {
  axes: readonly ParallelAxis[];
  filters: readonly AxisFilter[];
  onFilter(axis: string, filter: AxisFilter | null): void;
}

/** The stretches of the axes as numbers: what the pointer can choose in the figure, and more exactly. */
export function AxisFilterTable({ axes, filters, onFilter }: AxisFilterTableProps) {
  return (
    <Table label="Stretches that lines must pass">
      <thead>
        <tr>
          <HeadCell>Axis</HeadCell>
          <HeadCell>Values</HeadCell>
          <HeadCell>From</HeadCell>
          <HeadCell>To</HeadCell>
        </tr>
      </thead>
      <tbody>
        {axes.map((axis) => {
          const filter = filters.find((known) => known.axis === axis.name) ?? null;
          const change = (end: Partial<AxisFilter>): void => {
            const next = { axis: axis.name, from: filter?.from ?? null, to: filter?.to ?? null, ...end };
            onFilter(axis.name, next.from === null && next.to === null ? null : next);
          };
          return (
            <Row key={`${axis.kind} ${axis.name}`}>
              <Cell className="font-medium">
                {axis.name} <span className="font-normal text-muted">{axis.kind}</span>
              </Cell>
              <Cell className="tabular text-muted">{sayExtent(axis)}</Cell>
              <Cell>
                <EndField
                  axis={axis}
                  end="from"
                  value={filter?.from ?? null}
                  onCommit={(from) => change({ from })}
                />
              </Cell>
              <Cell>
                <EndField axis={axis} end="to" value={filter?.to ?? null} onCommit={(to) => change({ to })} />
              </Cell>
            </Row>
          );
        })}
      </tbody>
    </Table>
  );
}

function sayExtent({ levels, low, high, unit }: ParallelAxis): string {
  if (levels) return levels.map((level, place) => `${place} ${level}`).join(', ');
  return formatRange(low, high, unit);
}

interface EndFieldProps {
  axis: ParallelAxis;
  end: 'from' | 'to';
  value: number | null;
  onCommit(value: number | null): void;
}

/** One end of a stretch: taken over with Enter or when the field is left; levels are chosen from a list. */
function EndField({ axis, end, value, onCommit }: EndFieldProps) {
  const [text, setText] = useState<string | null>(null);
  const label = `${axis.name} ${end}`;
  if (axis.levels)
    return (
      <select
        aria-label={label}
        className={`${inputClass} h-8 w-40 py-0`}
        value={value === null ? '' : String(Math.round(value))}
        onChange={(event) => onCommit(event.target.value === '' ? null : Number(event.target.value))}
      >
        <option value="">any</option>
        {axis.levels.map((level, place) => (
          <option key={level} value={place}>
            {level}
          </option>
        ))}
      </select>
    );
  const commit = (): void => {
    if (text === null) return;
    const next = text.trim() === '' ? null : Number(text);
    if (next === null || Number.isFinite(next)) onCommit(next);
    setText(null);
  };
  return (
    <span className="inline-flex items-center gap-1.5">
      <input
        aria-label={label}
        inputMode="decimal"
        className={`${inputClass} h-8 w-28`}
        placeholder="any"
        value={text ?? (value === null ? '' : String(value))}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
      {axis.unit && <span className="text-xs text-muted">{axis.unit}</span>}
    </span>
  );
}
