export * from './difference-of-means.ts';
export type { Interval } from './interval.ts';
export { fitLine, type LineFit, slopeInterval, solveLine } from './least-squares.ts';
export { mean, type Numbers } from './mean.ts';
export { median, quantile } from './quantile.ts';
export * from './ratio-of-means.ts';
export { studentTProbability, studentTQuantile } from './student-t.ts';
export { standardDeviation, variance } from './variance.ts';
