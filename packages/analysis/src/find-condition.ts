import { type Condition, holds } from '@proofload/domain';
import { type Points, planReads, type Stretch } from '@proofload/series';
import { median } from '@proofload/stats';
import type { RunData, SeriesTotals } from './run-data.ts';

interface Watched {
  origin: string;
  times: number[];
  values: number[];
}

/**
 * The first time in `[fromMs, toMs]` at which a condition on stored series holds, or null.
 *
 * It is judged whenever the metric was seen. A series takes part while it is part of what was seen: one that has
 * vanished (a gauge whose label changed) no longer does. The sum or count over no series is 0, as long as the metric itself is
 * still seen with other labels; the other reducers, and no reducer, then do not hold.
 */
export async function findCondition(
  data: RunData,
  condition: Condition,
  fromMs: number,
  toMs: number,
): Promise<number | null> {
  const everything = await data.listSeries({ metric: condition.metric, matchers: [] });
  const matching = await data.listSeries({ metric: condition.metric, matchers: condition.matchers });
  const values = await readValues(data, everything, { fromMs: fromMs - lookbackMs, toMs: toMs + 1 });
  const seen = everything.flatMap(({ seriesId }) => values.get(seriesId) ?? []);
  const watched = matching.flatMap(({ seriesId }) => values.get(seriesId) ?? []);
  const { instants, stepsMs } = seenInstants(seen);
  const cursors = watched.map(() => 0);
  for (const { timeMs, origin } of instants) {
    if (timeMs > toMs) break;
    const present: number[] = [];
    watched.forEach((series, index) => {
      // Where its own origin was looking, a series that is there has a sample now; others may be a step old.
      const steps = origin === series.origin ? 0.5 : 1.5;
      const value = valueAt(series, timeMs, steps * (stepsMs.get(series.origin) ?? 0), cursors, index);
      if (value !== null) present.push(value);
    });
    if (timeMs >= fromMs && isMet(condition, present)) return timeMs;
  }
  return null;
}

/** Samples before the start of the search that may still be current. */
const lookbackMs = 60_000;

/** A number for each point of series, by series id: what else points hold is never there of more than a part of them. */
async function readValues(
  data: RunData,
  series: readonly SeriesTotals[],
  within: Stretch,
): Promise<Map<number, Watched>> {
  const read = new Map(
    series.map(({ seriesId, origin }): [number, Watched] => [seriesId, { origin, times: [], values: [] }]),
  );
  for (const { group, stretches } of planReads(series, within)) {
    for (const { fromMs, toMs } of stretches) {
      for (const [seriesId, points] of await data.readPoints(group, fromMs, toMs)) {
        const known = read.get(seriesId);
        if (known === undefined) continue;
        for (const time of points.times) known.times.push(time);
        for (const value of toValues(points)) known.values.push(value);
      }
    }
  }
  return read;
}

function toValues(points: Points): readonly number[] {
  switch (points.kind) {
    case 'delta':
      return points.sums;
    case 'ratio':
      return points.hits.map((hits, i) => hits / (points.totals[i] || 1));
    case 'distribution':
      return points.sketches.map(({ sum, count }) => sum / count);
    default:
      return points.values;
  }
}

interface Instants {
  instants: { timeMs: number; origin: string }[];
  /** The usual step of each origin. */
  stepsMs: Map<string, number>;
}

/** Every time at which an origin saw the metric, in order of time. */
function seenInstants(seen: readonly Watched[]): Instants {
  const byOrigin = new Map<string, Set<number>>();
  for (const { origin, times } of seen) {
    const known = byOrigin.get(origin) ?? new Set();
    for (const time of times) known.add(time);
    byOrigin.set(origin, known);
  }
  const stepsMs = new Map<string, number>();
  const instants = [...byOrigin].flatMap(([origin, times]) => {
    const sorted = [...times].sort((a, b) => a - b);
    const gaps = sorted.slice(1).map((time, index) => time - (sorted[index] ?? 0));
    stepsMs.set(origin, median(gaps) ?? 1000);
    return sorted.map((timeMs) => ({ timeMs, origin }));
  });
  return { instants: instants.sort((a, b) => a.timeMs - b.timeMs), stepsMs };
}

/** The newest value at a time, unless it is older than `maxAgeMs`. Times only grow, so each series has a cursor. */
function valueAt(
  series: Watched,
  timeMs: number,
  maxAgeMs: number,
  cursors: number[],
  index: number,
): number | null {
  let at = cursors[index] ?? 0;
  while (at < series.times.length && (series.times[at] ?? 0) <= timeMs) at += 1;
  cursors[index] = at;
  const seenMs = series.times[at - 1];
  return seenMs === undefined || timeMs - seenMs > maxAgeMs ? null : (series.values[at - 1] ?? null);
}

function isMet({ reducer, operator, limit }: Condition, values: readonly number[]): boolean {
  if (reducer === null) return values.some((value) => holds(value, operator, limit));
  const sum = values.reduce((total, value) => total + value, 0);
  if (reducer === 'sum') return holds(sum, operator, limit);
  if (reducer === 'count') return holds(values.length, operator, limit);
  if (values.length === 0) return false;
  if (reducer === 'avg') return holds(sum / values.length, operator, limit);
  return holds(reducer === 'min' ? Math.min(...values) : Math.max(...values), operator, limit);
}
