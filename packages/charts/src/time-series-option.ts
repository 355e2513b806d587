import { formatNumber } from '@proofload/domain';
import type { LineSeriesOption } from 'echarts/charts';
import type { ToolboxComponentOption } from 'echarts/components';
import { type BandDrawing, bandSeries } from './band-series.ts';
import { axisLook, baseOption } from './base-option.ts';
import type { ChartLook, ChartOption } from './chart-model.ts';
import type { Line } from './median-line.ts';
import { roundEnds } from './round-ends.ts';
import type { Extremes, TimeSeriesExtent, TimeSeriesGroup } from './time-series-input.ts';
import { tooltipHtml } from './tooltip-html.ts';
import { colorOf } from './treatment-style.ts';

export interface DrawnGroup extends TimeSeriesGroup {
  /** The median of the replicates, or the only line. */
  strong: Line;
  thin: TimeSeriesGroup['lines'];
}

export interface TimeSeriesDrawing extends BandDrawing {
  drawn: readonly DrawnGroup[];
  unit: string;
  valueName: string;
  isLog: boolean;
  isClock: boolean;
  /** The ends of both axes; null where the data give them. */
  extent: TimeSeriesExtent | null;
  hasTimeBeforeZero: boolean;
}

/** Lines that still can be labelled at their end without crowding. */
const maxEndLabels = 6;
const widthForEndLabels = 620;

export function timeSeriesOption(drawing: TimeSeriesDrawing): ChartOption {
  const { look, drawn, scale, unit, valueName, isLog, isClock } = drawing;
  const hasEndLabels = drawn.length > 1 && drawn.length <= maxEndLabels && look.width >= widthForEndLabels;
  const longest = Math.max(0, ...drawn.map(({ label }) => label.length));
  const yName = unit === '' ? valueName : `${valueName} (${unit})`;
  const series = drawn.flatMap((group) => groupSeries(drawing, group, hasEndLabels));
  return {
    ...baseOption(look),
    grid: {
      left: 12,
      right: hasEndLabels ? Math.min(200, 24 + longest * 6.5) : 20,
      top: drawing.bands.some(({ kind }) => kind === 'phase') || drawing.marks.length > 0 ? 34 : 22,
      bottom: 12,
      outerBoundsMode: 'same',
      outerBoundsContain: 'all',
    },
    legend: { show: false, data: drawn.map(({ label }) => label) },
    toolbox: dragZoom(look),
    xAxis: {
      ...axisLook(look, scale.title),
      ...timeAxis(drawing),
      nameGap: 26,
      splitLine: { show: false },
      // The axis ends where the data does, which is no round number.
      axisLabel: {
        ...axisLook(look, scale.title).axisLabel,
        showMaxLabel: isClock,
        showMinLabel: isClock || !drawing.hasTimeBeforeZero,
      },
      axisPointer: {
        show: true,
        snap: false,
        label: { show: false },
        lineStyle: { color: look.theme.lineStrong },
      },
    },
    yAxis: {
      ...axisLook(look, yName),
      type: isLog ? 'log' : 'value',
      ...valueEnds(drawing),
      nameGap: 8,
      axisLabel: { color: look.theme.muted, fontSize: 11, formatter: (value: number) => formatNumber(value) },
    },
    tooltip: {
      ...baseOption(look).tooltip,
      trigger: 'axis',
      formatter: (params) => tooltip(params, drawing),
    },
    series: [...series, bandSeries(drawing)],
  };
}

function timeAxis({ isClock, extent, hasTimeBeforeZero, scale }: TimeSeriesDrawing) {
  const ends = extent && { min: extent.fromMs / scale.msPerUnit, max: extent.toMs / scale.msPerUnit };
  if (isClock) return { type: 'time' as const, ...ends };
  const min = hasTimeBeforeZero ? ('dataMin' as const) : 0;
  return { type: 'value' as const, ...(ends ?? { min, max: 'dataMax' as const }) };
}

/** Where figures share their scale, it begins at zero, as far as the scale has one. */
function valueEnds({ extent, factor, isLog }: TimeSeriesDrawing) {
  if (!extent) return {};
  if (isLog) return extent.least > 0 ? { min: extent.least * factor, max: extent.greatest * factor } : {};
  return roundEnds(Math.min(0, extent.least) * factor, Math.max(0, extent.greatest) * factor);
}

/** Lets the reader draw a stretch to zoom into; `<Chart>` switches it on. Its buttons stay hidden. */
export function dragZoom({ theme }: ChartLook): ToolboxComponentOption {
  return {
    show: true,
    itemSize: 0,
    showTitle: false,
    right: -100,
    feature: {
      dataZoom: {
        yAxisIndex: 'none',
        filterMode: 'none',
        brushStyle: { color: theme.accent, opacity: 0.15, borderWidth: 0 },
      },
    },
  };
}

