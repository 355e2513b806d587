/** Largest relative error of a quantile. */
export const sketchRelativeError = 0.005;

const gamma = (1 + sketchRelativeError) / (1 - sketchRelativeError);
const logGamma = Math.log(gamma);
/** Smaller sizes count as zero: a nanosecond is 1e-6 ms. */
const smallest = 1e-9;

/**
 * A mergeable summary of observations whose quantiles are within 0.5 % of the exact ones; count, sum, least and
 * greatest are exact. Values fall into bins that grow geometrically.
 * Source: Masson, Rim and Lee, "DDSketch", PVLDB 12 (2019).
 */
export class Sketch {
  count = 0;
  sum = 0;
  min = Number.POSITIVE_INFINITY;
  max = Number.NEGATIVE_INFINITY;
  /** Values too small to have a sign, then bins of positive and of negative values by their index. */
  zeros = 0;
  readonly positive = new Map<number, number>();
  readonly negative = new Map<number, number>();

  /** Adds one observation; values that are not finite are refused with false. */
  add(value: number): boolean {
    if (!Number.isFinite(value)) return false;
    this.count += 1;
    this.sum += value;
    if (value < this.min) this.min = value;
    if (value > this.max) this.max = value;
    if (value > smallest) increment(this.positive, Math.ceil(Math.log(value) / logGamma), 1);
    else if (value < -smallest) increment(this.negative, Math.ceil(Math.log(-value) / logGamma), 1);
    else this.zeros += 1;
    return true;
  }

  merge(other: Sketch): this {
    this.count += other.count;
    this.sum += other.sum;
    this.zeros += other.zeros;
    if (other.min < this.min) this.min = other.min;
    if (other.max > this.max) this.max = other.max;
    for (const [bin, count] of other.positive) increment(this.positive, bin, count);
    for (const [bin, count] of other.negative) increment(this.negative, bin, count);
    return this;
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
    const bins = this.sortedBins();
    return qs.map((q) => {
      const rank = Math.min(1, Math.max(0, q)) * (this.count - 1);
      const low = this.valueAtRank(bins, Math.floor(rank));
      const high = this.valueAtRank(bins, Math.ceil(rank));
      return low + (high - low) * (rank - Math.floor(rank));
    });
  }

  private sortedBins(): { value: number; upTo: number }[] {
    const negatives = [...this.negative]
      .sort(([a], [b]) => b - a)
      .map(([bin, count]) => ({ value: -middle(bin), count }));
    const positives = [...this.positive]
      .sort(([a], [b]) => a - b)
      .map(([bin, count]) => ({ value: middle(bin), count }));
    const zeros = this.zeros > 0 ? [{ value: 0, count: this.zeros }] : [];
    let upTo = 0;
    return [...negatives, ...zeros, ...positives].map(({ value, count }) => {
      upTo += count;
      return { value, upTo };
    });
  }

  private valueAtRank(bins: readonly { value: number; upTo: number }[], rank: number): number {
    if (rank <= 0) return this.min;
    if (rank >= this.count - 1) return this.max;
    let [low, high] = [0, bins.length - 1];
    while (low < high) {
      const mid = (low + high) >> 1;
      if ((bins[mid]?.upTo ?? 0) > rank) high = mid;
      else low = mid + 1;
    }
    return Math.min(this.max, Math.max(this.min, bins[low]?.value ?? this.max));
  }
}

/** The sketch of several together; empty when there are none. */
export function mergeSketches(sketches: Iterable<Sketch>): Sketch {
  const merged = new Sketch();
  for (const sketch of sketches) merged.merge(sketch);
  return merged;
}

/** The value of a bin with the least relative error to all values in it. */
const middle = (bin: number): number => (2 * gamma ** bin) / (gamma + 1);

function increment(bins: Map<number, number>, bin: number, by: number): void {
  bins.set(bin, (bins.get(bin) ?? 0) + by);
}
