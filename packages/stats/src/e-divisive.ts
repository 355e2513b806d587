import type { Numbers } from './mean.ts';

export interface ChangePoint {
  /** Index of the first value after the change. */
  index: number;
  /** By permutation: how often a series without a change has a split as clear as this. */
  probability: number;
}

export interface ChangePointOptions {
  /** Numbers in [0, 1), seeded: the same seed finds the same points. */
  random: () => number;
  /** How often a series without a change may be split. */
  level?: number;
  permutations?: number;
  /** Values that a stretch has at least. */
  minSize?: number;
}

/** What fewer values show is not told from chance. */
export const fewestForChangePoints = 10;
/** Beyond, the matrix of distances would be too large; callers take the newest. */
export const mostForChangePoints = 500;

/**
 * Points at which the distribution of a series changes, in order: hierarchical division by the energy distance, each
 * split held against permutations within the stretches found so far. No distribution is assumed, so heavy tails do not
 * alarm. None for fewer than ten values.
 * Source: Matteson and James, Journal of the American Statistical Association 109 (2014). The t-test that Hunter and
 * Apache Otava put in place of the permutations is faster, but is taken at the best of many splits, for which its
 * probabilities are too small; histories of runs are short enough to permute.
 */
export function findChangePoints(
  values: Numbers,
  { random, level = 0.05, permutations = 199, minSize = 3 }: ChangePointOptions,
): ChangePoint[] {
  if (values.length > mostForChangePoints)
    throw new RangeError(`expected at most ${mostForChangePoints} values, not ${values.length}`);
  if (values.length < fewestForChangePoints) return [];
  const found: ChangePoint[] = [];
  for (;;) {
    const edges = [0, ...found.map(({ index }) => index).sort((a, b) => a - b), values.length];
    const stretches = edges.slice(1).map((to, index) => values.slice(edges[index], to));
    const splits = stretches.map((stretch) => bestSplit(stretch, minSize));
    const place = splits.reduce(
      (most, split, index) => (split.size > (splits[most]?.size ?? 0) ? index : most),
      0,
    );
    const best = splits[place];
    if (!best || best.at === null) break;
    let asClear = 1;
    // Once it is sure to be no change, further permutations change nothing.
    for (let round = 0; round < permutations && asClear <= level * (permutations + 1); round++) {
      const sizes = stretches.map((stretch) => bestSplit(permute(stretch, random), minSize).size);
      if (sizes.reduce((most, size) => Math.max(most, size), 0) >= best.size) asClear += 1;
    }
    const probability = asClear / (permutations + 1);
    if (probability > level) break;
    found.push({ index: (edges[place] ?? 0) + best.at, probability });
  }
  return found.sort((a, b) => a.index - b.index);
}

/**
 * The split of a stretch with the greatest energy distance, scaled by the sizes of its parts; `at` is null when the stretch
 * is too short. The second part may end before the stretch does, so that a change that went back is seen.
 */
export function bestSplit(values: Numbers, minSize: number): { at: number | null; size: number } {
  const n = values.length;
  const best: { at: number | null; size: number } = { at: null, size: 0 };
  if (n < 2 * minSize) return best;
  const sums = distanceSums(values);
  const within = (from: number, to: number) =>
    // Each pair once: the square of the matrix holds it twice.
    (at(sums, n, to, to) - at(sums, n, from, to) - at(sums, n, to, from) + at(sums, n, from, from)) / 2;
  for (let split = minSize; split <= n - minSize; split++) {
    const left = within(0, split);
    for (let end = split + minSize; end <= n; end++) {
      const [a, b] = [split, end - split];
      const right = within(split, end);
      const across = within(0, end) - left - right;
      const distance = (2 * across) / (a * b) - left / ((a * (a - 1)) / 2) - right / ((b * (b - 1)) / 2);
      const size = ((a * b) / (a + b)) * distance;
      if (size > best.size) [best.size, best.at] = [size, split];
    }
  }
  return best;
}

/** Sums of the distances of all pairs below a row and a column, so that those of any stretch are known at once. */
function distanceSums(values: Numbers): Float64Array {
  const n = values.length;
  const sums = new Float64Array((n + 1) * (n + 1));
  for (let row = 1; row <= n; row++) {
    let line = 0;
    for (let column = 1; column <= n; column++) {
      line += Math.abs((values[row - 1] ?? 0) - (values[column - 1] ?? 0));
      sums[row * (n + 1) + column] = (sums[(row - 1) * (n + 1) + column] ?? 0) + line;
    }
  }
  return sums;
}

const at = (sums: Float64Array, n: number, row: number, column: number): number =>
  sums[row * (n + 1) + column] ?? 0;

function permute(values: Numbers, random: () => number): Float64Array {
  const result = Float64Array.from(values);
  for (let last = result.length - 1; last > 0; last--) {
    const chosen = Math.floor(random() * (last + 1));
    const held = result[last] ?? 0;
    result[last] = result[chosen] ?? 0;
    result[chosen] = held;
  }
  return result;
}
