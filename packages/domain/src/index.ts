export * from './errors.ts';
export * from './run/state.ts';
export * from './experiment/definition.ts';
