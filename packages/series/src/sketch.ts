import { type Bins, binKeys, borrowBins, mergeBins, noBins } from './bins.ts';

/** Largest relative error of a quantile. */
export const sketchRelativeError = 0.005;

const gamma = (1 + sketchRelativeError) / (1 - sketchRelativeError);
const logGamma = Math.log(gamma);
/** Smaller sizes count as zero: a nanosecond is 1e-6 ms. */
const smallest = 1e-9;
/** Added to the exponent of a bin, so that keys of positive values begin at 1; those of negative ones mirror them. */
export const keyOffset = 1 - Math.ceil(Math.log(smallest) / logGamma);
/** The key of the largest float. */
export const largestKey = Math.ceil(Math.log(Number.MAX_VALUE) / logGamma) + keyOffset;

/** Observations that are held by themselves before they are put into bins. */
const maxPending = 512;

/**
 * A mergeable summary of observations whose quantiles are within 0.5 % of the exact ones; count, sum, least and
 * greatest are exact. Values fall into bins that grow geometrically. A few observations take little memory, many take
 * no more than their bins.
 * Source: Masson, Rim and Lee, "DDSketch", PVLDB 12 (2019).
 */
export class Sketch {
  count = 0;
  sum = 0;
  min = Number.POSITIVE_INFINITY;
  max = Number.NEGATIVE_INFINITY;
  private binned: Bins = noBins;
  /** Keys of observations that are not in bins yet. */
  private pending: number[] = [];

  /** A sketch from its parts, as they were stored. */
  static from(parts: { count: number; sum: number; min: number; max: number; bins: Bins }): Sketch {
    const { bins, ...figures } = parts;
    const sketch = Object.assign(new Sketch(), figures);
    sketch.binned = bins;
    return sketch;
  }

  /** Adds one observation; values that are not finite are refused with false. */
  add(value: number): boolean {
    if (!Number.isFinite(value)) return false;
    this.addKeyed(value, sketchKeyOf(value));
    return true;
  }

  /** Adds a finite observation whose key is known already. */
  addKeyed(value: number, key: number): void {
    this.count += 1;
    this.sum += value;
    if (value < this.min) this.min = value;
    if (value > this.max) this.max = value;
    if (this.pending.push(key) >= maxPending) this.bins();
  }

  merge(other: Sketch): this {
    this.count += other.count;
    this.sum += other.sum;
    if (other.min < this.min) this.min = other.min;
    if (other.max > this.max) this.max = other.max;
    this.binned = mergeBins([this.bins(), other.bins()]);
    return this;
  }

  /** Everything in bins. The result is not to be changed. */
  bins(): Bins {
    if (this.pending.length > 0) {
      this.binned = mergeBins([this.binned, binKeys(this.pending)]);
      this.pending = [];
    }
    return this.binned;
  }

  /** The same for a moment: the next call may overwrite them. Nothing that lasts is made for a sketch that is written once. */
  borrowBins(): Bins {
    if (this.pending.length === 0) return this.binned;
    const added = borrowBins(this.pending);
    return this.binned.keys.length === 0 ? added : mergeBins([this.binned, added]);
  }

  /**
   * Value at rank `q` (0 to 1), interpolated between the two nearest ranks as k6's trends are
   * (`rank = q * (count - 1)`). NaN without observations.
   */
  quantile(q: number): number {
    return this.quantiles([q])[0] ?? Number.NaN;
  }

  /** Several quantiles in one pass over the bins. */
  quantiles(qs: readonly number[]): number[] {
    if (this.count === 0) return qs.map(() => Number.NaN);
    const { keys, counts } = this.bins();
    const upTo = new Float64Array(counts.length);
    for (let bin = 0, total = 0; bin < counts.length; bin++) {
      total += counts[bin] as number;
      upTo[bin] = total;
    }
    return qs.map((q) => {
      const rank = Math.min(1, Math.max(0, q)) * (this.count - 1);
      const low = this.valueAtRank(keys, upTo, Math.floor(rank));
      const high = this.valueAtRank(keys, upTo, Math.ceil(rank));
      return low + (high - low) * (rank - Math.floor(rank));
    });
  }

  private valueAtRank(keys: Int32Array, upTo: Float64Array, rank: number): number {
    if (rank <= 0) return this.min;
    if (rank >= this.count - 1) return this.max;
    let [low, high] = [0, upTo.length - 1];
    while (low < high) {
      const mid = (low + high) >> 1;
      if ((upTo[mid] ?? 0) > rank) high = mid;
      else low = mid + 1;
    }
    return Math.min(this.max, Math.max(this.min, sketchValueOf(keys[low] ?? 0)));
  }
}

/** The sketch of several together; empty when there are none. */
export function mergeSketches(sketches: Iterable<Sketch>): Sketch {
  const parts = [...sketches];
  return Sketch.from({
    count: parts.reduce((total, { count }) => total + count, 0),
    sum: parts.reduce((total, { sum }) => total + sum, 0),
    min: parts.reduce((least, { min }) => Math.min(least, min), Number.POSITIVE_INFINITY),
    max: parts.reduce((most, { max }) => Math.max(most, max), Number.NEGATIVE_INFINITY),
    bins: mergeBins(parts.map((part) => part.bins())),
  });
}

/** The bin of a finite value. Keys are ordered as their values are; 0 is that of zero. */
export function sketchKeyOf(value: number): number {
  if (value > smallest) return Math.ceil(Math.log(value) / logGamma) + keyOffset;
  if (value < -smallest) return -(Math.ceil(Math.log(-value) / logGamma) + keyOffset);
  return 0;
}

/** The value of a bin with the least relative error to all values in it. */
export function sketchValueOf(key: number): number {
  if (key === 0) return 0;
  const size = (2 * gamma ** (Math.abs(key) - keyOffset)) / (gamma + 1);
  return key > 0 ? size : -size;
}
