import type { ComparisonOperator } from '../units/quantity.ts';
import { type Amount, amountBounds, exactly } from './amount.ts';

export type AmountOrder = 'less' | 'equal' | 'greater' | 'cannot-be-told';

/** Whether the first number is at most the second; null when what is known allows both. */
export function isAtMost(first: Amount, second: Amount): boolean | null {
  const [a, b] = [amountBounds(first), amountBounds(second)];
  if (a.high <= b.low) return true;
  const touches = a.low === b.high && !(a.isLowIn && b.isHighIn);
  return a.low > b.high || touches ? false : null;
}

/** How two numbers are ordered, as far as what is known of them tells. Two equal ranges need not be equal numbers. */
export function orderAmounts(first: Amount, second: Amount): AmountOrder {
  const [isFirst, isSecond] = [isAtMost(first, second), isAtMost(second, first)];
  if (isSecond === false) return 'less';
  if (isFirst === false) return 'greater';
  return isFirst === true && isSecond === true ? 'equal' : 'cannot-be-told';
}

/** Whether a comparison with a limit holds; null when what is known allows both. */
export function amountHolds(amount: Amount, operator: ComparisonOperator, limit: number): boolean | null {
  const not = (told: boolean | null) => (told === null ? null : !told);
  const at = exactly(limit);
  switch (operator) {
    case '<=':
      return isAtMost(amount, at);
    case '>=':
      return isAtMost(at, amount);
    case '<':
      return not(isAtMost(at, amount));
    case '>':
      return not(isAtMost(amount, at));
    case '==':
      return isEqual(amount, limit);
    case '!=':
      return not(isEqual(amount, limit));
  }
}

function isEqual(amount: Amount, limit: number): boolean | null {
  const order = orderAmounts(amount, exactly(limit));
  return order === 'cannot-be-told' ? null : order === 'equal';
}

/** For tables, which need some order: by the low end, then by the high one. It says nothing about the numbers. */
export function sortAmounts(first: Amount, second: Amount): number {
  const [a, b] = [amountBounds(first), amountBounds(second)];
  const byLow = compareEnds(a.low, b.low) || Number(b.isLowIn) - Number(a.isLowIn);
  return byLow || compareEnds(a.high, b.high) || Number(a.isHighIn) - Number(b.isHighIn);
}

/** Two infinite ends are the same, which their difference does not tell. */
const compareEnds = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0);
