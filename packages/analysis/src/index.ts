export * from './run-data.ts';
