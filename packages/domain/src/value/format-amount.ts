import { formatRatio } from '../units/format.ts';
import { chooseScale, formatRange, formatScaled } from '../units/scale.ts';
import { type Amount, amountBounds } from './amount.ts';

const nonBreakingSpace = '\u00a0';

/** Signs before an amount that is known by one bound. */
export const boundSigns = { 'at-least': '≥', above: '>', 'at-most': '≤', below: '<' } as const;

/** An amount with its unit as people say it: `12.3 s`, `10 to 20 s`, `≥ 2.5 min`, `> 75`. `no data` for null. */
export function formatAmount(amount: Amount | null, unit: string | null): string {
  if (amount === null) return 'no data';
  if (amount.kind === 'range') return formatRange(amount.low, amount.high, unit);
  const { low, high } = amountBounds(amount);
  const value = Number.isFinite(low) ? low : high;
  const scale = chooseScale([value], unit);
  const number = formatScaled(value, scale);
  const said = scale.unit === '' ? number : `${number}${nonBreakingSpace}${scale.unit}`;
  return amount.kind === 'exact' ? said : `${boundSigns[amount.kind]}${nonBreakingSpace}${said}`;
}

/** A multiple of the baseline: `3.5x`, `2 to 4x`, `> 1.5x`. `cannot be told` for null. */
export function formatAmountRatio(ratio: Amount | null): string {
  if (ratio === null) return 'cannot be told';
  if (ratio.kind === 'exact') return formatRatio(ratio.value);
  if (ratio.kind === 'range') return `${formatRange(ratio.low, ratio.high, null)}x`;
  const { low, high } = amountBounds(ratio);
  return `${boundSigns[ratio.kind]}${nonBreakingSpace}${formatRatio(Number.isFinite(low) ? low : high)}`;
}
