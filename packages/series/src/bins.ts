/** Bins of a sketch by ascending key, each with how many observations it holds. */
export interface Bins {
  keys: Int32Array;
  counts: Float64Array;
}

export const noBins: Bins = { keys: new Int32Array(0), counts: new Float64Array(0) };

/** Widest span of keys over which bins are added up in one dense array. */
const maxDenseSpan = 1 << 16;

/** The bins of several together. */
export function mergeBins(parts: readonly Bins[]): Bins {
  const filled = parts.filter(({ keys }) => keys.length > 0);
  if (filled.length <= 1) return filled[0] ?? noBins;
  const lowest = filled.reduce((least, { keys }) => Math.min(least, keys[0] ?? 0), Number.POSITIVE_INFINITY);
  const highest = filled.reduce(
    (most, { keys }) => Math.max(most, keys.at(-1) ?? 0),
    Number.NEGATIVE_INFINITY,
  );
  return highest - lowest < maxDenseSpan ? addDense(filled, lowest, highest) : addSparse(filled);
}

/** The bins of observations given by their keys, in any order. */
export function binKeys(unsorted: readonly number[]): Bins {
  const sorted = Int32Array.from(unsorted).sort();
  const keys = new Int32Array(sorted.length);
  const counts = new Float64Array(sorted.length);
  let used = 0;
  for (let at = 0; at < sorted.length; ) {
    const key = sorted[at] as number;
    const first = at;
    while (sorted[at] === key) at += 1;
    keys[used] = key;
    counts[used++] = at - first;
  }
  return { keys: keys.slice(0, used), counts: counts.slice(0, used) };
}

function addDense(parts: readonly Bins[], lowest: number, highest: number): Bins {
  const dense = new Float64Array(highest - lowest + 1);
  for (const { keys, counts } of parts) {
    for (let bin = 0; bin < keys.length; bin++) {
      const slot = (keys[bin] as number) - lowest;
      dense[slot] = (dense[slot] as number) + (counts[bin] as number);
    }
  }
  let used = 0;
  for (const count of dense) if (count > 0) used += 1;
  const merged: Bins = { keys: new Int32Array(used), counts: new Float64Array(used) };
  let bin = 0;
  for (const [slot, count] of dense.entries()) {
    if (count === 0) continue;
    merged.keys[bin] = slot + lowest;
    merged.counts[bin++] = count;
  }
  return merged;
}

function addSparse(parts: readonly Bins[]): Bins {
  const sums = new Map<number, number>();
  for (const { keys, counts } of parts) {
    for (const [bin, key] of keys.entries()) sums.set(key, (sums.get(key) ?? 0) + (counts[bin] as number));
  }
  const keys = Int32Array.from(sums.keys()).sort();
  return { keys, counts: Float64Array.from(keys, (key) => sums.get(key) as number) };
}
