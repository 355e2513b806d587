import type { Interval } from './interval.ts';
import { invertMatrix } from './invert-matrix.ts';
import { studentTQuantile } from './student-t.ts';

/** A curve with parameters: its value at x and the derivatives of that by the parameters. */
export type CurveModel = (x: number, parameters: readonly number[]) => { value: number; gradient: number[] };

export interface CurveFit {
  parameters: number[];
  /** Of the parameters, by the delta method; null without degrees of freedom. */
  errors: number[] | null;
  /** 95 %, by Student's t with n - p degrees of freedom; null without any. */
  intervals: Interval[] | null;
  residualSum: number;
  degrees: number;
}

const maxRounds = 500;

/**
 * Nonlinear least squares by Levenberg and Marquardt (SIAM Journal on Applied Mathematics 11, 1963), with the scaling of
 * Marquardt. Errors come from the Jacobian at the minimum (Seber and Wild, Nonlinear Regression, 2.1).
 * Null for fewer points than parameters and when the parameters cannot be told apart.
 */
export function fitCurve(
  model: CurveModel,
  points: readonly { x: number; y: number }[],
  start: readonly number[],
): CurveFit | null {
  const degrees = points.length - start.length;
  if (degrees < 0) return null;
  let parameters = [...start];
  let state = linearise(model, points, parameters);
  let damping = 1e-3;
  for (let round = 0; round < maxRounds && damping < 1e12; round++) {
    const step = damped(state, damping);
    if (step === null) {
      damping *= 10;
      continue;
    }
    const tried = parameters.map((value, index) => value + (step[index] ?? 0));
    const next = linearise(model, points, tried);
    if (!(next.residualSum <= state.residualSum)) {
      damping *= 10;
      continue;
    }
    const isStill = tried.every((value, index) => Math.abs(step[index] ?? 0) <= 1e-15 * Math.abs(value));
    [parameters, state, damping] = [tried, next, Math.max(damping / 10, 1e-15)];
    if (isStill) break;
  }
  const inverse = invertMatrix(state.normal);
  if (inverse === null || !Number.isFinite(state.residualSum)) return null;
  const { residualSum } = state;
  const errors =
    degrees === 0
      ? null
      : inverse.map((row, index) => Math.sqrt(((row[index] ?? 0) * residualSum) / degrees));
  const t = degrees === 0 ? 0 : studentTQuantile(0.975, degrees);
  const intervals =
    errors &&
    parameters.map((value, index) => ({
      low: value - t * (errors[index] ?? 0),
      high: value + t * (errors[index] ?? 0),
    }));
  return { parameters, errors, intervals, residualSum, degrees };
}

interface Linearised {
  residualSum: number;
  /** The transposed Jacobian times itself, and times the residuals. */
  normal: number[][];
  slope: number[];
}

function linearise(
  model: CurveModel,
  points: readonly { x: number; y: number }[],
  parameters: readonly number[],
): Linearised {
  const normal = parameters.map(() => parameters.map(() => 0));
  const slope = parameters.map(() => 0);
  let residualSum = 0;
  for (const { x, y } of points) {
    const { value, gradient } = model(x, parameters);
    const left = y - value;
    residualSum += left ** 2;
    for (const [row, a] of gradient.entries()) {
      slope[row] = (slope[row] ?? 0) + a * left;
      const cells = normal[row] ?? [];
      for (const [column, b] of gradient.entries()) cells[column] = (cells[column] ?? 0) + a * b;
    }
  }
  return { residualSum, normal, slope };
}

function damped({ normal, slope }: Linearised, damping: number): number[] | null {
  const raised = normal.map((row, index) =>
    row.map((value, column) => (column === index ? value * (1 + damping) : value)),
  );
  return (
    invertMatrix(raised)?.map((row) =>
      row.reduce((sum, value, index) => sum + value * (slope[index] ?? 0), 0),
    ) ?? null
  );
}
