import type { Interval } from './interval.ts';
import { mean, type Numbers } from './mean.ts';
import { studentTQuantile } from './student-t.ts';
import { variance } from './variance.ts';
import { welchDegrees } from './welch-degrees.ts';

/** The mean of one long run with the error that its own fluctuation gives it. */
export interface BlockMean {
  mean: number;
  error: number;
  degrees: number;
}

const blocks = 10;
const fewestValues = 100;
/** Times that go together, in values, of which a block must hold several. */
const correlationsInBlock = 5;

/**
 * The mean of evenly spaced values of one run, such as a rate per step, whose neighbours go together. Its error is that of
 * the moving-block bootstrap, which for a mean is known without resampling: the scatter of the means of all overlapping
 * blocks. Blocks are a tenth of the run; the degrees of freedom are those of blocks side by side, which is a little wide for overlapping ones.
 * It says how far this run tells its own level, and nothing about how far another run would be from it.
 * Null for fewer than 100 values, and when values go together for so long that blocks are not independent.
 * Sources: Künsch, Annals of Statistics 17 (1989); Meketon and Schmeiser, Winter Simulation Conference (1984).
 */
export function movingBlocksMean(values: Numbers): BlockMean | null {
  const n = values.length;
  const center = mean(values);
  if (center === null || n < fewestValues) return null;
  const length = Math.floor(n / blocks);
  if (correlationTime(values, center) * correlationsInBlock > length) return null;
  let sum = 0;
  const means = new Float64Array(n - length + 1);
  for (let index = 0; index < n; index++) {
    sum += (values[index] ?? 0) - center;
    if (index >= length) sum -= (values[index - length] ?? 0) - center;
    if (index >= length - 1) means[index - length + 1] = sum / length;
  }
  const squares = mean(means.map((value) => value ** 2)) ?? 0;
  const share = length / n;
  return {
    mean: center,
    // Blocks scatter about the mean of the run that they are part of, which takes away their share of it.
    error: Math.sqrt((squares * share) / (1 - share)),
    degrees: n / length - 1,
  };
}

/** Interval of the mean level of one long run. Null where `movingBlocksMean` is. */
export function movingBlocksInterval(values: Numbers, confidence = 0.95): Interval | null {
  const found = movingBlocksMean(values);
  if (found === null) return null;
  const half = studentTQuantile((1 + confidence) / 2, found.degrees) * found.error;
  return { low: found.mean - half, high: found.mean + half };
}

/**
 * Interval of the ratio of the levels of two long runs, on the logarithm. It tells whether these two runs differ; whether
 * their treatments do needs replicates. Null where a level is unknown or not above zero.
 */
export function movingBlocksRatio(values: Numbers, baseline: Numbers, confidence = 0.95): Interval | null {
  const [own, other] = [movingBlocksMean(values), movingBlocksMean(baseline)];
  if (own === null || other === null || !(own.mean > 0 && other.mean > 0)) return null;
  const terms = [own, other].map(({ mean: center, error, degrees }) => ({
    variance: (error / center) ** 2,
    degrees,
  }));
  const [a, b] = terms;
  if (!a || !b) return null;
  const half =
    studentTQuantile((1 + confidence) / 2, welchDegrees(a, b)) * Math.sqrt(a.variance + b.variance);
  const ratio = own.mean / other.mean;
  return { low: ratio * Math.exp(-half), high: ratio * Math.exp(half) };
}

/**
 * For how many values they go together: 1 + 2 times the sum of the autocorrelations, up to where pairs of them stop being
 * positive. 1 for independent values. Source: Geyer, Statistical Science 7 (1992), initial positive sequence.
 */
function correlationTime(values: Numbers, center: number): number {
  const n = values.length;
  const spread = variance(values) ?? 0;
  if (!(spread > 0)) return 1;
  const at = (lag: number) => {
    let sum = 0;
    for (let index = lag; index < n; index++)
      sum += ((values[index] ?? 0) - center) * ((values[index - lag] ?? 0) - center);
    return sum / (n * spread);
  };
  let time = 1;
  for (let lag = 1; lag < n / 2; lag += 2) {
    const pair = at(lag) + at(lag + 1);
    if (pair <= 0) break;
    time += 2 * pair;
  }
  return time;
}
