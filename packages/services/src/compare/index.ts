export { compareRecords, compareRuns } from './compare-runs.ts';
