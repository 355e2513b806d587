import { convertUnit } from '../units/quantity.ts';
import { type Amount, type AmountBounds, amountBounds, amountWithin } from './amount.ts';

/**
 * Arithmetic on amounts as on intervals: the result holds every number that the operands allow, and no more than the
 * ends of ranges allow. Source: Moore, Kearfott and Cloud, Introduction to Interval Analysis, 2.3. Null where nothing
 * is known of the result.
 */
export function addAmounts(first: Amount, second: Amount): Amount | null {
  const [a, b] = [amountBounds(first), amountBounds(second)];
  return amountWithin({
    low: a.low + b.low,
    high: a.high + b.high,
    isLowIn: a.isLowIn && b.isLowIn,
    isHighIn: a.isHighIn && b.isHighIn,
  });
}

/** first - second. */
export function subtractAmounts(first: Amount, second: Amount): Amount | null {
  const negative = scaleAmount(second, -1);
  return negative && addAmounts(first, negative);
}

/** The same amount in another unit or sign. @param factor finite */
export function scaleAmount(amount: Amount, factor: number): Amount | null {
  if (factor === 0) return amountWithin({ low: 0, high: 0, isLowIn: true, isHighIn: true });
  const { low, high, isLowIn, isHighIn } = amountBounds(amount);
  return amountWithin(
    factor > 0
      ? { low: low * factor, high: high * factor, isLowIn, isHighIn }
      : { low: high * factor, high: low * factor, isLowIn: isHighIn, isHighIn: isLowIn },
  );
}

/** The same amount in another unit; null when the units do not convert. */
export function convertAmount(amount: Amount, from: string, to: string): Amount | null {
  const factor = convertUnit(1, from, to);
  return factor === null ? null : scaleAmount(amount, factor);
}

interface End {
  value: number;
  isIn: boolean;
}

/**
 * first / second, a multiple of a baseline. Null when the second may be zero.
 * @param least what no operand is below, such as 0 for durations and counts, which bounds "at most 5 s" from below
 */
export function divideAmounts(first: Amount, second: Amount, least = -Infinity): Amount | null {
  const [a, b] = [raise(amountBounds(first), least), raise(amountBounds(second), least)];
  const holdsZero = (b.low < 0 && b.high > 0) || (b.low === 0 && b.isLowIn) || (b.high === 0 && b.isHighIn);
  if (holdsZero) return null;
  const tops: End[] = [
    { value: a.low, isIn: a.isLowIn },
    { value: a.high, isIn: a.isHighIn },
  ];
  // An end at zero is only approached, from the side on which the divisor lies.
  const bottoms: End[] = [
    { value: b.low === 0 ? 0 : b.low, isIn: b.isLowIn },
    { value: b.high === 0 ? -0 : b.high, isIn: b.isHighIn },
  ];
  const ends = tops.flatMap((top) => bottoms.map((bottom) => divideEnds(top, bottom)));
  return amountWithin(endsOf(ends));
}

/** 0/0 is approached as 0 by any divisor that is not zero itself; ∞/∞ as 0 and as ∞, of which the other pairs have the second. */
function divideEnds(top: End, bottom: End): End {
  if (top.value === 0) return { value: 0, isIn: top.isIn };
  if (!Number.isFinite(top.value) && !Number.isFinite(bottom.value)) return { value: 0, isIn: false };
  return { value: top.value / bottom.value, isIn: top.isIn && bottom.isIn };
}

function endsOf(ends: readonly End[]): AmountBounds {
  const low = Math.min(...ends.map(({ value }) => value));
  const high = Math.max(...ends.map(({ value }) => value));
  const reaches = (end: number) => ends.some(({ value, isIn }) => value === end && isIn);
  return { low, high, isLowIn: reaches(low), isHighIn: reaches(high) };
}

const raise = (bounds: AmountBounds, least: number): AmountBounds =>
  bounds.low < least ? { ...bounds, low: least, isLowIn: true } : bounds;

/** What is known of the mean of numbers, each of which is known as an amount. Null without any. */
export function meanAmount(amounts: readonly Amount[]): Amount | null {
  const bounds = amounts.map(amountBounds);
  return amountWithin({
    low: meanOf(bounds.map(({ low }) => low)),
    high: meanOf(bounds.map(({ high }) => high)),
    isLowIn: bounds.every(({ isLowIn }) => isLowIn),
    isHighIn: bounds.every(({ isHighIn }) => isHighIn),
  });
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** What is known of the median: it lies between the medians of the low and of the high ends. A few cut-off values leave it known. */
export function medianAmount(amounts: readonly Amount[]): Amount | null {
  const bounds = amounts.map(amountBounds);
  const low = medianEnd(bounds.map(({ low: value, isLowIn: isIn }) => ({ value, isIn })));
  const high = medianEnd(bounds.map(({ high: value, isHighIn: isIn }) => ({ value, isIn })));
  return low && high
    ? amountWithin({ low: low.value, high: high.value, isLowIn: low.isIn, isHighIn: high.isIn })
    : null;
}

function medianEnd(ends: readonly End[]): End | null {
  const sorted = [...ends].sort((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : 0));
  const below = sorted[Math.ceil(sorted.length / 2) - 1];
  const above = sorted[Math.floor(sorted.length / 2)];
  if (!below || !above) return null;
  const value = below.value === above.value ? below.value : (below.value + above.value) / 2;
  return { value, isIn: below.isIn && above.isIn };
}
