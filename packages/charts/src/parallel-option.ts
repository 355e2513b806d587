import { amountBounds, formatNumber } from '@proofload/domain';
import type { CustomSeriesOption } from 'echarts/charts';
import { baseOption } from './base-option.ts';
import type { ChartLook, ChartOption } from './chart-model.ts';
import { drawGroup, drawLine, drawText, type RenderApi } from './drawn-shapes.ts';
import type { ParallelAxis, ParallelLine } from './parallel-data.ts';
import { tooltipHtml } from './tooltip-html.ts';
import { colorOf, type TreatmentStyle } from './treatment-style.ts';

export interface DrawnAxis extends ParallelAxis {
  shownUnit: string;
  /** From the axis' own unit to the one that is shown. */
  factor: number;
}

export interface ParallelDrawing {
  axes: readonly DrawnAxis[];
  groups: readonly { label: string; style: TreatmentStyle; lines: readonly ParallelLine[] }[];
  /** Keys of the lines that lie in all chosen stretches. */
  kept: ReadonlySet<string>;
  say(line: ParallelLine): [axis: string, value: string][];
}

/** Pixels around the axes, the same for whoever lies over the figure. */
export const parallelMargins = { left: 56, right: 56, top: 52, bottom: 16 } as const;

/** Where on its axis a value lies, from 0 at the bottom to 1; the middle where all are the same. */
function heightOn({ low, high }: Pick<ParallelAxis, 'low' | 'high'>, value: number): number {
  return high === low ? 0.5 : (value - low) / (high - low);
}

export function parallelOption(look: ChartLook, drawing: ParallelDrawing): ChartOption {
  const { axes, groups } = drawing;
  const hidden = { show: false, type: 'value' as const };
  return {
    ...baseOption(look),
    grid: { ...parallelMargins },
    legend: { show: false, data: groups.map(({ label }) => label) },
    xAxis: { ...hidden, min: 0, max: Math.max(1, axes.length - 1) },
    yAxis: { ...hidden, min: 0, max: 1 },
    tooltip: { ...baseOption(look).tooltip, trigger: 'item', formatter: sayHovered(look, drawing) },
    series: [
      ...groups.map((group) => groupSeries(look, drawing, group)),
      {
        type: 'custom',
        silent: true,
        data: axes.map((_, index) => [index, 0]),
        clip: false,
        z: 5,
        renderItem: (_params, api) => {
          const index = Number(api.value(0));
          const axis = axes[index];
          return axis ? drawGroup(drawAxis(look, axis, index, axes.length, api)) : null;
        },
      },
    ],
  };
}

const maxNameLength = 22;

function drawAxis(
  { theme, width }: ChartLook,
  axis: DrawnAxis,
  index: number,
  count: number,
  api: RenderApi,
) {
  const [x = 0, top = 0] = api.coord([index, 1]);
  const bottom = api.coord([index, 0])[1] ?? 0;
  const room = (width - parallelMargins.left - parallelMargins.right) / Math.max(1, count - 1);
  const longest = Math.min(maxNameLength, Math.max(6, Math.floor(room / 6)));
  const name = axis.name.length > longest ? `${axis.name.slice(0, longest - 1)}…` : axis.name;
  const text = (y: number, said: string, fill: string, align: 'left' | 'center' = 'center') => ({
    ...drawText(x + (align === 'left' ? 6 : 0), y, said, { fill, fontSize: 11 }),
    style: {
      x: x + (align === 'left' ? 6 : 0),
      y,
      text: said,
      fill,
      align,
      verticalAlign: 'middle',
      fontSize: 11,
      stroke: theme.panel,
      lineWidth: 3,
    },
  });
  return [
    drawLine([x, top], [x, bottom], theme.lineStrong, 1.25),
    text(top - 38, name, theme.ink),
    text(top - 24, axis.shownUnit, theme.muted),
    ...ticksOf(axis).map(({ at, said }) => text(bottom + (top - bottom) * at, said, theme.muted, 'left')),
  ];
}

const maxLevels = 12;

