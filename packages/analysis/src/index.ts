export {
  answerCapacity,
  boundCapacity,
  projectResources,
  type ResourceTrend,
  sayStepFailure,
} from './capacity.ts';
export type { ComparableRun } from './comparable-run.ts';
export { type CompareInput, compareGroups } from './compare-groups.ts';
export { distinctSeries } from './distinct-series.ts';
export { evaluateRun, type RunEvaluation } from './evaluate-run.ts';
export { type DefinitionOf, findMixed, sayMixed } from './find-mixed.ts';
export { judgeGoals, judgeSweep } from './judge-goals.ts';
export type { RunFacts } from './resolve-window.ts';
export type { RunData, SeriesSelector, SeriesTotals } from './run-data.ts';
export { type SeriesSummary, summariseSeries } from './summarise-series.ts';
