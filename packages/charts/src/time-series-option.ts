import { formatNumber } from '@proofload/domain';
import type { LineSeriesOption } from 'echarts/charts';
import type { ToolboxComponentOption } from 'echarts/components';
import { bandSeries } from './band-series.ts';
import { axisLook, baseOption } from './base-option.ts';
import type { ChartLook, ChartOption } from './chart-model.ts';
import type { Line } from './median-line.ts';
import { lanesHeight, phaseLanesSeries } from './phase-lanes-option.ts';
import { roundEnds } from './round-ends.ts';
import type { DrawnGroup, TimeSeriesDrawing } from './time-series-drawing.ts';
import type { Extremes } from './time-series-input.ts';
import { timeSeriesTooltip } from './time-series-tooltip.ts';
import { colorOf } from './treatment-style.ts';

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
      bottom: 12 + lanesHeight(drawing.lanes),
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
      formatter: (params) => timeSeriesTooltip(params, drawing),
    },
    series: [
      ...series,
      bandSeries(drawing),
      ...(drawing.lanes.length > 0 ? [phaseLanesSeries(drawing)] : []),
    ],
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
  // Lines that look alike are one series with gaps between them: what ECharts does for each series outweighs their points.
  const thin = [
    { lines: group.thin, dash: 'solid' as const, opacity: 0.35 },
    { lines: group.asideLines ?? [], dash: 'dotted' as const, opacity: 0.7 },
  ].flatMap(({ lines, dash, opacity }): LineSeriesOption[] =>
    lines.length === 0
      ? []
      : [
          {
            type: 'line',
            name: group.label,
            ...pointsOf(drawing, lines),
            silent: true,
            tooltip: { show: false },
            lineStyle: { color, width: 1, opacity, type: dash },
            itemStyle: { color },
            emphasis: { disabled: true },
            z: 2,
          },
        ],
  );
  const strong: LineSeriesOption = {
    type: 'line',
    name: group.label,
    ...pointsOf(drawing, [group.strong]),
    lineStyle: { color, width: 2.25, type: group.style.dash },
    itemStyle: { color },
    emphasis: { disabled: true },
    z: 3,
    ...(hasEndLabel
      ? {
          endLabel: {
            show: true,
            formatter: () => group.label,
            color,
            distance: 6,
            fontSize: 11,
            fontWeight: 600,
          },
          labelLayout: { moveOverlap: 'shiftY' },
        }
      : {}),
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
  const part = (points: LinePoints, opacity: number): LineSeriesOption => ({
    type: 'line',
    name: group.label,
    ...points,
    showSymbol: false,
    stack: `${group.label} extremes`,
    stackStrategy: 'all',
    silent: true,
    tooltip: { show: false },
    // An edge, so that a moment's extreme is still seen where a step is a pixel wide.
    lineStyle: { color, width: 0.75, opacity: 0.4 },
    itemStyle: { color },
    areaStyle: { color, opacity },
    z: 1,
  });
  const plain = { ...drawing, isLog: false };
  return [part(pointsOf(plain, [shown(least)]), 0), part(pointsOf(plain, [shown(heights)]), 0.18)];
}

type LinePoints = Pick<LineSeriesOption, 'data' | 'dimensions' | 'showSymbol' | 'symbol' | 'symbolSize'>;

/**
 * Lines as the points of one series, with a gap after each: pairs in a typed array, which ECharts neither copies nor looks
 * through point by point. A point alone between gaps has no line to be seen by, so it gets a symbol.
 */
function pointsOf({ scale, factor, isLog }: TimeSeriesDrawing, lines: readonly Line[]): LinePoints {
  const count = lines.reduce((sum, { times }) => sum + times.length + 1, 0);
  const pairs = new Float64Array(2 * count);
  const alone = new Set<number>();
  let place = 0;
  for (const { times, values } of lines) {
    const shown = (index: number): number => {
      const value = values[index] ?? null;
      return value === null || (isLog && value <= 0) ? Number.NaN : value * factor;
    };
    times.forEach((time, index) => {
      const value = shown(index);
      if (!Number.isNaN(value) && Number.isNaN(shown(index - 1)) && Number.isNaN(shown(index + 1)))
        alone.add(place);
      pairs[2 * place] = time / scale.msPerUnit;
      pairs[2 * place + 1] = value;
      place += 1;
    });
    pairs.fill(Number.NaN, 2 * place, 2 * place + 2);
    place += 1;
  }
  return {
    // Its types do not name typed arrays, its documentation does.
    data: pairs as unknown as NonNullable<LineSeriesOption['data']>,
    dimensions: ['time', 'value'],
    showSymbol: alone.size > 0,
    symbol: (_value, { dataIndex }) => (alone.has(dataIndex) ? 'circle' : 'none'),
    symbolSize: 5,
  };
}
