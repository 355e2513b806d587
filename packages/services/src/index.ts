export * from './access/index.ts';
export * from './compare/index.ts';
export { type Actor, type Clock, type Log, requireScope, type ServiceContext } from './context.ts';
export * from './experiments/index.ts';
export * from './reports/index.ts';
export * from './runs/index.ts';
export * from './series/index.ts';
export * from './sweeps/index.ts';
