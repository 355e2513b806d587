import type { LatencyByLabel } from '@proofload/contracts';
import { formatNumber, formatQuantity, scaleQuantity } from '@proofload/domain';
import type { ChartLook, ChartModel } from './chart-model.ts';
import { drawLine, drawText } from './drawn-shapes.ts';
import { type FigureRow, type RowPlace, rowsOption, widthForNumbers } from './rows-option.ts';
import { tooltipHtml } from './tooltip-html.ts';
import { colorOf, type TreatmentStyle } from './treatment-style.ts';

type Samples = NonNullable<LatencyByLabel['samples']>;
type Cell = Samples['values'][number]['groups'][number];

export interface LatencyRowsInput {
  samples: Samples;
  styles: ReadonlyMap<string, TreatmentStyle>;
  labels: ReadonlyMap<string, string>;
}

interface Row extends FigureRow {
  value: string;
  cell: (Cell & { style: TreatmentStyle }) | null;
}

const rowHeight = 24;

/** From the median over p95 to p99 of each value of a label, one row a group. */
export function buildLatencyRows({ samples, styles, labels }: LatencyRowsInput): ChartModel {
  const { metric, label, unit, values, omitted } = samples;
  const isSingle = values.every(({ groups }) => groups.length <= 1);
  const rows = values.flatMap(({ value, groups }): Row[] => [
    ...(isSingle ? [] : [{ label: value, isHeading: true, value, cell: null }]),
    ...groups.flatMap((cell): Row[] => {
      const style = styles.get(cell.group);
      const name = labels.get(cell.group) ?? cell.group;
      return style ? [{ label: isSingle ? value : name, value, cell: { ...cell, style } }] : [];
    }),
  ]);
  const cells = values.flatMap(({ groups }) => groups);
  const most = cells.reduce(
    (all, { percentiles }) => Math.max(all, ...Object.values(percentiles).map(({ median }) => median ?? 0)),
    0,
  );
  const { unit: shown, factor } = scaleQuantity(most, unit);
  const title = `${metric} by ${label}`;
  const say = (cell: Cell): string => sayCell(cell, unit);
  return {
    title,
    description: `${title}: ${rows.flatMap((row) => (row.cell ? `${row.value}${isSingle ? '' : ` of ${row.label}`} ${say(row.cell)}` : [])).join('; ')}.`,
    table: {
      columns: [
        { name: label, unit: null },
        { name: 'Treatment', unit: null },
        { name: 'p50', unit },
        { name: 'p95', unit },
        { name: 'p99', unit },
        { name: 'Requests', unit: null },
        { name: 'n', unit: null },
      ],
      rows: values.flatMap(({ value, groups }) =>
        groups.map(({ group, percentiles: { p50, p95, p99 }, count, n }) => [
          value,
          labels.get(group) ?? group,
          p50.median,
          p95.median,
          p99.median,
          count,
          n,
        ]),
      ),
    },
    legend: [],
    notes: [
      'Circle: median; short tick: p95; end of the line: p99. Of several runs the median run of each percentile, never an average of percentiles.',
      ...(omitted === 0 ? [] : [`${omitted} values with fewer observations are left out.`]),
    ],
    isEmpty: cells.every(({ count }) => count === 0),
    height: rows.length * rowHeight + 62,
    time: null,
    buildOption: (look) =>
      rowsOption(look, {
        rows,
        axisName: shown === '' ? metric : `${metric} (${shown})`,
        min: 0,
        max: most * factor * 1.04 || 1,
        saidWidth: 250,
        draw: ({ cell }, place, look) =>
          cell === null ? [] : drawCell(cell, place, { look, factor, text: say(cell) }),
        tooltip: ({ value, label: name, cell }, { theme }) =>
          cell === null
            ? tooltipHtml(value, [])
            : tooltipHtml(isSingle ? value : `${value}: ${name}`, [
                ...(['p50', 'p95', 'p99'] as const).map((percentile) => ({
                  color: colorOf(cell.style, theme),
                  label: percentile,
                  value: formatQuantity(cell.percentiles[percentile].median, unit),
                })),
                { color: null, label: 'requests', value: formatNumber(cell.count) },
              ]),
      }),
  };
}

function drawCell(
  { percentiles: { p50, p95, p99 }, style }: Cell & { style: TreatmentStyle },
  { y, at }: RowPlace,
  { look: { theme, width }, factor, text }: { look: ChartLook; factor: number; text: string },
): object[] {
  const place = (value: number | null) => at((value ?? 0) * factor);
  const end = place(p99.median ?? p95.median ?? p50.median);
  const said = drawText(end + 8, y, text, { fill: p50.median === null ? theme.muted : theme.ink });
  if (p50.median === null) return [said];
  const color = colorOf(style, theme);
  const tick = (median: number | null, half: number): object[] =>
    median === null ? [] : [drawLine([place(median), y - half], [place(median), y + half], color, 2)];
  const middle = place(p50.median);
  return [
    drawLine([middle, y], [end, y], color, 2),
    ...tick(p95.median, 5),
    ...tick(p99.median, 3),
    {
      type: 'circle',
      shape: { cx: middle, cy: y, r: 4.5 },
      style: { fill: color, stroke: theme.panel, lineWidth: 1 },
    },
    ...(width >= widthForNumbers ? [said] : []),
  ];
}

function sayCell({ percentiles: { p50, p95, p99 }, count, n }: Cell, unit: string | null): string {
  if (count === 0) return 'no data';
  const say = ({ median }: Cell['percentiles']['p50']) =>
    median === null ? 'not known' : formatQuantity(median, unit);
  return `${say(p50)}, p95 ${say(p95)}, p99 ${say(p99)}, n=${n}`;
}
