import type { TradeOff } from '@proofload/contracts';
import { type Amount, amountBounds, type Better, formatNumber } from '@proofload/domain';
import type { CustomSeriesOption, LineSeriesOption } from 'echarts/charts';
import { axisLook, baseOption } from './base-option.ts';
import type { ChartLook, ChartOption } from './chart-model.ts';
import { fontFamily } from './chart-theme.ts';
import { drawGroup, drawLine } from './drawn-shapes.ts';
import { type Box, type PlacedLabel, placeLabels } from './place-labels.ts';
import { tooltipHtml } from './tooltip-html.ts';
import { colorOf, type TreatmentStyle } from './treatment-style.ts';

type Point = TradeOff['points'][number];

interface TradeOffGroup extends Point {
  label: string;
  style: TreatmentStyle;
  replicates: TradeOff['replicates'];
}

interface Axis {
  name: string;
  factor: number;
  better: Better;
}

export interface TradeOffDrawing {
  groups: readonly TradeOffGroup[];
  x: Axis;
  y: Axis;
  /** The values of both axes, and its standing. */
  say(point: Point): [x: string, y: string, standing: string];
}

const widthForLabels = 620;
const maxLabels = 12;

export function tradeOffOption(look: ChartLook, drawing: TradeOffDrawing): ChartOption {
  const { groups, x, y } = drawing;
  return {
    ...baseOption(look),
    grid: { left: 12, right: 28, top: 24, bottom: 12, outerBoundsMode: 'same', outerBoundsContain: 'all' },
    legend: { show: false, data: groups.map(({ label }) => label) },
    xAxis: { ...valueAxis(look, x, placesOf(groups, 'x', x)), nameGap: 26 },
    yAxis: { ...valueAxis(look, y, placesOf(groups, 'y', y)), nameGap: 8 },
    tooltip: { ...baseOption(look).tooltip, trigger: 'item', formatter: sayHovered(look, drawing) },
    series: [
      ...frontSeries(look, drawing),
      ...groups.flatMap((group) => [
        uncertaintySeries(look, drawing, group),
        ...replicateSeries(look, drawing, group),
        meanSeries(look, drawing, group),
      ]),
      ...nameSeries(look, drawing),
    ],
  };
}

/** From zero, unless everything lies in the upper half. */
function valueAxis(look: ChartLook, { name }: Axis, places: readonly number[]) {
  const [least, greatest] = [Math.min(...places), Math.max(...places)];
  const isFromZero = least >= 0 && least <= greatest / 2;
  const own = axisLook(look, name);
  return {
    ...own,
    type: 'value' as const,
    ...(isFromZero ? { min: 0 } : { scale: true }),
    axisLabel: { ...own.axisLabel, formatter: (value: number) => formatNumber(value) },
  };
}

function placesOf(groups: readonly TradeOffGroup[], side: 'x' | 'y', { factor }: Axis): number[] {
  return groups.flatMap((group) => {
    const { low, high } = group[side];
    return [...placeOf(group[side].amount), ...(low === null || high === null ? [] : [low, high])].map(
      (place) => place * factor,
    );
  });
}

/** Where an amount is drawn: at its number, its bound, or both ends of its range. */
function placeOf(amount: Amount): number[] {
  const { low, high } = amountBounds(amount);
  return [...new Set([low, high].filter(Number.isFinite))];
}

/** The corners at which a point is drawn: one, or one for each end of a range. */
function cornersOf({ x, y }: { x: Amount; y: Amount }, { x: axisX, y: axisY }: TradeOffDrawing): number[][] {
  return placeOf(x).flatMap((onX) => placeOf(y).map((onY) => [onX * axisX.factor, onY * axisY.factor]));
}

/** Everything beyond the steps is dominated by a group on them. */
function frontSeries({ theme }: ChartLook, drawing: TradeOffDrawing): LineSeriesOption[] {
  const front = drawing.groups.filter(({ standing }) => standing === 'front');
  if (front.length < 2) return [];
  const places = front
    .map(({ x, y }) => [
      (placeOf(x.amount)[0] ?? 0) * drawing.x.factor,
      (placeOf(y.amount)[0] ?? 0) * drawing.y.factor,
    ])
    .sort(([a = 0], [b = 0]) => a - b);
  return [
    {
      type: 'line',
      name: 'Pareto front',
      data: places,
      step: drawing.x.better === 'lower' ? 'end' : 'start',
      symbol: 'none',
      silent: true,
      tooltip: { show: false },
      lineStyle: { color: theme.ink, width: 1.25, type: [6, 4] },
      z: 1,
    },
  ];
}

function replicateSeries(
  { theme }: ChartLook,
  drawing: TradeOffDrawing,
  { label, style, replicates }: TradeOffGroup,
): LineSeriesOption[] {
  if (replicates.length < 2) return [];
  return [
    {
      type: 'line',
      name: label,
      silent: true,
      data: replicates.flatMap((replicate) => cornersOf(replicate, drawing)),
      lineStyle: { width: 0 },
      symbol: hollow(style.symbol),
      symbolSize: 6,
      itemStyle: { color: colorOf(style, theme), opacity: 0.75 },
      z: 2,
    },
  ];
}

const hollow = (symbol: string): string => `empty${symbol[0]?.toUpperCase()}${symbol.slice(1)}`;

