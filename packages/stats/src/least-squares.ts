import type { Interval } from './interval.ts';
import { mean, type Numbers } from './mean.ts';
import { studentTQuantile } from './student-t.ts';

/** A straight line through points. */
export interface LineFit {
  n: number;
  slope: number;
  intercept: number;
  /** Means of both coordinates, through which the line goes. */
  meanX: number;
  meanY: number;
  /** Sum of the squared deviations of x from its mean. */
  spreadX: number;
  /** Variance of what is left over, with n - 2 degrees of freedom; null for two points. */
  residualVariance: number | null;
}

/**
 * Ordinary least squares of y on x. Null for fewer than two different x.
 * Source: Draper and Smith, Applied Regression Analysis, 3rd edition, 1.2.
 */
export function fitLine(xs: Numbers, ys: Numbers): LineFit | null {
  if (xs.length !== ys.length) throw new RangeError(`expected as many y as x, not ${ys.length}`);
  const [meanX, meanY] = [mean(xs), mean(ys)];
  if (meanX === null || meanY === null) return null;
  let [spreadX, product] = [0, 0];
  for (let index = 0; index < xs.length; index++) {
    const away = (xs[index] ?? 0) - meanX;
    spreadX += away ** 2;
    product += away * ((ys[index] ?? 0) - meanY);
  }
  if (!(spreadX > 0)) return null;
  const slope = product / spreadX;
  const intercept = meanY - slope * meanX;
  let left = 0;
  for (let index = 0; index < xs.length; index++) {
    left += ((ys[index] ?? 0) - meanY - slope * ((xs[index] ?? 0) - meanX)) ** 2;
  }
  const n = xs.length;
  return { n, slope, intercept, meanX, meanY, spreadX, residualVariance: n > 2 ? left / (n - 2) : null };
}

/** Interval of the slope, by Student's t with n - 2 degrees of freedom. Null for fewer than three points. */
export function slopeInterval(
  { n, slope, spreadX, residualVariance }: LineFit,
  confidence = 0.95,
): Interval | null {
  if (residualVariance === null) return null;
  const reach = studentTQuantile((1 + confidence) / 2, n - 2) * Math.sqrt(residualVariance / spreadX);
  return { low: slope - reach, high: slope + reach };
}

/** Interval of the intercept, the y at x = 0, in the same way. Null for fewer than three points. */
export function interceptInterval(
  { n, intercept, meanX, spreadX, residualVariance }: LineFit,
  confidence = 0.95,
): Interval | null {
  if (residualVariance === null) return null;
  const error = Math.sqrt(residualVariance * (1 / n + meanX ** 2 / spreadX));
  const reach = studentTQuantile((1 + confidence) / 2, n - 2) * error;
  return { low: intercept - reach, high: intercept + reach };
}

/**
 * Where the line reaches a given y, with Fieller's interval (the x whose interval of the mean response holds that y).
 * The interval is null for fewer than three points, and when the slope cannot be told from zero, so that it has no end.
 * Source: Draper and Smith, 3.2 (inverse regression), for a y that is known exactly.
 * @returns null for a line that is level
 */
export function solveLine(
  fit: LineFit,
  y: number,
  confidence = 0.95,
): { value: number; interval: Interval | null } | null {
  const { n, slope, meanX, meanY, spreadX, residualVariance } = fit;
  if (slope === 0) return null;
  const rise = y - meanY;
  const value = meanX + rise / slope;
  if (residualVariance === null) return { value, interval: null };
  const t = studentTQuantile((1 + confidence) / 2, n - 2);
  const slopeError = t ** 2 * (residualVariance / spreadX);
  const rest = slope ** 2 - slopeError;
  if (!(rest > 0)) return { value, interval: null };
  const middle = meanX + (slope * rise) / rest;
  const reach = (t * Math.sqrt(residualVariance * (rise ** 2 / spreadX + rest / n))) / rest;
  return { value, interval: { low: middle - reach, high: middle + reach } };
}
