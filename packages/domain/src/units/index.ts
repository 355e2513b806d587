export { parseDurationMs } from './duration.ts';
export * from './format.ts';
export * from './quantity.ts';
export * from './scale.ts';
