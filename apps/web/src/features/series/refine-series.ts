import type { SeriesLine, SeriesResponse } from '@proofload/contracts';
import type { Zoom } from '@/components/chart/chart-zoom';

/** A stretch of a run, as the interface takes it. */
export interface Stretch {
  from: string;
  to: string;
}

/** Samples are a second apart at least where they were put into steps; finer steps have nothing more to show. */
const finestStepMs = 1000;
/** A stretch that is nearly all of what is there is drawn as finely already. */
const leastGain = 0.8;

/**
 * The stretch of which finer points are worth asking for.
 * @param zoom milliseconds after the origin
 * @returns null when the points that are there are as fine as any
 */
export function chooseStretch(
  { origin, from, to, stepMs }: Pick<SeriesResponse, 'origin' | 'from' | 'to' | 'stepMs'>,
  zoom: Zoom | null,
): Stretch | null {
  if (zoom === null || stepMs <= finestStepMs) return null;
  const originMs = Date.parse(origin);
  const [firstMs, lastMs] = [Date.parse(from), Date.parse(to)];
  // A step more on either side, so that lines leave the figure where they are cut.
  const fromMs = Math.max(firstMs, Math.floor(originMs + zoom.fromMs - stepMs));
  const toMs = Math.min(lastMs, Math.ceil(originMs + zoom.toMs + stepMs));
  if (toMs <= fromMs || toMs - fromMs > leastGain * (lastMs - firstMs)) return null;
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
}

/** The lines of a whole run with finer points in a stretch of it. Lines that only one of both has stay as they are. */
export function refineSeries(coarse: SeriesResponse, fine: SeriesResponse): SeriesResponse {
  const shiftMs = Date.parse(fine.origin) - Date.parse(coarse.origin);
  const originMs = Date.parse(coarse.origin);
  const cut = { fromMs: Date.parse(fine.from) - originMs, toMs: Date.parse(fine.to) - originMs };
  const byName = new Map(fine.lines.map((line) => [nameOf(line), line]));
  const hasExtremes = fine.lines.some(({ columns }) => columns.min !== undefined);
  return {
    ...coarse,
    stepMs: hasExtremes ? fine.stepMs : coarse.stepMs,
    lines: coarse.lines.map((line) => {
      const finer = byName.get(nameOf(line));
      return finer ? splice(line, finer, cut, shiftMs) : line;
    }),
  };
}

const nameOf = ({ metric, kind, labels }: SeriesLine): string =>
  JSON.stringify([metric, kind, Object.entries(labels).sort()]);

function splice(
  coarse: SeriesLine,
  fine: SeriesLine,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  shiftMs: number,
): SeriesLine {
  const before = coarse.times.findIndex((time) => time >= fromMs);
  const start = before < 0 ? coarse.times.length : before;
  const after = coarse.times.findIndex((time) => time >= toMs);
  const end = after < 0 ? coarse.times.length : after;
  const join = <Value>(all: readonly Value[], middle: readonly Value[]): Value[] => [
    ...all.slice(0, start),
    ...middle,
    ...all.slice(end),
  ];
  const missing = fine.times.map(() => null);
  return {
    ...coarse,
    times: join(
      coarse.times,
      fine.times.map((time) => time + shiftMs),
    ),
    columns: Object.fromEntries(
      Object.entries(coarse.columns).map(([name, values]) => [
        name,
        join(values, fine.columns[name] ?? missing),
      ]),
    ),
  };
}
