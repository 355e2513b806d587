import { cutText } from '@proofload/domain';
import type { CustomSeriesOption } from 'echarts/charts';
import type { ChartLook } from './chart-model.ts';
import { fontFamily } from './chart-theme.ts';
import { drawGroup, type RenderApi } from './drawn-shapes.ts';
import { countPhase, type PhaseLane, startSpread } from './phase-lanes.ts';
import type { TimeScale } from './time-scale.ts';
import { colorOf } from './treatment-style.ts';

/** Lanes that are drawn; a figure of more would be lanes only. */
export const maxLanes = 6;
/** Runs that have a bar each; of more, a lane shows how many are in the phase. */
const maxBars = 8;
const nameHeight = 14;
const barHeight = 4;
const barGap = 2;
const sharedHeight = 7;
const laneGap = 4;

const hasBars = (lanes: readonly PhaseLane[]): boolean => (lanes[0]?.of ?? 0) <= maxBars;

function laneHeight(lane: PhaseLane, isBarred: boolean): number {
  const bars = isBarred ? lane.runs.length * (barHeight + barGap) : sharedHeight;
  return nameHeight + bars + laneGap;
}

/** Pixels of all lanes below the axis. */
export function lanesHeight(lanes: readonly PhaseLane[]): number {
  const isBarred = hasBars(lanes);
  return lanes.slice(0, maxLanes).reduce((sum, lane) => sum + laneHeight(lane, isBarred), 0);
}

/** Room below the lanes, as below an axis without them. */
const margin = 8;

export interface PhaseLanesDrawing {
  look: ChartLook;
  scale: TimeScale;
  lanes: readonly PhaseLane[];
  isClock: boolean;
}

/**
 * Phases of several runs below their time axis, a lane each: a bar for every run while they are few, else how many of the
 * runs are in the phase. In the plot, the stretch from the first run's start of a phase to the last one's is shaded.
 */
export function phaseLanesSeries(drawing: PhaseLanesDrawing): CustomSeriesOption {
  const lanes = drawing.lanes.slice(0, maxLanes);
  return {
    type: 'custom',
    name: '',
    silent: true,
    clip: false,
    tooltip: { show: false },
    z: 0,
    // Places of nothing, so that neither axis reaches out for a lane.
    data: lanes.map(() => [Number.NaN, Number.NaN]),
    renderItem: ({ dataIndex, coordSys }, api) => {
      const lane = lanes[dataIndex];
      if (!lane) return null;
      const plot = coordSys as unknown as Plot;
      const top = api.getHeight() - margin - lanesHeight(lanes.slice(dataIndex));
      return drawGroup([
        ...drawStarts(drawing, lane, plot, api),
        ...drawBars(drawing, lane, { plot, top, api, isBarred: hasBars(lanes) }),
        drawName(drawing, lane, { plot, top, api }),
      ]);
    },
  };
}

interface Plot {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Place {
  plot: Plot;
  top: number;
  api: RenderApi;
}

/** Pixels from and to, cut to the plot; null for what lies outside. */
function stretchOf(
  { scale }: PhaseLanesDrawing,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  plot: Plot,
  api: RenderApi,
): { x: number; width: number } | null {
  const at = (ms: number): number => api.coord([ms / scale.msPerUnit, 0])[0] ?? 0;
  const [from, to] = [at(fromMs), at(toMs)];
  if (to < plot.x || from > plot.x + plot.width) return null;
  const x = Math.max(plot.x, from);
  return { x, width: Math.max(1, Math.min(plot.x + plot.width, to) - x) };
}

const rect = (shape: Plot, fill: string, opacity: number): object => ({
  type: 'rect',
  shape,
  style: { fill, opacity },
});

/** Where runs come into the phase; by the time of day, that says when they were run. */
function drawStarts(drawing: PhaseLanesDrawing, lane: PhaseLane, plot: Plot, api: RenderApi): object[] {
  const { look, isClock } = drawing;
  const stretch = isClock ? null : stretchOf(drawing, startSpread(lane), plot, api);
  if (!stretch) return [];
  const { lineStrong, phase } = look.theme;
  const line = (x: number): object => ({
    type: 'line',
    shape: { x1: x, y1: plot.y, x2: x, y2: plot.y + plot.height },
    style: { stroke: lineStrong, lineWidth: 1, lineDash: [2, 4], opacity: 0.7 },
  });
  const { x, width } = stretch;
  if (width < 2) return [line(x)];
  return [rect({ ...plot, x, width }, phase, 1), line(x), line(x + width)];
}

function drawBars(
  drawing: PhaseLanesDrawing,
  lane: PhaseLane,
  { plot, top, api, isBarred }: Place & { isBarred: boolean },
): object[] {
  const { theme } = drawing.look;
  const bar = (
    stretch: { fromMs: number; toMs: number },
    y: number,
    height: number,
    [fill, opacity]: readonly [string, number],
  ): object[] => {
    const across = stretchOf(drawing, stretch, plot, api);
    return across ? [rect({ ...across, y, height }, fill, opacity)] : [];
  };
  const first = top + nameHeight;
  if (!isBarred)
    return countPhase(lane).flatMap((stretch) =>
      bar(stretch, first, sharedHeight, [theme.muted, 0.15 + 0.7 * (stretch.runs / lane.of)]),
    );
  return lane.runs.flatMap(({ style, stretches }, row) =>
    stretches.flatMap((stretch) =>
      bar(stretch, first + row * (barHeight + barGap), barHeight, [colorOf(style, theme), 0.85]),
    ),
  );
}

const maxNameLength = 40;

function drawName(drawing: PhaseLanesDrawing, lane: PhaseLane, { plot, top, api }: Place): object {
  const { fromMs } = startSpread(lane);
  const begins = stretchOf(drawing, { fromMs, toMs: Number.MAX_SAFE_INTEGER }, plot, api);
  const some = lane.runs.length < lane.of ? ` (${lane.runs.length} of ${lane.of} runs)` : '';
  const text = `${cutText(lane.name, maxNameLength)}${some}`;
  const room = text.length * 6;
  const x = Math.max(plot.x, Math.min(begins?.x ?? plot.x, plot.x + plot.width - room));
  return {
    type: 'text',
    style: {
      x,
      y: top + nameHeight / 2,
      text,
      fill: drawing.look.theme.muted,
      align: 'left',
      verticalAlign: 'middle',
      fontFamily,
      fontSize: 11,
    },
  };
}
