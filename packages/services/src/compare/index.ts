export { compareRecords, compareRuns } from './compare-runs.ts';
export { readScaling } from './read-scaling.ts';
