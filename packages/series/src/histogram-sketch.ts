import { Sketch, sketchKeyOf, sketchValueOf } from './sketch.ts';

/** A bucket of a histogram: how many observations lie above `low`, up to `high`. Infinite and crossing zero is possible. */
export interface HistogramBucket {
  low: number;
  high: number;
  count: number;
}

/** Parts of a bucket that are told apart; the rest of its width is its error. */
const maxParts = 16;
/** Below an upper bound that has no lower one, observations are taken to lie within so much of it. */
const openWidth = 16;

/**
 * The sketch of everything that a histogram has counted since its start. Each observation of a bucket goes to a part of
 * it, in an order that fills all parts evenly and never takes one back: the sketch of a histogram that has grown has
 * no bin with less than before, so that two of them can be subtracted.
 * @param sum of all observations
 */
export function sketchOfHistogram(buckets: Iterable<HistogramBucket>, sum: number): Sketch {
  const bins = new Map<number, number>();
  let count = 0;
  for (const bucket of buckets) {
    // Averaged histograms have fractions.
    const own = Math.round(bucket.count);
    if (own <= 0) continue;
    count += own;
    spread(bins, { ...bucket, count: own });
  }
  const keys = Int32Array.from(bins.keys()).sort();
  const counts = Float64Array.from(keys, (key) => bins.get(key) ?? 0);
  return fromBins({ keys, counts }, count, sum);
}

/**
 * What a histogram has counted between two of its sketches; all of the newer one when it has fewer observations, as
 * the process has begun anew then. Where buckets became wider in between, what moved stays with its neighbours.
 */
export function sketchIncrease(before: Sketch, now: Sketch): Sketch {
  const count = now.count - before.count;
  if (count < 0) return now;
  const grown = new Map<number, number>();
  addBins(grown, now, 1);
  addBins(grown, before, -1);
  const keys = Int32Array.from(grown.keys()).sort();
  const counts = Float64Array.from(keys, (key) => grown.get(key) ?? 0);
  settle(counts);
  const filled = keys.map((_, bin) => bin).filter((bin) => (counts[bin] ?? 0) > 0);
  return fromBins(
    {
      keys: filled.map((bin) => keys[bin] ?? 0),
      counts: Float64Array.from(filled, (bin) => counts[bin] ?? 0),
    },
    count,
    now.sum - before.sum,
  );
}

/** Least and greatest are not known of a histogram: they are those of its outermost bins. */
function fromBins(bins: { keys: Int32Array; counts: Float64Array }, count: number, sum: number): Sketch {
  const [lowest, highest] = [bins.keys[0], bins.keys.at(-1)];
  if (lowest === undefined || highest === undefined) return new Sketch();
  return Sketch.from({ count, sum, min: sketchValueOf(lowest), max: sketchValueOf(highest), bins });
}

function spread(bins: Map<number, number>, bucket: HistogramBucket): void {
  const { count } = bucket;
  const [lowest, highest] = boundKeys(bucket);
  const span = highest - lowest;
  const parts = Math.min(maxParts, Math.max(1, Math.round(span / 2)));
  const order = fillingOrders[parts] ?? [0];
  const [each, rest] = [Math.floor(count / parts), count % parts];
  for (const [turn, part] of order.entries()) {
    const own = each + (turn < rest ? 1 : 0);
    if (own === 0) break;
    const key = highest - Math.floor(((parts - part - 0.5) * span) / parts);
    bins.set(key, (bins.get(key) ?? 0) + own);
  }
}

/** The bins of the bounds, as far as these are of any use. */
function boundKeys({ low, high }: HistogramBucket): [lowest: number, highest: number] {
  if (high === Number.POSITIVE_INFINITY) return same(sketchKeyOf(Number.isFinite(low) ? low : 0));
  const isOpen = low === Number.NEGATIVE_INFINITY;
  if (high > 0 && (isOpen || low === 0)) return [sketchKeyOf(high / openWidth), sketchKeyOf(high)];
  if (isOpen) return same(sketchKeyOf(high));
  if (low < 0 && high >= 0) return same(0);
  return [sketchKeyOf(low), sketchKeyOf(high)];
}

const same = (key: number): [number, number] => [key, key];

/** For each number of parts, the order in which they are filled: far apart first (bits of the place reversed). */
const fillingOrders: readonly (readonly number[])[] = Array.from({ length: maxParts + 1 }, (_, parts) =>
  Array.from({ length: maxParts }, (_each, turn) => reverseBits(turn)).filter((part) => part < parts),
);

function reverseBits(place: number): number {
  return ((place & 1) << 3) | ((place & 2) << 1) | ((place & 4) >> 1) | ((place & 8) >> 3);
}

function addBins(into: Map<number, number>, sketch: Sketch, sign: 1 | -1): void {
  const { keys, counts } = sketch.bins();
  for (const [bin, key] of keys.entries()) into.set(key, (into.get(key) ?? 0) + sign * (counts[bin] ?? 0));
}

/** Takes what is below zero from the nearest bins above, and what is then left from the ones below. */
function settle(counts: Float64Array): void {
  let missing = 0;
  const take = (bin: number): void => {
    const own = (counts[bin] ?? 0) - missing;
    missing = Math.max(0, -own);
    counts[bin] = Math.max(0, own);
  };
  for (let bin = 0; bin < counts.length; bin++) take(bin);
  for (let bin = counts.length - 1; missing > 0 && bin >= 0; bin--) take(bin);
}
