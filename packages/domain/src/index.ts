export * from './errors.ts';
export * from './experiment/definition.ts';
export * from './random.ts';
export * from './run/lifecycle.ts';
export * from './run/state.ts';
export * from './units/index.ts';
