export { exportRun, type RunExport } from './export-run.ts';
