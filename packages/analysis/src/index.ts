export { evaluateRun, judgeObjectives, type RunEvaluation } from './evaluate-run.ts';
export type { RunFacts } from './resolve-window.ts';
export type { RunData, SeriesSelector, SeriesTotals } from './run-data.ts';
