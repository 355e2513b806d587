/** A cumulative bucket of a classic histogram: how many observations were at most `bound`. */
export interface HistogramBucket {
  /** Infinity for the last. */
  bound: number;
  count: number;
}

/**
 * A percentile of observations that are known by buckets alone, as Prometheus' `histogram_quantile` reckons it: evenly
 * spread within its bucket, from zero on in the first. Null without observations, and where it lies beyond the last
 * finite bound, of which nothing but that is known.
 * @param share from 0 to 1
 */
export function bucketQuantile(buckets: readonly HistogramBucket[], share: number): number | null {
  const sorted = [...buckets].sort((a, b) => a.bound - b.bound);
  const total = sorted.at(-1)?.count ?? 0;
  if (total <= 0) return null;
  const rank = share * total;
  let [lowerBound, lowerCount] = [0, 0];
  for (const { bound, count } of sorted) {
    // Buckets of several scrapes may disagree by a few; none has fewer than the one below it.
    const reached = Math.max(count, lowerCount);
    if (reached >= rank && reached > lowerCount) {
      if (bound === Infinity) return null;
      const from = Math.min(lowerBound, bound);
      return from + ((bound - from) * (rank - lowerCount)) / (reached - lowerCount);
    }
    [lowerBound, lowerCount] = [bound, reached];
  }
  return null;
}
