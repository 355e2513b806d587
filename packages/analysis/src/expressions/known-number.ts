import type { ExpressionProblem } from '@proofload/contracts';
import {
  type Amount,
  addAmounts,
  amountBounds,
  convertUnit,
  divideAmounts,
  exactly,
  scaleAmount,
} from '@proofload/domain';
import { differenceOfMeansInterval, type Interval, ratioOfMeansInterval } from '@proofload/stats';

/** What is known of a number while an expression is worked out. */
export interface KnownNumber {
  amount: Amount;
  /** Empty for plain numbers, `x` for multiples. */
  unit: string;
  /** The replicates whose mean it is, in its unit; null when it is no mean of exact numbers. */
  replicates: readonly number[] | null;
  interval: Interval | null;
  /** Runs on each side of a division or difference, for `n=3 against 2`. */
  sides: readonly [number, number] | null;
  /** Whether it is said with its sign, as changes are. */
  isChange: boolean;
}

/** Thrown where an expression has no value; caught where it is evaluated. */
export class NoNumber extends Error {
  readonly kind: ExpressionProblem['kind'];

  constructor(kind: ExpressionProblem['kind'], message: string) {
    super(message);
    this.name = 'NoNumber';
    this.kind = kind;
  }
}

export const plainNumber = (amount: Amount, unit: string): KnownNumber => ({
  amount,
  unit,
  replicates: null,
  interval: null,
  sides: null,
  isChange: false,
});

/** Multiples are shares of one; units that are nothing are plain. */
const family = (unit: string): string => (unit === 'x' || unit === '×' ? 'ratio' : unit);

/** What a number in one unit is multiplied by to be in the other; null when they do not convert. */
export const unitFactor = (from: string, to: string): number | null =>
  convertUnit(1, family(from), family(to));

/** Whether a unit counts nothing: plain numbers, multiples, shares. */
const isPlainUnit = (unit: string): boolean =>
  unit === '' || (unitFactor(unit, 'ratio') !== null && family(unit) !== '');

const sayUnit = (unit: string): string => (unit === '' ? 'a number without a unit' : unit);

export function scaleNumber(number: KnownNumber, factor: number, unit: string): KnownNumber {
  const { replicates, interval } = number;
  const [a, b] = interval ? [interval.low * factor, interval.high * factor] : [0, 0];
  return {
    ...number,
    amount: known(scaleAmount(number.amount, factor)),
    unit,
    replicates: replicates?.map((value) => value * factor) ?? null,
    interval: interval && { low: Math.min(a, b), high: Math.max(a, b) },
  };
}

/** The same number in another unit. */
export function convertNumber(number: KnownNumber, unit: string): KnownNumber {
  const factor = unitFactor(number.unit, unit);
  if (factor === null)
    throw new NoNumber('units', `${sayUnit(number.unit)} does not convert to ${sayUnit(unit)}`);
  return scaleNumber(number, factor, unit);
}

/** Both in one unit: that of the first that has one. */
function alike(first: KnownNumber, second: KnownNumber, verb: string): [KnownNumber, KnownNumber] {
  const unit = first.unit === '' ? second.unit : first.unit;
  if (unitFactor(second.unit, unit) === null)
    throw new NoNumber('units', `${sayUnit(first.unit)} and ${sayUnit(second.unit)} cannot be ${verb}`);
  return [convertNumber(first, unit), convertNumber(second, unit)];
}

const sizeOf = ({ replicates }: KnownNumber): number => replicates?.length ?? 0;

function sidesOf(first: KnownNumber, second: KnownNumber): readonly [number, number] | null {
  return sizeOf(first) > 0 && sizeOf(second) > 0 ? [sizeOf(first), sizeOf(second)] : null;
}

export function addNumbers(first: KnownNumber, second: KnownNumber): KnownNumber {
  const [a, b] = alike(first, second, 'added');
  return plainNumber(known(addAmounts(a.amount, b.amount)), a.unit);
}

export function subtractNumbers(first: KnownNumber, second: KnownNumber): KnownNumber {
  const [a, b] = alike(first, second, 'subtracted');
  const difference = known(addAmounts(a.amount, known(scaleAmount(b.amount, -1))));
  const interval =
    a.replicates && b.replicates ? differenceOfMeansInterval(a.replicates, b.replicates) : null;
  return { ...plainNumber(difference, a.unit), interval, sides: sidesOf(a, b) };
}

/** A duration, a size or a rate is never below zero, which bounds "at most 5 s" from below. */
const leastOf = (unit: string): number =>
  ['s', 'B', 'requests/s', 'B/s'].some((other) => unit !== '' && convertUnit(1, unit, other) !== null)
    ? 0
    : -Infinity;

