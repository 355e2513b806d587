import { type CurveFit, type CurveModel, fitCurve } from './fit-curve.ts';

/** Throughput measured with an amount of workers, shards, processors. */
export interface ScalingPoint {
  amount: number;
  throughput: number;
}

/**
 * Amdahl's law with a free scale: X(N) = lambda N / (1 + sigma (N - 1)). Parameters: lambda, the throughput of one, and
 * sigma, the serial share; the speed-up ends at 1 / sigma. A negative sigma says that the points grow faster than
 * their amounts. Null for fewer than two different amounts.
 * Both laws are fitted to the logarithm of throughput, since runs vary by a share of it: on the plain scale the
 * intervals of sigma and kappa cover 73 to 92 % where they say 95 (repeated in the test).
 * Source: Amdahl, AFIPS 30 (1967).
 */
export function fitAmdahl(points: readonly ScalingPoint[]): CurveFit | null {
  return fitLaw(amdahl, points, 2);
}

/**
 * The universal scalability law: X(N) = lambda N / (1 + sigma (N - 1) + kappa N (N - 1)). Parameters: lambda, sigma
 * (contention) and kappa (coherency). With kappa > 0 throughput has a peak. Null for fewer than three different amounts.
 * Source: Gunther, Guerrilla Capacity Planning (2007), chapter 4.
 */
export function fitUniversalLaw(points: readonly ScalingPoint[]): CurveFit | null {
  return fitLaw(universal, points, 3);
}

/** The amount at which the universal law has its peak; null when it has none. */
export function peakAmount(sigma: number, kappa: number): number | null {
  return kappa > 0 && sigma < 1 ? Math.sqrt((1 - sigma) / kappa) : null;
}

/** The law on the logarithm; its first parameter is the logarithm of lambda. */
const universal: CurveModel = (amount, [logLambda = 0, sigma = 0, kappa = 0]) => {
  const below = 1 + sigma * (amount - 1) + kappa * amount * (amount - 1);
  return {
    value: logLambda + Math.log(amount / below),
    gradient: [1, (1 - amount) / below, (amount * (1 - amount)) / below],
  };
};

const amdahl: CurveModel = (amount, [logLambda = 0, sigma = 0]) => {
  const { value, gradient } = universal(amount, [logLambda, sigma, 0]);
  return { value, gradient: gradient.slice(0, 2) };
};

function fitLaw(law: CurveModel, points: readonly ScalingPoint[], size: number): CurveFit | null {
  const usable = points.every(({ amount, throughput }) => amount > 0 && throughput > 0);
  if (!usable || new Set(points.map(({ amount }) => amount)).size < size) return null;
  const start = startLinear(points, size);
  const isPossible = points.every(({ amount }) => Number.isFinite(law(amount, start).value));
  const [logLambda = 0] = start;
  const fit = fitCurve(
    law,
    points.map(({ amount, throughput }) => ({ x: amount, y: Math.log(throughput) })),
    isPossible ? start : [logLambda, ...start.slice(1).map(() => 0.01)],
  );
  return fit && withPlainScale(fit);
}

/** The first parameter as lambda itself, with its interval. */
function withPlainScale(fit: CurveFit): CurveFit {
  const [logLambda = 0, ...parameters] = fit.parameters;
  const [error = 0, ...errors] = fit.errors ?? [];
  const [interval, ...intervals] = fit.intervals ?? [];
  const lambda = Math.exp(logLambda);
  return {
    ...fit,
    parameters: [lambda, ...parameters],
    errors: fit.errors && [lambda * error, ...errors],
    intervals: interval
      ? [{ low: Math.exp(interval.low), high: Math.exp(interval.high) }, ...intervals]
      : null,
  };
}

/** N / X is linear in the law's terms, which gives where to start. */
function startLinear(points: readonly ScalingPoint[], size: number): number[] {
  const terms: CurveModel = (amount) => ({
    value: 0,
    gradient: [1, amount - 1, amount * (amount - 1)].slice(0, size),
  });
  const linear: CurveModel = (x, parameters) => {
    const { gradient } = terms(x, parameters);
    return {
      value: gradient.reduce((sum, term, index) => sum + term * (parameters[index] ?? 0), 0),
      gradient,
    };
  };
  const fit = fitCurve(
    linear,
    points.map(({ amount, throughput }) => ({ x: amount, y: amount / throughput })),
    Array.from({ length: size }, () => 0),
  );
  const [inverse = 0, ...rest] = fit?.parameters ?? [];
  if (inverse > 0) return [-Math.log(inverse), ...rest.map((value) => value / inverse)];
  const most = Math.max(...points.map(({ amount, throughput }) => throughput / amount));
  return [Math.log(most), ...Array.from({ length: size - 1 }, () => 0.01)];
}
