import {
  type Amount,
  amountBounds,
  boundSigns,
  formatAmount,
  formatAmountRatio,
  formatNumber,
} from '@proofload/domain';
import type { KnownNumber } from './known-number.ts';

/** How a number is shown, where its author says it. */
export interface NumberFormat {
  /** A unit to show it in; chosen by size when absent. */
  unit?: string;
  /** Significant digits; three when absent. */
  digits?: number;
}

const nonBreakingSpace = '\u00a0';
const signs = new Set(['x', '×']);

/** A number with its unit as people say it, in the unit that was asked for. */
export function formatResult({ amount, unit, isChange }: KnownNumber, format: NumberFormat): string {
  const isRatio = signs.has(unit);
  if (isChange) return formatWith(amount, '%', format.digits, true);
  if (format.digits === undefined && format.unit === undefined)
    return isRatio ? formatAmountRatio(amount) : formatAmount(amount, unit === '' ? null : unit);
  return formatWith(amount, unit, format.digits, false);
}

/** In exactly this unit. */
function formatWith(amount: Amount, unit: string, digits: number | undefined, hasSign: boolean): string {
  const say = (value: number) => `${hasSign && value > 0 ? '+' : ''}${formatNumber(value, digits ?? 3)}`;
  const { low, high } = amountBounds(amount);
  const number =
    amount.kind === 'range'
      ? `${say(low)} to ${say(high)}`
      : amount.kind === 'exact'
        ? say(amount.value)
        : `${boundSigns[amount.kind]}${nonBreakingSpace}${say(Number.isFinite(low) ? low : high)}`;
  if (unit === '') return number;
  return signs.has(unit) ? `${number}x` : `${number}${nonBreakingSpace}${unit}`;
}

/** Reads what stands behind the bar of `{{ expression | 2 digits, min }}`. Null when it is no format. */
export function parseFormat(text: string): NumberFormat | null {
  const format: NumberFormat = {};
  for (const part of text.split(/[,|]/).map((piece) => piece.trim())) {
    const digits = /^(\d{1,2}) digits?$/.exec(part)?.[1];
    if (digits !== undefined) {
      if (Number(digits) < 1 || Number(digits) > 15 || format.digits !== undefined) return null;
      format.digits = Number(digits);
    } else if (/^(?:%|‰|[\p{L}µ°][\p{L}\p{N}µ°]*(?:\/[\p{L}µ]+)?)$/u.test(part) && format.unit === undefined)
      format.unit = part;
    else return null;
  }
  return format;
}
