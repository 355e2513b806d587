import type { Run, RunPods } from '@proofload/contracts';
import { formatDurationMs, formatNumber } from '@proofload/domain';
import type { LineSeriesOption } from 'echarts/charts';
import { type BandDrawing, bandSeries } from './band-series.ts';
import { axisLook, baseOption } from './base-option.ts';
import type { ChartLook, ChartModel, ChartOption } from './chart-model.ts';
import type { ChartTheme } from './chart-theme.ts';
import { phaseBands } from './run-figure.ts';
import { elapsedScale, type TimeScale } from './time-scale.ts';
import { dragZoom } from './time-series-option.ts';
import { tooltipHtml } from './tooltip-html.ts';

export interface PodStatesInput {
  states: RunPods['states'];
  /** Start and end (or the present) of the run, in unix milliseconds. */
  startMs: number;
  endMs: number;
  /** Drawn as bands and lines. */
  phases?: Run['phases'];
  annotations?: Run['annotations'];
}

type State = Exclude<keyof RunPods['states'], 'at'>;

/** From the bottom up: what is done lies below what goes on. */
const stack = ['failed', 'succeeded', 'running', 'pending'] as const satisfies readonly State[];
const names: Readonly<Record<State, string>> = {
  failed: 'Failed',
  succeeded: 'Succeeded',
  running: 'Running',
  pending: 'Pending',
};
const colorOf = (state: State, theme: ChartTheme): string =>
  ({ failed: theme.breach, succeeded: theme.pass, running: theme.accent, pending: theme.lineStrong })[state];

/** How many pods of a run were pending, running, had succeeded and failed, over the time of the run. */
export function buildPodStates({
  states,
  startMs,
  endMs,
  phases = [],
  annotations = [],
}: PodStatesInput): ChartModel {
  const lengthMs = Math.max(0, endMs - startMs);
  const scale = elapsedScale(lengthMs);
  const atMs = states.at.map((at) => Math.max(0, Date.parse(at) - startMs));
  const last = Object.fromEntries(stack.map((state) => [state, states[state].at(-1) ?? 0])) as Record<
    State,
    number
  >;
  const most = Math.max(
    0,
    ...states.at.map((_, index) => stack.reduce((sum, state) => sum + (states[state][index] ?? 0), 0)),
  );
  const title = 'Pods by state';
  return {
    title,
    description: `${title}: at the end ${stack.map((state) => `${last[state]} ${state}`).join(', ')}; ${most} at most.`,
    table: {
      columns: [
        { name: 'Time since the start', unit: 's' },
        ...stack.map((state) => ({ name: names[state], unit: 'pods' })),
      ],
      rows: states.at.map((_, index) => [
        (atMs[index] ?? 0) / 1000,
        ...stack.map((state) => states[state][index] ?? null),
      ]),
    },
    legend: [],
    notes: [],
    isEmpty: states.at.length === 0,
    height: 240,
    time: { msPerUnit: scale.msPerUnit },
    buildOption: (look) =>
      podStatesOption(look, {
        ...{ states, atMs, lengthMs, scale, last },
        bands: phaseBands(phases, startMs, endMs),
        marks: annotations.map(({ at, text }) => ({ label: text, atMs: Date.parse(at) - startMs })),
      }),
  };
}

interface Drawing extends Pick<BandDrawing, 'bands' | 'marks'> {
  states: RunPods['states'];
  atMs: readonly number[];
  lengthMs: number;
  scale: TimeScale;
  last: Readonly<Record<State, number>>;
}

function podStatesOption(look: ChartLook, drawing: Drawing): ChartOption {
  const { lengthMs, scale, states, atMs } = drawing;
  const x = axisLook(look, scale.title);
  return {
    ...baseOption(look),
    grid: {
      left: 12,
      right: 96,
      top: drawing.bands.length + drawing.marks.length > 0 ? 34 : 22,
      bottom: 12,
      outerBoundsMode: 'same',
      outerBoundsContain: 'all',
    },
    legend: { show: false },
    toolbox: dragZoom(look),
    xAxis: {
      ...x,
      type: 'value',
      min: 0,
      max: lengthMs / scale.msPerUnit || 1,
      nameGap: 26,
      splitLine: { show: false },
      axisLabel: { ...x.axisLabel, showMaxLabel: false },
      axisPointer: { show: true, snap: false, label: { show: false } },
    },
    yAxis: {
      ...axisLook(look, 'Pods'),
      type: 'value',
      min: 0,
      minInterval: 1,
      nameGap: 8,
      axisLabel: {
        color: look.theme.muted,
        fontSize: 11,
        formatter: (value: number) => formatNumber(value, 12),
      },
    },
    tooltip: {
      ...baseOption(look).tooltip,
      trigger: 'axis',
      formatter: (params) => {
        const index = (Array.isArray(params) ? params[0] : params)?.dataIndex ?? 0;
        // The first and the last point stand for the edges of the run.
        const own = Math.min(Math.max(index - 1, 0), atMs.length - 1);
        return tooltipHtml(
          `${formatDurationMs(atMs[own] ?? 0)} after the start`,
          [...stack].reverse().map((state) => ({
            color: colorOf(state, look.theme),
            label: names[state],
            value: index === 0 ? '0' : formatNumber(states[state][own] ?? 0, 12),
          })),
        );
      },
    },
    series: [
      ...stack.map((state) => stateSeries(look, drawing, state)),
      bandSeries({ ...drawing, look, factor: 1, limits: [], reference: null }),
    ],
  };
}

function stateSeries(
  { theme }: ChartLook,
  { states, atMs, lengthMs, scale, last }: Drawing,
  state: State,
): LineSeriesOption {
  const color = colorOf(state, theme);
  const points = atMs.map((at, index) => [at / scale.msPerUnit, states[state][index] ?? 0]);
  const endMs = Math.max(lengthMs, atMs.at(-1) ?? 0);
  return {
    type: 'line',
    name: names[state],
    stack: 'pods',
    step: 'end',
    symbol: 'none',
    data: [[0, 0], ...points, [endMs / scale.msPerUnit, last[state]]],
    lineStyle: { color, width: 1 },
    itemStyle: { color },
    areaStyle: { color, opacity: state === 'pending' ? 0.25 : 0.55 },
    emphasis: { disabled: true },
    endLabel: {
      show: last[state] > 0,
      formatter: () => `${names[state]} ${formatNumber(last[state], 12)}`,
      color: theme.ink,
      distance: 6,
      fontSize: 11,
    },
    labelLayout: { moveOverlap: 'shiftY' },
  };
}
