export { cancelSweep } from './cancel-sweep.ts';
export { launchSweep } from './launch-sweep.ts';
export { listSweeps, readSweep } from './read-sweep.ts';
