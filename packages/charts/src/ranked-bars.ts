import { formatNumber, formatQuantity, scaleQuantity } from '@proofload/domain';
import type { ChartLook, ChartModel } from './chart-model.ts';
import { drawInterval, drawText } from './drawn-shapes.ts';
import { type FigureRow, type RowPlace, rowsOption, widthForNumbers } from './rows-option.ts';
import { tooltipHtml } from './tooltip-html.ts';
import { colorOf, type TreatmentStyle } from './treatment-style.ts';

/** A part of one group. */
export interface RankedBar {
  group: string;
  style: TreatmentStyle;
  value: number | null;
  min: number | null;
  max: number | null;
  share: number | null;
  n: number;
  /** What is known of a value that is not known exactly. */
  said?: string;
}

export interface RankedPart {
  label: string;
  bars: readonly RankedBar[];
}

export interface RankedBarsInput {
  title: string;
  valueName: string;
  unit: string | null;
  /** The greatest first. */
  parts: readonly RankedPart[];
  /** Greatest value of all figures beside it, where they share a scale. */
  most?: number;
  notes?: readonly string[];
}

interface Row extends FigureRow {
  part: string;
  bar: RankedBar | null;
}

const rowHeight = 24;

/** Parts of a whole, the greatest first; with several groups a part is a heading over one bar for each of them. */
export function buildRankedBars(input: RankedBarsInput): ChartModel {
  const { title, valueName, unit, parts, notes = [] } = input;
  const isSingle = parts.every(({ bars }) => bars.length <= 1);
  const rows = parts.flatMap(({ label, bars }): Row[] => [
    ...(isSingle ? [] : [{ label, isHeading: true, part: label, bar: null }]),
    ...bars.map((bar) => ({ label: isSingle ? label : bar.group, part: label, bar })),
  ]);
  const all = parts.flatMap(({ bars }) => bars);
  const most = all.reduce(
    (greatest, { value, max }) => Math.max(greatest, value ?? 0, max ?? 0),
    input.most ?? 0,
  );
  const { unit: shown, factor } = scaleQuantity(most, unit);
  const say = (bar: RankedBar): string => sayBar(bar, unit);
  return {
    title,
    description: `${title}: ${parts.map(({ label, bars }) => `${label} ${bars.map((bar) => (isSingle ? say(bar) : `${bar.group} ${say(bar)}`)).join(', ')}`).join('; ')}.`,
    table: {
      columns: [
        { name: 'Part', unit: null },
        { name: 'Treatment', unit: null },
        { name: 'Mean', unit },
        { name: 'Share', unit: '%' },
        { name: 'Least replicate', unit },
        { name: 'Greatest replicate', unit },
        { name: 'n', unit: null },
      ],
      rows: parts.flatMap(({ label, bars }) =>
        bars.map(({ group, value, share, min, max, n }) => [
          label,
          group,
          value,
          share === null ? null : share * 100,
          min,
          max,
          n,
        ]),
      ),
    },
    legend: [],
    notes,
    isEmpty: all.every(({ value }) => value === null),
    height: rows.length * rowHeight + 62,
    time: null,
    buildOption: (look) =>
      rowsOption(look, {
        rows,
        axisName: shown === '' ? valueName : `${valueName} (${shown})`,
        min: 0,
        max: most * factor * 1.04 || 1,
        saidWidth: 190,
        briefWidth: 86,
        draw: ({ bar }, place, look) =>
          bar === null
            ? []
            : drawBar(bar, place, {
                ...{ look, factor, text: say(bar) },
                brief: formatQuantity(bar.value, unit),
              }),
        tooltip: ({ part, bar }, { theme }) =>
          bar === null
            ? tooltipHtml(part, [])
            : tooltipHtml(part, [{ color: colorOf(bar.style, theme), label: bar.group, value: say(bar) }]),
      }),
  };
}

function drawBar(
  { value, min, max, n, style }: RankedBar,
  { y, height, at }: RowPlace,
  {
    look: { theme, width },
    factor,
    text,
    brief,
  }: { look: ChartLook; factor: number; text: string; brief: string },
): object[] {
  if (value === null) return [drawText(at(0) + 8, y, text, { fill: theme.muted })];
  const thick = Math.min(16, height * 0.66);
  const shape = { x: at(0), y: y - thick / 2, width: at(value * factor) - at(0), height: thick };
  const children: object[] = [{ type: 'rect', shape, style: { fill: colorOf(style, theme), opacity: 0.8 } }];
  const hasSpread = n > 1 && min !== null && max !== null && max > min;
  if (hasSpread) children.push(...drawInterval(at(min * factor), at(max * factor), y, theme.ink));
  const right = hasSpread ? Math.max(value, max) : value;
  const said = width >= widthForNumbers ? text : brief;
  children.push(drawText(at(right * factor) + 8, y, said, { fill: theme.ink }));
  return children;
}

function sayBar({ value, share, n, said }: RankedBar, unit: string | null): string {
  if (said !== undefined) return said;
  if (value === null) return 'no data';
  const part = share === null ? '' : `, ${formatNumber(share * 100)}\u00a0%`;
  return `${formatQuantity(value, unit)}${part}, n=${n}`;
}
