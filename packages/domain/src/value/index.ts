export * from './amount.ts';
export * from './amount-arithmetic.ts';
export { amountSchema } from './amount-schema.ts';
export * from './compare-amounts.ts';
export * from './format-amount.ts';
export * from './parse-amount.ts';