function ticksOf(axis: DrawnAxis): { at: number; said: string }[] {
  const { levels, low, high, factor } = axis;
  if (levels)
    return levels
      .slice(0, maxLevels)
      .map((said, place) => ({ at: heightOn(axis, place), said: said.slice(0, maxNameLength) }));
  if (low === high) return [{ at: 0.5, said: formatNumber(low * factor) }];
  return [0, 0.5, 1].map((at) => ({ at, said: formatNumber((low + (high - low) * at) * factor) }));
}

function groupSeries(
  { theme }: ChartLook,
  { axes, kept }: ParallelDrawing,
  { label, style, lines }: ParallelDrawing['groups'][number],
): CustomSeriesOption {
  const color = colorOf(style, theme);
  const dash = style.dash === 'solid' ? null : style.dash;
  return {
    type: 'custom',
    name: label,
    data: lines.map((_, index) => [index, 0]),
    z: 2,
    renderItem: (_params, api) => {
      const line = lines[Number(api.value(0))];
      if (!line) return null;
      const isKeptLine = kept.has(line.key);
      const look = {
        stroke: isKeptLine ? color : theme.line,
        lineWidth: isKeptLine ? 1.75 : 1,
        opacity: isKeptLine ? 0.9 : 0.7,
        fill: 'none',
        ...(dash === null ? {} : { lineDash: dash }),
      };
      return drawGroup(drawLineShapes(line, axes, api, look));
    },
  };
}

/** A value whose neighbours are not known has no line that leads to it. */
const drawDot = ([cx = 0, cy = 0]: readonly number[], fill: string): object => ({
  type: 'circle',
  shape: { cx, cy, r: 3.5 },
  style: { fill },
});

/** Straight from axis to axis where both values are numbers; a gap where one is not known, a dot where both neighbours are. */
function drawLineShapes(
  { values }: ParallelLine,
  axes: readonly DrawnAxis[],
  api: RenderApi,
  style: { stroke: string; lineWidth: number },
): object[] {
  const shapes: object[] = [];
  let points: number[][] = [];
  const flush = (): void => {
    const [first] = points;
    if (points.length > 1) shapes.push({ type: 'polyline', shape: { points }, style });
    else if (first) shapes.push(drawDot(first, style.stroke));
    points = [];
  };
  axes.forEach((axis, index) => {
    const amount = values.get(axis.name);
    const place = (value: number) => api.coord([index, heightOn(axis, value)]);
    if (!amount) {
      flush();
      return;
    }
    const { low, high } = amountBounds(amount);
    const [known, other] = Number.isFinite(low) ? [low, high] : [high, low];
    const [x = 0, y = 0] = place(known);
    if (amount.kind === 'range') {
      flush();
      shapes.push(drawLine([x, y], [x, place(other)[1] ?? y], style.stroke, 4));
      return;
    }
    points.push([x, y]);
    if (amount.kind !== 'exact') shapes.push(...drawArrow(x, y, other > known ? -1 : 1, style.stroke));
  });
  flush();
  return shapes;
}

function drawArrow(x: number, y: number, sign: number, stroke: string): object[] {
  const tip = [x, y + sign * 14] as const;
  return [
    drawLine([x, y], tip, stroke, 2),
    drawLine(tip, [x - 4, tip[1] - sign * 5], stroke, 2),
    drawLine(tip, [x + 4, tip[1] - sign * 5], stroke, 2),
  ];
}

/** Rows of a tooltip that still can be read. */
const maxRows = 24;

function sayHovered({ theme }: ChartLook, { groups, say }: ParallelDrawing) {
  return (
    params: { seriesName?: string; dataIndex?: number } | { seriesName?: string; dataIndex?: number }[],
  ): string => {
    const hovered = Array.isArray(params) ? params[0] : params;
    const group = groups.find(({ label }) => label === hovered?.seriesName);
    const line = group?.lines[hovered?.dataIndex ?? -1];
    if (!group || !line) return '';
    const color = colorOf(group.style, theme);
    const rows = say(line).slice(0, maxRows);
    return tooltipHtml(
      line.label,
      rows.map(([label, value], index) => ({ color: index === 0 ? color : null, label, value })),
    );
  };
}
