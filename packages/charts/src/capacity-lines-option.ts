import { formatNumber } from '@proofload/domain';
import type { LineSeriesOption } from 'echarts/charts';
import { amountAxis, baseOption } from './base-option.ts';
import type { ChartLook, ChartOption } from './chart-model.ts';
import { tooltipHtml } from './tooltip-html.ts';
import { colorOf, type TreatmentStyle } from './treatment-style.ts';

/** How a resource of one run or treatment grows with the units, to its limit and to where it was seen to fail. */
export interface CapacityLine {
  label: string;
  style: TreatmentStyle;
  /** What was read; none where only the line is known. */
  points: readonly { units: number; value: number; isGood: boolean }[];
  line: { slope: number; intercept: number } | null;
  limit: number | null;
  projected: number | null;
  observed: { units: number; how: string } | null;
}

export interface CapacityLinesInput {
  name: string;
  /** Of the values; what was given is not said in another unit. */
  unit: string;
  noun: string;
  lines: readonly CapacityLine[];
}

/** A projection further away than this many times what was seen is said, not drawn. */
const farthest = 3;

const widthForLabels = 560;

/** A line for each run in its look; limits across; hollow marks where they would be reached, triangles where it failed. */
export function capacityLinesOption(
  look: ChartLook,
  { name, unit, noun, lines }: CapacityLinesInput,
): ChartOption {
  const seen = Math.max(
    0,
    ...lines.flatMap(({ points, observed }) => [...points.map(({ units }) => units), observed?.units ?? 0]),
  );
  const rankOf = (line: CapacityLine): number =>
    lines.filter((other) => (other.projected ?? 0) < (line.projected ?? 0)).length;
  const drawn = lines.map((line) => ({ ...line, reach: reachOf(line, seen), rank: rankOf(line) }));
  const most = Math.max(seen, ...drawn.map(({ reach }) => reach));
  const values = drawn.flatMap((line) => [
    ...line.points.map(({ value }) => value),
    valueAt(line, line.reach) ?? 0,
    isNear(line, seen) ? (line.limit ?? 0) : 0,
  ]);
  return {
    ...baseOption(look),
    grid: { left: 12, right: 24, top: 28, bottom: 12, outerBoundsMode: 'same', outerBoundsContain: 'all' },
    legend: { show: false, data: lines.map(({ label }) => label) },
    xAxis: {
      ...amountAxis(look, { name: noun, max: most * 1.08 }),
      nameGap: 26,
      splitLine: { show: false },
    },
    yAxis: amountAxis(look, { name, unit, max: Math.max(...values) * 1.12 }),
    tooltip: {
      ...baseOption(look).tooltip,
      trigger: 'item',
      formatter: (params) => {
        const one = Array.isArray(params) ? params[0] : params;
        const line = lines.find(({ label }) => label === one?.seriesName);
        return line ? sayHovered(line, look, { unit, noun }) : '';
      },
    },
    series: [
      ...drawn.flatMap((line) => lineSeries(look, line, { isLimited: isNear(line, seen) })),
      limitSeries(look, unit, [
        ...new Set(drawn.flatMap((line) => (isNear(line, seen) ? (line.limit ?? []) : []))),
      ]),
    ],
  };
}

function isNear({ projected }: CapacityLine, seen: number): boolean {
  return projected !== null && projected > 0 && (seen === 0 || projected <= seen * farthest);
}

/** How far to the right a line goes. */
function reachOf(line: CapacityLine, seen: number): number {
  const own = Math.max(0, line.observed?.units ?? 0, ...line.points.map(({ units }) => units));
  return isNear(line, seen) ? Math.max(own, line.projected ?? 0) : own;
}

function valueAt({ line }: CapacityLine, units: number): number | null {
  return line === null ? null : line.intercept + line.slope * units;
}

function sayHovered(
  { label, style, limit, projected, observed, line }: CapacityLine,
  { theme }: ChartLook,
  { unit, noun }: { unit: string; noun: string },
): string {
  const row = (name: string, value: string) => ({ color: null, label: name, value });
  return tooltipHtml(label, [
    {
      color: colorOf(style, theme),
      label: `each of the ${noun}`,
      value: line === null ? 'not known' : `${formatNumber(line.slope)} ${unit}`,
    },
    ...(limit === null ? [] : [row('limit', `${formatNumber(limit)} ${unit}`)]),
    row('projected', projected === null ? 'cannot be told' : `${formatNumber(projected)} ${noun}`),
    row(
      'seen',
      observed === null ? 'no failure' : `${formatNumber(observed.units)} ${noun}, ${observed.how}`,
    ),
  ]);
}

function lineSeries(
  look: ChartLook,
  line: CapacityLine & { reach: number; rank: number },
  { isLimited }: { isLimited: boolean },
): LineSeriesOption[] {
  const { theme, width } = look;
  const color = colorOf(line.style, theme);
  const label = (text: string, position: 'left' | 'right' | 'bottom' | 'top') => ({
    show: width >= widthForLabels,
    formatter: text,
    position,
    color: theme.ink,
    fontSize: 11,
    fontWeight: 600 as const,
  });
  const ends = [0, line.reach].flatMap((units) => {
    const value = valueAt(line, units);
    return value === null ? [] : [[units, value]];
  });
  const marks: NonNullable<LineSeriesOption['data']> = [];
  if (isLimited && line.projected !== null && line.limit !== null)
    marks.push({
      value: [line.projected, line.limit],
      symbol: 'circle',
      itemStyle: { color: theme.panel, borderColor: color, borderWidth: 2 },
      symbolSize: 10,
      // Marks lie close together: their numbers go to either side by turns.
      label: label(formatNumber(line.projected), line.rank % 2 === 0 ? 'right' : 'top'),
    });
  const atFailure = line.observed && valueAt(line, line.observed.units);
  if (line.observed && atFailure !== null)
    marks.push({
      value: [line.observed.units, atFailure],
      symbol: 'triangle',
      symbolSize: 11,
      itemStyle: { color: theme.breach },
      label: label(
        `${formatNumber(line.observed.units)}: ${line.observed.how}`,
        line.rank % 2 === 0 ? 'bottom' : 'left',
      ),
    });
  const common = { type: 'line' as const, name: line.label, itemStyle: { color } };
  return [
    {
      ...common,
      silent: true,
      symbol: 'none',
      data: ends,
      lineStyle: { color, width: 2, type: line.style.dash },
      z: 2,
    },
    {
      ...common,
      data: line.points.map(({ units, value, isGood }) => ({
        value: [units, value],
        symbol: isGood ? line.style.symbol : 'triangle',
        itemStyle: { color: isGood ? color : theme.breach },
      })),
      symbolSize: 7,
      lineStyle: { width: 0 },
      z: 3,
    },
    {
      ...common,
      data: marks,
      lineStyle: { width: 0 },
      z: 4,
    },
  ];
}

function limitSeries({ theme }: ChartLook, unit: string, limits: readonly number[]): LineSeriesOption {
  return {
    type: 'line',
    name: '',
    data: [],
    symbol: 'none',
    silent: true,
    tooltip: { show: false },
    markLine: {
      silent: true,
      symbol: 'none',
      data: limits.map((limit) => ({
        yAxis: limit,
        lineStyle: { color: theme.ink, type: [6, 3], width: 1.5 },
        label: {
          formatter: `limit ${formatNumber(limit)} ${unit}`,
          position: 'insideStartTop',
          color: theme.ink,
          fontSize: 11,
          fontWeight: 600,
        },
      })),
    },
  };
}
