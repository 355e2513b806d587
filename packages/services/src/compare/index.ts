export { compareBreaches } from './compare-breaches.ts';
export { compareCapacity } from './compare-capacity.ts';
export { compareRecords, compareRuns } from './compare-runs.ts';
export { readScaling } from './read-scaling.ts';
export { readTradeOff } from './read-trade-off.ts';
