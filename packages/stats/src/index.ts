export { adjustBenjaminiHochberg } from './benjamini-hochberg.ts';
export * from './difference-of-means.ts';
export {
  type ChangePoint,
  type ChangePointOptions,
  fewestForChangePoints,
  findChangePoints,
  mostForChangePoints,
} from './e-divisive.ts';
export { type CurveFit, type CurveModel, fitCurve } from './fit-curve.ts';
export { gini } from './gini.ts';
export { adjustHolm } from './holm.ts';
export type { Interval } from './interval.ts';
export { jainIndex } from './jain-index.ts';
export { fitLine, interceptInterval, type LineFit, slopeInterval, solveLine } from './least-squares.ts';
export { mean, type Numbers } from './mean.ts';
export { meanInterval } from './mean-interval.ts';
export {
  type BlockMean,
  movingBlocksInterval,
  movingBlocksMean,
  movingBlocksRatio,
} from './moving-blocks.ts';
export { drawNormal, drawVarianceRatio } from './normal-draw.ts';
export { predictionInterval } from './prediction-interval.ts';
export { median, quantile } from './quantile.ts';
export * from './ratio-of-means.ts';
export { comparisonPower, type PowerOptions, replicatesNeeded } from './replicates-needed.ts';
export { fitAmdahl, fitUniversalLaw, peakAmount, type ScalingPoint } from './scalability-laws.ts';
export { studentTProbability, studentTQuantile } from './student-t.ts';
export {
  type BootstrapOptions,
  bootstrapDifferenceInterval,
  bootstrapRatioInterval,
} from './studentised-bootstrap.ts';
export { standardDeviation, variance } from './variance.ts';
export { variation } from './variation.ts';
