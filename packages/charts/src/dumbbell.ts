import { formatQuantity, scaleQuantity } from '@proofload/domain';
import type { ChartModel } from './chart-model.ts';
import { drawLine, drawText } from './drawn-shapes.ts';
import { type FigureRow, rowsOption, widthForNumbers } from './rows-option.ts';
import { tooltipHtml } from './tooltip-html.ts';
import { colorOf, type TreatmentStyle } from './treatment-style.ts';

/** An end of a dumbbell; null when nobody knows it. */
export interface DumbbellEnd {
  name: string;
  value: number | null;
  style: TreatmentStyle;
  /** Drawn as an outline, so that the ends differ without their colours. */
  isHollow: boolean;
}

export interface DumbbellRow extends FigureRow {
  ends: readonly [DumbbellEnd, DumbbellEnd];
  /** What stands at the right. */
  said: string;
}

export interface DumbbellInput {
  title: string;
  /** What the values are, for the axis. */
  valueName: string;
  unit: string | null;
  rows: readonly DumbbellRow[];
  /** What the ends are, for the table and for those who do not see the figure. */
  endNames: readonly [string, string];
  notes?: readonly string[];
}

const rowHeight = 28;

/** Two values a row with the stretch between them: two treatments of an entity, or the least and the greatest entity of a treatment. */
export function buildDumbbell({
  title,
  valueName,
  unit,
  rows,
  endNames,
  notes = [],
}: DumbbellInput): ChartModel {
  const values = rows.flatMap(({ ends }) => ends.flatMap(({ value }) => value ?? []));
  const most = values.reduce((greatest, value) => Math.max(greatest, value), 0);
  const least = values.reduce((smallest, value) => Math.min(smallest, value), 0);
  const { unit: shown, factor } = scaleQuantity(most, unit);
  const known = rows.filter(({ ends }) => ends.some(({ value }) => value !== null));
  return {
    title,
    description: `${title}: ${rows.map(({ label, said }) => `${label} ${said}`).join('; ')}.`,
    table: {
      columns: [
        { name: 'Row', unit: null },
        { name: endNames[0], unit },
        { name: endNames[1], unit },
      ],
      rows: rows.map(({ label, ends }) => [label, ends[0].value, ends[1].value]),
    },
    legend: [],
    notes,
    isEmpty: known.length === 0,
    height: rows.length * rowHeight + 62,
    time: null,
    buildOption: (look) =>
      rowsOption(look, {
        rows,
        axisName: shown === '' ? valueName : `${valueName} (${shown})`,
        min: least * factor,
        max: most * factor * 1.04 || 1,
        saidWidth: 230,
        draw: (row, { y, at }, { theme, width }) => {
          const places = row.ends.flatMap(({ value, ...end }) =>
            value === null ? [] : [{ ...end, x: at(value * factor) }],
          );
          const [first, last] = [places[0], places.at(-1)];
          const children: object[] = [];
          if (first && last && first !== last) {
            children.push(drawLine([first.x, y], [last.x, y], theme.lineStrong, 3));
          }
          for (const { x, style, isHollow } of places) {
            const color = colorOf(style, theme);
            const fill = isHollow ? theme.panel : color;
            children.push({
              type: 'circle',
              shape: { cx: x, cy: y, r: 5.5 },
              style: { fill, stroke: color, lineWidth: 2 },
            });
          }
          if (width >= widthForNumbers) {
            const right = Math.max(at(least * factor), ...places.map(({ x }) => x));
            const fill = places.length === 0 ? theme.muted : theme.ink;
            children.push(drawText(right + 12, y, row.said, { fill }));
          }
          return children;
        },
        tooltip: (row, { theme }) =>
          tooltipHtml(
            row.label,
            row.ends.map(({ name, value, style }) => ({
              color: colorOf(style, theme),
              label: name,
              value: formatQuantity(value, unit),
            })),
          ),
      }),
  };
}