function groupSeries(
  drawing: TimeSeriesDrawing,
  group: DrawnGroup,
  hasEndLabel: boolean,
): LineSeriesOption[] {
  const { look } = drawing;
  const color = colorOf(group.style, look.theme);
  const faint = [
    ...group.thin.map((line) => ({ line, dash: 'solid' as const })),
    ...(group.asideLines ?? []).map((line) => ({ line, dash: 'dotted' as const })),
  ];
  const thin = faint.map(
    ({ line, dash }): LineSeriesOption => ({
      type: 'line',
      name: group.label,
      data: pointsOf(drawing, line),
      symbol: 'none',
      silent: true,
      tooltip: { show: false },
      lineStyle: { color, width: 1, opacity: dash === 'dotted' ? 0.7 : 0.35, type: dash },
      itemStyle: { color },
      z: 2,
    }),
  );
  const strong: LineSeriesOption = {
    type: 'line',
    name: group.label,
    data: pointsOf(drawing, group.strong),
    symbol: 'none',
    lineStyle: { color, width: 2.25, type: group.style.dash },
    itemStyle: { color },
    emphasis: { disabled: true },
    z: 3,
    endLabel: {
      show: hasEndLabel,
      formatter: () => group.label,
      color,
      distance: 6,
      fontSize: 11,
      fontWeight: 600,
    },
    labelLayout: { moveOverlap: 'shiftY' },
  };
  return [...(group.extremes ? rangeSeries(drawing, group, group.extremes) : []), ...thin, strong];
}

/** A light band from the least to the greatest values: the lower edge, and what lies above it as an area. */
function rangeSeries(drawing: TimeSeriesDrawing, group: DrawnGroup, extremes: Extremes): LineSeriesOption[] {
  const { least, greatest } = extremes;
  const { times } = group.strong;
  // A log scale has no place for what lies at zero or below; the band ends there.
  const isDrawn = least.map(
    (low, index) => low !== null && (greatest[index] ?? null) !== null && !(drawing.isLog && low <= 0),
  );
  const shown = (values: readonly (number | null)[]): Line => ({
    times,
    values: values.map((value, index) => (isDrawn[index] ? value : null)),
  });
  const heights = greatest.map((high, index) => (high ?? 0) - (least[index] ?? 0));
  const color = colorOf(group.style, drawing.look.theme);
  const part = (data: LineSeriesOption['data'], opacity: number): LineSeriesOption => ({
    type: 'line',
    name: group.label,
    data: data ?? [],
    stack: `${group.label} extremes`,
    stackStrategy: 'all',
    symbol: 'none',
    silent: true,
    tooltip: { show: false },
    // An edge, so that a moment's extreme is still seen where a step is a pixel wide.
    lineStyle: { color, width: 0.75, opacity: 0.4 },
    itemStyle: { color },
    areaStyle: { color, opacity },
    z: 1,
  });
  const plain = { ...drawing, isLog: false };
  return [part(pointsOf(plain, shown(least)), 0), part(pointsOf(plain, shown(heights)), 0.18)];
}

/** A point alone between gaps has no line to be seen by, so it gets a symbol. */
function pointsOf(
  { scale, factor, isLog }: TimeSeriesDrawing,
  { times, values }: Line,
): NonNullable<LineSeriesOption['data']> {
  const shown = values.map((value) => (value === null || (isLog && value <= 0) ? null : value * factor));
  return shown.map((value, index) => {
    const point = [(times[index] ?? 0) / scale.msPerUnit, value] as (number | null)[];
    const isAlone =
      value !== null && (shown[index - 1] ?? null) === null && (shown[index + 1] ?? null) === null;
    return (isAlone ? { value: point, symbol: 'circle', symbolSize: 5 } : point) as number[];
  });
}

interface AxisParam {
  seriesName?: string;
  value?: unknown;
  axisValue?: unknown;
  dataIndex?: number;
}

function tooltip(params: unknown, { look, drawn, scale, unit, factor }: TimeSeriesDrawing): string {
  const say = (value: number | null | undefined): string =>
    typeof value === 'number' ? `${formatNumber(value)}${unit ? `\u00a0${unit}` : ''}` : 'no data';
  const list = (Array.isArray(params) ? params : [params]) as AxisParam[];
  const at = Number(list[0]?.axisValue ?? 0);
  const rows = list.flatMap((param) => {
    const group = drawn.find(({ label }) => label === param.seriesName);
    const value = Array.isArray(param.value) ? (param.value[1] as number | null | undefined) : null;
    if (!group) return [];
    const stands = group.thin.length > 0 ? `median of ${group.thin.length}` : group.stands;
    const label = stands ? `${group.label} (${stands})` : group.label;
    const row = (color: string | null, name: string, shown: number | null | undefined) => ({
      color,
      label: name,
      value: say(shown),
      sort: typeof shown === 'number' ? shown : -Infinity,
    });
    const scaled = (values: readonly (number | null)[]): number | null => {
      const plain = values[param.dataIndex ?? -1] ?? null;
      return plain === null ? null : plain * factor;
    };
    const own = row(colorOf(group.style, look.theme), label, value);
    if (!group.extremes) return [own];
    return [
      row(null, group.extremes.names?.[1] ?? 'greatest', scaled(group.extremes.greatest)),
      own,
      row(null, group.extremes.names?.[0] ?? 'least', scaled(group.extremes.least)),
    ];
  });
  return tooltipHtml(
    scale.say(at),
    rows.sort((a, b) => b.sort - a.sort),
  );
}
