export * from './api/access.ts';
export * from './api/common.ts';
export * from './api/compare.ts';
export * from './api/experiments.ts';
export * from './api/reports.ts';
export * from './api/runs.ts';
export * from './api/series.ts';
export * from './jobs/run-jobs.ts';
