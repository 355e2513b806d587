import type { TreatmentHistory } from '@proofload/contracts';
import { formatNumber } from '@proofload/domain';
import type { LineSeriesOption } from 'echarts/charts';
import { axisLook, baseOption } from './base-option.ts';
import type { ChartLook, ChartOption } from './chart-model.ts';
import { roundEnds } from './round-ends.ts';
import { tooltipHtml } from './tooltip-html.ts';
import { colorOf, type TreatmentStyle } from './treatment-style.ts';

/** A stretch of runs between two changes, or from the beginning or to the end. */
export interface HistorySegment {
  /** Places among all points, both included. */
  from: number;
  to: number;
  mean: number;
  n: number;
}

export interface HistoryDrawing {
  history: TreatmentHistory;
  segments: readonly HistorySegment[];
  style: TreatmentStyle;
  valueName: string;
  factor: number;
  /** When each run was, as it is shown. */
  times: readonly string[];
  /** Places of the changes among all points. */
  changePlaces: readonly number[];
  say(value: number): string;
}

/** Runs side by side in their order, whatever lies between them; a run that does not count is hollow. */
export function historyOption(look: ChartLook, drawing: HistoryDrawing): ChartOption {
  const { theme } = look;
  const { history, times, valueName, factor } = drawing;
  const color = colorOf(drawing.style, theme);
  const x = axisLook(look, 'Runs in their order');
  const values = (isCounted: boolean) =>
    history.points.map(({ value, excluded }) =>
      value !== null && (excluded === null) === isCounted ? value * factor : '-',
    );
  return {
    ...baseOption(look),
    grid: { left: 12, right: 24, top: 30, bottom: 12, outerBoundsMode: 'same', outerBoundsContain: 'all' },
    xAxis: { ...x, type: 'category', nameGap: 26, boundaryGap: true, data: [...times] },
    yAxis: {
      ...axisLook(look, valueName),
      type: 'value',
      ...valueEnds(drawing),
      nameGap: 8,
      axisLabel: { color: theme.muted, fontSize: 11, formatter: (value: number) => formatNumber(value) },
    },
    tooltip: { ...baseOption(look).tooltip, trigger: 'axis', formatter: sayHovered(look, drawing) },
    series: [
      {
        type: 'line',
        name: 'value',
        data: values(true),
        connectNulls: true,
        symbol: 'circle',
        symbolSize: 6,
        lineStyle: { color, width: 1, opacity: 0.45 },
        itemStyle: { color },
        markLine: markLines(look, drawing),
        z: 3,
      },
      {
        type: 'line',
        name: 'left out',
        data: values(false),
        symbol: 'emptyDiamond',
        symbolSize: 8,
        lineStyle: { width: 0 },
        itemStyle: { color: theme.muted },
        z: 3,
      },
      ...drawing.segments.map((segment) => segmentSeries(look, drawing, segment)),
    ],
  };
}

/** From zero, and far enough for the limits unless the values would be a line beside them. */
function valueEnds({ history, factor }: HistoryDrawing) {
  const values = history.points.flatMap(({ value }) => (value === null ? [] : [value * factor]));
  const most = Math.max(0, ...values);
  const limits = history.limits
    .map(({ value }) => value * factor)
    .filter((value) => value <= most * farLimit);
  return roundEnds(Math.min(0, ...values), Math.max(most, ...limits));
}

/** A limit that is so many times the values is not drawn. */
export const farLimit = 4;

function segmentSeries(
  { theme }: ChartLook,
  { times, factor }: HistoryDrawing,
  { from, to, mean }: HistorySegment,
): LineSeriesOption {
  return {
    type: 'line',
    name: 'mean',
    silent: true,
    data: times.map((_, place) => (from <= place && place <= to ? mean * factor : '-')),
    symbol: from === to ? 'rect' : 'none',
    symbolSize: [14, 2],
    lineStyle: { color: theme.ink, width: 2.5 },
    itemStyle: { color: theme.ink },
    z: 2,
  };
}

/** Changes across, objectives and goals along. */
function markLines({ theme }: ChartLook, { history, changePlaces, factor }: HistoryDrawing) {
  const changes = history.changes.map((change, index) => {
    const isSeen = change.acknowledgement !== null;
    const tone = isSeen ? theme.muted : change.direction === 'worse' ? theme.breach : theme.ink;
    const sign =
      change.direction === 'worse' ? '▼ worse' : change.direction === 'better' ? '▲ better' : 'change';
    return {
      xAxis: changePlaces[index] ?? 0,
      lineStyle: { color: tone, width: 1.5, type: isSeen ? [2, 3] : [6, 3] },
      label: {
        formatter: isSeen ? `${sign}, seen` : sign,
        position: 'end' as const,
        color: tone,
        fontSize: 11,
        fontWeight: isSeen ? (400 as const) : (600 as const),
      },
    };
  });
  const limits = history.limits.map(({ label, value, kind }) => ({
    yAxis: value * factor,
    lineStyle: { color: kind === 'goal' ? theme.accent : theme.breach, width: 1.25, type: [6, 3] },
    label: {
      formatter: label,
      position: 'insideStartTop' as const,
      color: kind === 'goal' ? theme.accent : theme.breach,
      fontSize: 11,
    },
  }));
  return { silent: true, symbol: 'none', data: [...changes, ...limits] };
}

function sayHovered({ theme }: ChartLook, { history, segments, style, times, say }: HistoryDrawing) {
  return (params: unknown): string => {
    const [first] = (Array.isArray(params) ? params : [params]) as { dataIndex?: number }[];
    const place = first?.dataIndex ?? -1;
    const point = history.points[place];
    if (!point) return '';
    const segment = segments.find(({ from, to }) => from <= place && place <= to);
    return tooltipHtml(`${point.name}, ${times[place] ?? ''}`, [
      {
        color: colorOf(style, theme),
        label: 'value',
        value: point.value === null ? 'no data' : say(point.value),
      },
      ...(point.excluded === null ? [] : [{ color: null, label: 'left out', value: point.excluded }]),
      ...(segment
        ? [{ color: theme.ink, label: `mean of the stretch (n=${segment.n})`, value: say(segment.mean) }]
        : []),
    ]);
  };
}
