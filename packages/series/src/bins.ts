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

/** Where keys are sorted and counted, from one call to the next. */
let sorting = new Int32Array(1024);
let counting = new Float64Array(1024);

/** The bins of observations given by their keys, in any order. They are overwritten by the next call. */
export function borrowBins(unsorted: readonly number[]): Bins {
  if (unsorted.length > sorting.length) {
    sorting = new Int32Array(unsorted.length * 2);
    counting = new Float64Array(unsorted.length * 2);
  }
  for (let at = 0; at < unsorted.length; at++) sorting[at] = unsorted[at] as number;
  sorting.subarray(0, unsorted.length).sort();
  let used = 0;
  for (let at = 0; at < unsorted.length; used++) {
    const key = sorting[at] as number;
    const first = at;
    while (at < unsorted.length && sorting[at] === key) at += 1;
    sorting[used] = key;
    counting[used] = at - first;
  }
  return { keys: sorting.subarray(0, used), counts: counting.subarray(0, used) };
}

/** The bins of observations given by their keys, in any order. */
export function binKeys(unsorted: readonly number[]): Bins {
  const { keys, counts } = borrowBins(unsorted);
  return { keys: keys.slice(), counts: counts.slice() };
}

/** Where bins are added up; zeros between calls. Merging is done so often that a new one each time would be most of all garbage. */
let adding = new Float64Array(4096);

function addDense(parts: readonly Bins[], lowest: number, highest: number): Bins {
  const span = highest - lowest + 1;
  if (span > adding.length) adding = new Float64Array(Math.min(maxDenseSpan, span * 2));
  const dense = adding;
  for (const { keys, counts } of parts) {
    for (let bin = 0; bin < keys.length; bin++) {
      const slot = (keys[bin] as number) - lowest;
      dense[slot] = (dense[slot] as number) + (counts[bin] as number);
    }
  }
  let used = 0;
  for (let slot = 0; slot < span; slot++) if ((dense[slot] as number) > 0) used += 1;
  const merged: Bins = { keys: new Int32Array(used), counts: new Float64Array(used) };
  for (let slot = 0, bin = 0; bin < used; slot++) {
    const count = dense[slot] as number;
    if (count === 0) continue;
    merged.keys[bin] = slot + lowest;
    merged.counts[bin++] = count;
  }
  dense.fill(0, 0, span);
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