function divide(first: KnownNumber, second: KnownNumber, unit: string): KnownNumber {
  const least = Math.max(leastOf(first.unit), leastOf(second.unit));
  const quotient = divideAmounts(first.amount, second.amount, least);
  if (quotient === null) {
    const { low, high } = amountBounds(second.amount);
    const why = low === 0 && high === 0 ? 'the divisor is zero' : 'the divisor may be zero or anything';
    throw new NoNumber('not-assessable', `It cannot be divided: ${why}`);
  }
  const interval =
    first.replicates && second.replicates ? ratioOfMeansInterval(first.replicates, second.replicates) : null;
  return { ...plainNumber(quotient, unit), interval, sides: sidesOf(first, second) };
}

/** A multiple of the second. */
export function ratioOf(first: KnownNumber, second: KnownNumber): KnownNumber {
  const [a, b] = alike(first, second, 'set in a ratio');
  return divide(a, b, 'x');
}

/** The change from the second to the first, in percent of the second. */
export function changeFrom(first: KnownNumber, second: KnownNumber): KnownNumber {
  const ratio = ratioOf(first, second);
  const shifted = known(addAmounts(ratio.amount, exactly(-1)));
  const interval = ratio.interval && { low: ratio.interval.low - 1, high: ratio.interval.high - 1 };
  return { ...scaleNumber({ ...ratio, amount: shifted, interval }, 100, '%'), isChange: true };
}

/** So much of the first for one of the second. */
export function perOf(first: KnownNumber, second: KnownNumber): KnownNumber {
  if (second.unit === '') return divide(first, second, first.unit);
  return divide(first, second, `${first.unit === '' ? '1' : first.unit}/${second.unit}`);
}

export function divideNumbers(first: KnownNumber, second: KnownNumber): KnownNumber {
  if (second.unit === '' || (isPlainUnit(second.unit) && !isPlainUnit(first.unit))) {
    const plain = second.unit === '' ? second : convertNumber(second, 'ratio');
    return divide(first, plain, first.unit);
  }
  if (first.unit !== '' && unitFactor(second.unit, first.unit) !== null) return ratioOf(first, second);
  const [top, per] = splitRate(second.unit);
  if (per !== null && unitFactor(first.unit, top) !== null && first.unit !== '')
    return divide(convertNumber(first, top), second, per);
  if (first.unit.includes('/') || second.unit.includes('/'))
    throw new NoNumber('units', `${sayUnit(first.unit)} cannot be divided by ${sayUnit(second.unit)}`);
  return perOf(first, second);
}

export function multiplyNumbers(first: KnownNumber, second: KnownNumber): KnownNumber {
  if (isPlainUnit(second.unit)) return multiplyPlain(first, second);
  if (isPlainUnit(first.unit)) return multiplyPlain(second, first);
  const product = multiplyRate(first, second) ?? multiplyRate(second, first);
  if (product) return product;
  throw new NoNumber('units', `${sayUnit(first.unit)} cannot be multiplied by ${sayUnit(second.unit)}`);
}

/** `requests/s` times a duration is requests. */
function multiplyRate(rate: KnownNumber, length: KnownNumber): KnownNumber | null {
  const [top, per] = splitRate(rate.unit);
  if (per === null || unitFactor(length.unit, per) === null) return null;
  return multiplyPlain({ ...rate, unit: top }, { ...convertNumber(length, per), unit: '' });
}

function multiplyPlain(number: KnownNumber, factor: KnownNumber): KnownNumber {
  const share = factor.unit === '' ? factor : convertNumber(factor, 'ratio');
  // A share of a share stays in the unit of the first.
  if (share.amount.kind === 'exact') {
    const scaled = scaleNumber(number, share.amount.value, number.unit);
    return share.replicates === null ? scaled : plainNumber(scaled.amount, number.unit);
  }
  if (number.amount.kind === 'exact')
    return plainNumber(known(scaleAmount(share.amount, number.amount.value)), number.unit);
  const inverse = divideAmounts(exactly(1), share.amount);
  const product = inverse && divideAmounts(number.amount, inverse);
  if (product === null)
    throw new NoNumber('not-assessable', 'It cannot be multiplied: one of the ranges may be zero');
  return plainNumber(product, number.unit);
}

function splitRate(unit: string): [string, string | null] {
  const slash = unit.lastIndexOf('/');
  return slash < 0 ? [unit, null] : [unit.slice(0, slash), unit.slice(slash + 1)];
}

export function known(amount: Amount | null): Amount {
  if (amount === null) throw new NoNumber('not-assessable', 'Nothing is known of the result');
  return amount;
}
