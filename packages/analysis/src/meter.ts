import { type Points, planReads } from '@proofload/series';
import type { RunData, SeriesTotals } from './run-data.ts';
import type { TimeRange } from './time-range.ts';

/** Something that is told from the points of series, which it takes bit by bit. */
export interface Meter {
  /** Series whose points it asks for; none when it needs no point. */
  series: ReadonlySet<number>;
  /** Points of one of them in order of time, behind those before; all of one series, then all of the next. */
  add(seriesId: number, points: Points): void;
}

/** Reads what meters of one range ask for, once for all of them and a bounded part at a time. */
export async function readMeters(
  meters: readonly Meter[],
  series: readonly SeriesTotals[],
  range: TimeRange,
  data: RunData,
): Promise<void> {
  const takers = takersOf(meters);
  const asked = series.filter(({ seriesId }) => takers.has(seriesId));
  // Samples at the very end of the range belong to it.
  const within = {
    fromMs: Math.min(range.firstBucketMs, range.fromMs),
    toMs: Math.max(range.endBucketMs, range.toMs + 1),
  };
  for (const { group, stretches } of planReads(asked, within)) {
    for (const { fromMs, toMs } of stretches) {
      const points = await data.readPoints(group, fromMs, toMs);
      for (const { seriesId } of group) {
        const found = points.get(seriesId);
        if (found) for (const meter of takers.get(seriesId) ?? []) meter.add(seriesId, found);
      }
    }
  }
}

/** The meters that ask for each series. */
function takersOf(meters: readonly Meter[]): Map<number, Meter[]> {
  const takers = new Map<number, Meter[]>();
  for (const meter of meters) {
    for (const seriesId of meter.series) {
      const known = takers.get(seriesId);
      if (known) known.push(meter);
      else takers.set(seriesId, [meter]);
    }
  }
  return takers;
}
