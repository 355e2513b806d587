export { type AddressRange, countNodes, nodePrefixFor, prefixFor } from './address-range.ts';
export { type AdjustedProbability, adjustForMany } from './adjust-for-many.ts';
export {
  adviseReplicates,
  assessEffect,
  type EffectAssessment,
  type EffectOptions,
  type ReplicateAdvice,
  sayChange,
  sayUnassessable,
} from './assess-effect.ts';
export { type Balance, type BalanceOptions, type EntityValue, measureBalance } from './balance.ts';
export {
  type BalanceFigure,
  balanceFigures,
  balanceGroups,
  figuresOf,
  type GroupBalance,
} from './balance-groups.ts';
export {
  type Breakdown,
  type BreakdownMoment,
  breakDown,
  checkSum,
  type LabelledSeries,
  type Part,
  type SumCheck,
} from './break-down.ts';
export { breakDownGroups, type GroupBreakdown } from './break-down-groups.ts';
export { bucketQuantile, type HistogramBucket } from './bucket-quantile.ts';
export {
  answerCapacity,
  boundCapacity,
  projectResources,
  type ResourceTrend,
} from './capacity.ts';
export { type ComparableRun, countLimited, isLimited } from './comparable-run.ts';
export { type CompareInput, compareGroups } from './compare-groups.ts';
export {
  compareLimits,
  compareProjection,
  type LimitComparison,
  type ProjectionComparison,
  type ResourceGrowth,
} from './compare-projection.ts';
export { compareScaling, type ScalingInput } from './compare-scaling.ts';
export type { CurveLevel, CurveOptions } from './curve-level.ts';
export {
  countAlarms,
  describeHistory,
  type HistoryMeasurement,
  type HistoryRun,
} from './describe-history.ts';
export { describeLimits } from './describe-limits.ts';
export { distinctSeries } from './distinct-series.ts';
export * from './drafts/index.ts';
export {
  combineByEntity,
  type EntityCombination,
  type EntityValues,
  type LabelledValue,
} from './entity-values.ts';
export { evaluateRun, type RunEvaluation } from './evaluate-run.ts';
export * from './expressions/index.ts';
export {
  type Confounding,
  findConfounding,
  type PartitionRelation,
  relatePartitions,
} from './find-confounding.ts';
export {
  fewestForHistory,
  findHistoryChanges,
  type HistoryChange,
  type HistoryChanges,
  type HistoryValue,
} from './find-history-changes.ts';
export type { Knee, KneeKind } from './find-knee.ts';
export { type DefinitionOf, findMixed, sayMixed } from './find-mixed.ts';
export { findValidity, type ValidityInput } from './find-validity.ts';
export { type AllowedThroughput, type FirstLimit, findFirstLimit, type ResourceCap } from './first-limit.ts';
export { type EffectVerdict, judgeEffect } from './judge-effect.ts';
export { judgeGoals, judgeSweep } from './judge-goals.ts';
export { type LoadCourse, readLoad } from './load-course.ts';
export {
  isAdditive,
  type MetricParts,
  measureParts,
  type PartsQuestion,
  type SteppedParts,
  stepParts,
  toLines,
} from './metric-parts.ts';
export { aggregateUnit, metricUnit } from './metric-unit.ts';
export { findDivisors } from './normalise-run.ts';
export { normaliseValue, type Share } from './normalise-value.ts';
export { describeObjectives } from './objective-course.ts';
export { findParetoFront, type ParetoChoice, type ParetoFront } from './pareto-front.ts';
export { describeReportedBalance } from './reported-balance.ts';
export { describeReportedBreakdown } from './reported-breakdown.ts';
export { type Over, resolveOver } from './resolve-over.ts';
export type { RunFacts } from './resolve-window.ts';
export {
  type CurvePoint,
  describeCurve,
  type Efficiency,
  type ResponseCurve,
} from './response-curve.ts';
export type { RunData, SeriesSelector, SeriesTotals } from './run-data.ts';
export { sayMeasurement } from './say-measurement.ts';
export { fitScaling, type ScalingLaws } from './scaling.ts';
export {
  describeSlo,
  type ErrorBudget,
  type SloStatistics,
  type SloStatisticsInput,
  type SloStep,
} from './slo-statistics.ts';
export { type SeriesSummary, summariseSeries } from './summarise-series.ts';
export { makeRange, spanOf, type TimeRange, wholeRange } from './time-range.ts';
export { weighTradeOff } from './trade-off.ts';
