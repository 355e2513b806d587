import { Sketch, sketchKeyOf, sketchValueOf } from './sketch.ts';

/** Observations of which only the interval is known that they lie in. Both bounds are of one sign, or both are zero. */
export interface CountedInterval {
  low: number;
  high: number;
  count: number;
}

/** What is known of all observations together; null where it is not. */
export interface KnownFigures {
  sum: number | null;
  min: number | null;
  max: number | null;
}

/** Bins over which an interval is spread; those of a wide one are left out evenly. */
const maxBinsPerInterval = 16;

/**
 * The sketch of observations that came in intervals, which are spread evenly over each on a logarithmic scale. Its
 * quantiles are as exact as the intervals are narrow.
 */
export function sketchOfIntervals(intervals: Iterable<CountedInterval>, known: KnownFigures): Sketch {
  const bins = new Map<number, number>();
  let [count, sum, min, max] = [0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const interval of intervals) {
    if (interval.count === 0) continue;
    const low = clamp(interval.low, known);
    const high = clamp(interval.high, known);
    sum += spread(bins, low, high, interval.count);
    count += interval.count;
    min = Math.min(min, low, high);
    max = Math.max(max, low, high);
  }
  const keys = Int32Array.from(bins.keys()).sort();
  const counts = Float64Array.from(keys, (key) => bins.get(key) ?? 0);
  return Sketch.from({
    count,
    sum: known.sum ?? sum,
    min: known.min ?? min,
    max: known.max ?? max,
    bins: { keys, counts },
  });
}

function clamp(value: number, { min, max }: KnownFigures): number {
  return Math.min(max ?? value, Math.max(min ?? value, value));
}

/** Counts observations into the bins between two values. @returns about their sum */
function spread(bins: Map<number, number>, low: number, high: number, count: number): number {
  const [lowest, highest] = [sketchKeyOf(low), sketchKeyOf(high)];
  // The bin of the lower bound belongs, all but its edge, to the interval before.
  const span = Math.max(1, highest - lowest);
  const parts = Math.min(span, maxBinsPerInterval);
  let sum = 0;
  for (let part = 1, counted = 0; part <= parts; part++) {
    const until = Math.floor((count * part) / parts);
    const own = until - counted;
    if (own === 0) continue;
    const key = highest - Math.floor(((parts - part + 0.5) * span) / parts);
    bins.set(key, (bins.get(key) ?? 0) + own);
    sum += sketchValueOf(key) * own;
    counted = until;
  }
  return sum;
}
