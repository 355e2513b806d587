import type { SeriesKind } from './kinds.ts';
import { bucketMs } from './points.ts';

/** Numbers that are read at a time, more or less. */
const numbersPerRead = 100_000;
/** Series of one query: those with few points would otherwise make it long. */
const seriesPerRead = 500;
/** What a sketch takes besides its bins, and the most that its bins take, in numbers. */
const sketchNumbers = 50;
const mostBinNumbers = 450;

/** What has to be known of a series to tell how much it takes. */
export interface ReadableSeries {
  kind: SeriesKind;
  /** Observations. */
  count: number;
  /** Unix milliseconds. */
  firstMs: number | null;
  lastMs: number | null;
}

/** From `fromMs` up to and without `toMs`, unix milliseconds. */
export interface Stretch {
  fromMs: number;
  toMs: number;
}

/**
 * How to read series in bounded memory, in their order: many small ones with one query, a long one in several stretches
 * of time, which follow one another and begin with a bucket.
 * @param within what is read of each; outside of the series it costs nothing
 */
export function* planReads<S extends ReadableSeries>(
  series: readonly S[],
  within: Stretch,
  atATime = numbersPerRead,
): Generator<{ group: S[]; stretches: Stretch[] }, void> {
  let group: S[] = [];
  let size = 0;
  for (const one of series) {
    const own = estimateNumbers(one, within);
    if (group.length > 0 && (size + own > atATime || group.length >= seriesPerRead)) {
      yield { group, stretches: stretchesOf(group, size, within, atATime) };
      [group, size] = [[], 0];
    }
    group.push(one);
    size += own;
  }
  if (group.length > 0) yield { group, stretches: stretchesOf(group, size, within, atATime) };
}

function estimateNumbers({ kind, count, firstMs, lastMs }: ReadableSeries, within: Stretch): number {
  const ownMs = Math.max(0, (lastMs ?? 0) - (firstMs ?? 0)) + bucketMs;
  const readMs = Math.min(lastMs ?? 0, within.toMs) - Math.max(firstMs ?? 0, within.fromMs) + bucketMs;
  const part = Math.min(1, Math.max(0, readMs / ownMs));
  if (kind === 'gauge' || kind === 'cumulative') return part * count;
  const points = Math.min(count, ownMs / bucketMs + 1) * part;
  if (kind !== 'distribution') return 2 * points;
  const bins = Math.min(mostBinNumbers, (1.5 * count * part) / Math.max(1, points));
  return points * (sketchNumbers + bins);
}

function stretchesOf<S extends ReadableSeries>(
  group: readonly S[],
  size: number,
  within: Stretch,
  atATime: number,
): Stretch[] {
  const [first] = group;
  const number = Math.ceil(size / atATime);
  if (!first || group.length > 1 || number < 2) return [within];
  const startMs = Math.floor(Math.max(first.firstMs ?? 0, within.fromMs) / bucketMs) * bucketMs;
  const endMs = Math.min(first.lastMs ?? 0, within.toMs);
  const lengthMs = Math.ceil(Math.max(1, endMs - startMs) / number / bucketMs) * bucketMs;
  // The ends are those that were asked for: what arrives meanwhile is in one of the stretches.
  return Array.from({ length: number }, (_, index) => ({
    fromMs: index === 0 ? within.fromMs : startMs + index * lengthMs,
    toMs: index === number - 1 ? within.toMs : startMs + (index + 1) * lengthMs,
  })).filter(({ fromMs, toMs }) => fromMs < toMs);
}