function meanSeries(look: ChartLook, drawing: TradeOffDrawing, group: TradeOffGroup): LineSeriesOption {
  const { label, style, standing, x, y } = group;
  const color = colorOf(style, look.theme);
  const corners = cornersOf({ x: x.amount, y: y.amount }, drawing);
  return {
    type: 'line',
    name: label,
    data: corners,
    lineStyle: { width: 0 },
    symbol: corners.length > 1 ? hollow(style.symbol) : style.symbol,
    symbolSize: standing === 'front' ? 13 : 10,
    itemStyle: { color },
    z: 4,
  };
}

/** The names of the groups, those of the front first, where they cover nothing. */
function nameSeries({ theme, width }: ChartLook, drawing: TradeOffDrawing): CustomSeriesOption[] {
  const { groups } = drawing;
  if (width < widthForLabels || groups.length > maxLabels) return [];
  const named = [...groups]
    .sort((a, b) => Number(b.standing === 'front') - Number(a.standing === 'front'))
    .flatMap(({ name, x, y }) => {
      const [first, ...others] = cornersOf({ x: x.amount, y: y.amount }, drawing);
      return first === undefined ? [] : [{ name, first, others }];
    });
  return [
    {
      type: 'custom',
      name: 'Names',
      silent: true,
      tooltip: { show: false },
      // One item that places all: each name depends on the others.
      data: named.slice(0, 1).map(({ first }) => first),
      z: 5,
      renderItem: ({ coordSys }, api) => {
        const mark = (value: number[]) => {
          const [x = 0, y = 0] = api.coord(value);
          return { x, y };
        };
        const wanted = named.map(({ name, first }) => ({ ...mark(first), text: name }));
        const marks = named.flatMap(({ others }) => others.map(mark));
        const placed = placeLabels(wanted, coordSys as unknown as Box, marks);
        return drawGroup(placed.flatMap((label) => (label === null ? [] : [drawName(label, theme)])));
      },
    },
  ];
}

function drawName({ text, box }: PlacedLabel, { ink, panel }: ChartLook['theme']): object {
  const { x, y, height } = box;
  return {
    type: 'text',
    silent: true,
    style: {
      ...{ x, y: y + height / 2, text, fill: ink, verticalAlign: 'middle', fontSize: 11 },
      ...{ stroke: panel, lineWidth: 3, fontFamily },
    },
  };
}

/** The cross of the two intervals, or the arrow of a bound and the line of a range. */
function uncertaintySeries(
  { theme }: ChartLook,
  drawing: TradeOffDrawing,
  { label, style, x, y }: TradeOffGroup,
): CustomSeriesOption {
  const color = colorOf(style, theme);
  const [atX, atY] = [placeOf(x.amount)[0] ?? 0, placeOf(y.amount)[0] ?? 0];
  return {
    type: 'custom',
    name: label,
    silent: true,
    tooltip: { show: false },
    data: [[atX * drawing.x.factor, atY * drawing.y.factor]],
    z: 3,
    renderItem: (_, api) => {
      const place = (onX: number, onY: number) => {
        const [px = 0, py = 0] = api.coord([onX * drawing.x.factor, onY * drawing.y.factor]);
        return [px, py] as const;
      };
      const [px, py] = place(atX, atY);
      return drawGroup([
        ...drawSide(x, color, { px, py, dx: 1, dy: 0, at: (end) => place(end, atY) }),
        ...drawSide(y, color, { px, py, dx: 0, dy: -1, at: (end) => place(atX, end) }),
      ]);
    },
  };
}

interface SideGeometry {
  px: number;
  py: number;
  /** The direction in which values grow, in pixels. */
  dx: number;
  dy: number;
  at(end: number): readonly [number, number];
}

const arrowLength = 30;

function drawSide({ amount, low, high }: Point['x'], color: string, geometry: SideGeometry): object[] {
  const { px, py, dx, dy, at } = geometry;
  if (low !== null && high !== null) return [drawLine(at(low), at(high), color, 1.5)];
  if (amount.kind === 'exact') return [];
  const bounds = amountBounds(amount);
  if (Number.isFinite(bounds.low) && Number.isFinite(bounds.high))
    return [drawLine(at(bounds.low), at(bounds.high), color, 2)];
  const sign = Number.isFinite(bounds.low) ? 1 : -1;
  const tip = [px + sign * dx * arrowLength, py + sign * dy * arrowLength] as const;
  const wing = (side: number) =>
    [tip[0] - sign * dx * 7 + side * dy * 5, tip[1] - sign * dy * 7 + side * dx * 5] as const;
  return [
    drawLine([px, py], tip, color, 2),
    drawLine(tip, wing(1), color, 2),
    drawLine(tip, wing(-1), color, 2),
  ];
}

function sayHovered({ theme }: ChartLook, drawing: TradeOffDrawing) {
  return (params: { seriesName?: string } | { seriesName?: string }[]): string => {
    const name = Array.isArray(params) ? params[0]?.seriesName : params.seriesName;
    const group = drawing.groups.find(({ label }) => label === name);
    if (!group) return '';
    const [x, y, standing] = drawing.say(group);
    return tooltipHtml(group.label, [
      { color: colorOf(group.style, theme), label: drawing.x.name, value: x },
      { color: null, label: drawing.y.name, value: y },
      { color: null, label: 'Pareto', value: standing },
    ]);
  };
}
