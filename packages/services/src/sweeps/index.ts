export { addReplicates } from './add-replicates.ts';
export { cancelSweep } from './cancel-sweep.ts';
export { changeSweep, pauseSweep, resumeSweep } from './change-sweep.ts';
export { launchSweep } from './launch-sweep.ts';
export { listSweeps, readSweep } from './read-sweep.ts';
export { retryRuns } from './retry-runs.ts';
export { watchSweep } from './watch-sweep.ts';
