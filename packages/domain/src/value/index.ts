export * from './amount.ts';
export * from './amount-arithmetic.ts';
export * from './compare-amounts.ts';
export * from './format-amount.ts';
export * from './parse-amount.ts';
