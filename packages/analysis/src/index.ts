export { type Balance, type BalanceOptions, type EntityValue, measureBalance } from './balance.ts';
export {
  answerCapacity,
  boundCapacity,
  projectResources,
  type ResourceTrend,
  sayStepFailure,
} from './capacity.ts';
export type { ComparableRun } from './comparable-run.ts';
export { type CompareInput, compareGroups } from './compare-groups.ts';
export type { CurveLevel, CurveOptions } from './curve-level.ts';
export { distinctSeries } from './distinct-series.ts';
export {
  combineByEntity,
  type EntityCombination,
  type EntityValues,
  type LabelledValue,
} from './entity-values.ts';
export { evaluateRun, type RunEvaluation } from './evaluate-run.ts';
export type { Knee, KneeKind } from './find-knee.ts';
export { type DefinitionOf, findMixed, sayMixed } from './find-mixed.ts';
export { judgeGoals, judgeSweep } from './judge-goals.ts';
export { normaliseValue, type Share } from './normalise-value.ts';
export type { RunFacts } from './resolve-window.ts';
export {
  type CurvePoint,
  describeCurve,
  type Efficiency,
  type ResponseCurve,
} from './response-curve.ts';
export type { RunData, SeriesSelector, SeriesTotals } from './run-data.ts';
export { fitScaling, type ScalingLaws } from './scaling.ts';
export { type SeriesSummary, summariseSeries } from './summarise-series.ts';
