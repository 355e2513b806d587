export { cleanRunsDirectory } from './clean-runs-directory.ts';
export { cleanUpRun, removeLeftObjects } from './clean-up-run.ts';
export { closeRun } from './close-run.ts';
export { executeRun } from './execute-run.ts';
export type { ExecutionContext } from './execution-context.ts';
export { keepTrying } from './keep-trying.ts';
export { pause } from './lease.ts';
export { reconcileRuns } from './reconcile-runs.ts';
