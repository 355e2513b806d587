import type { LimitOperandValue } from '@proofload/contracts';
import {
  type Amount,
  convertAmount,
  exactly,
  formatNumber,
  parseAmount,
  substitute,
} from '@proofload/domain';
import type { ComparableRun } from './comparable-run.ts';

/** What limits are reckoned from. */
export type LimitedRun = Pick<
  ComparableRun,
  'params' | 'measurements' | 'environment' | 'outcome' | 'reason'
>;

export interface Operand {
  amount: Amount;
  /** Empty when it is not known. */
  unit: string;
}

/** What a text of a limit stands for in a run: a measurement, a level, or a quantity. A note says why it stands for nothing. */
export function readOperand(text: string, { params, measurements }: LimitedRun): Operand | { note: string } {
  if (Object.hasOwn(measurements, text)) {
    const measurement = measurements[text];
    const amount = measurement?.amount ?? (measurement?.value == null ? null : exactly(measurement.value));
    return amount === null ? { note: `${text} has no value` } : { amount, unit: measurement?.unit ?? '' };
  }
  const filled = String(Object.hasOwn(params, text) ? params[text] : substitute(text, params));
  const parsed = parseAmount(filled);
  return parsed ?? { note: `${filled} is not reported` };
}

/** The same in another unit. */
export function convertOperand(operand: Operand, unit: string): Operand | { note: string } {
  const amount = convertAmount(operand.amount, operand.unit, unit);
  return amount === null
    ? { note: `${operand.unit} does not convert to ${unit}` }
    : { amount, unit: unit || operand.unit };
}

/** The number that is taken for an amount: the middle of a range. Null for a bound, which has none. */
export function middleOf(amount: Amount): number | null {
  if (amount.kind === 'exact') return amount.value;
  return amount.kind === 'range' ? (amount.low + amount.high) / 2 : null;
}

/** Said as it was given, in its own unit: memory in MB is not said in MiB, so that a reader finds the figure again. */
export function sayOperand({ amount, unit }: Operand): string {
  const end = unit === '' ? '' : `\u00a0${unit}`;
  switch (amount.kind) {
    case 'exact':
      return `${formatNumber(amount.value, 6)}${end}`;
    case 'range':
      return `${formatNumber(amount.low, 6)} to ${formatNumber(amount.high, 6)}${end}`;
    case 'at-least':
      return `≥\u00a0${formatNumber(amount.low, 6)}${end}`;
    case 'above':
      return `>\u00a0${formatNumber(amount.low, 6)}${end}`;
    case 'at-most':
      return `≤\u00a0${formatNumber(amount.high, 6)}${end}`;
    case 'below':
      return `<\u00a0${formatNumber(amount.high, 6)}${end}`;
  }
}

/** @param given before it was converted */
export function toValue(given: Operand, converted: Operand): LimitOperandValue | null {
  const value = middleOf(converted.amount);
  return value === null ? null : { said: sayOperand(given), value };
}
