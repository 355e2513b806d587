import { describe, expect, it } from 'vitest';
import {
  type Amount,
  addAmounts,
  amountHolds,
  amountSchema,
  convertAmount,
  divideAmounts,
  exactly,
  formatAmount,
  formatAmountRatio,
  isAtMost,
  meanAmount,
  medianAmount,
  orderAmounts,
  parseAmount,
  scaleAmount,
  sortAmounts,
  subtractAmounts,
} from './index.ts';

const range = (low: number, high: number): Amount => ({ kind: 'range', low, high });
const atLeast = (low: number): Amount => ({ kind: 'at-least', low });
const above = (low: number): Amount => ({ kind: 'above', low });
const atMost = (high: number): Amount => ({ kind: 'at-most', high });
const below = (high: number): Amount => ({ kind: 'below', high });

describe('parseAmount', () => {
  it.each<[string, Amount, string]>([
    ['12', exactly(12), ''],
    ['-12.5 ms', exactly(-12.5), 'ms'],
    ['10-20 s', range(10, 20), 's'],
    ['10–20s', range(10, 20), 's'],
    ['10 to 20 requests/s', range(10, 20), 'requests/s'],
    ['10 s to 20 s', range(10, 20), 's'],
    ['500 ms – 2 s', range(0.5, 2), 's'],
    ['between 40 and 46 MB', range(40, 46), 'MB'],
    ['1..5 s', range(1, 5), 's'],
    ['-20 to -10', range(-20, -10), ''],
    ['-20--10', range(-20, -10), ''],
    ['1e3-2e3', range(1000, 2000), ''],
    ['5-5 s', exactly(5), 's'],
    ['>= 150 s', atLeast(150), 's'],
    ['≥150s', atLeast(150), 's'],
    ['at least 2 nodes', atLeast(2), 'nodes'],
    ['150 s or more', atLeast(150), 's'],
    ['75+', atLeast(75), ''],
    ['75+ moves', atLeast(75), 'moves'],
    ['>75', above(75), ''],
    ['over 75', above(75), ''],
    ['More than 75 %', above(75), '%'],
    ['<= 5 s', atMost(5), 's'],
    ['up to 5\u00a0s', atMost(5), 's'],
    ['5 or fewer', atMost(5), ''],
    ['< 0.25%', below(0.25), '%'],
    ['under 1 ms', below(1), 'ms'],
  ])('%s', (text, amount, unit) => expect(parseAmount(text)).toEqual({ amount, unit }));

  it.each([
    'about 320',
    'fast',
    '',
    '20-10 s',
    '10 s to 20 MB',
    '>= fast',
    '10-20-30',
    '= 5',
    '> >= 5',
    `${'9'.repeat(120)}`,
    '1 to',
    'over',
  ])('refuses %j', (text) => expect(parseAmount(text)).toBeNull());

  it('reads what it writes', () => {
    for (const amount of [exactly(12), range(10, 20), atLeast(5), above(5), atMost(5), below(5)])
      expect(parseAmount(formatAmount(amount, 's'))).toEqual({ amount, unit: 's' });
  });
});

it('the schema refuses a range whose ends are the wrong way round, and what is no kind', () => {
  expect(amountSchema.safeParse(range(1, 2)).success).toBe(true);
  expect(amountSchema.safeParse(range(2, 1)).error?.issues[0]?.path).toEqual(['high']);
  expect(amountSchema.safeParse({ kind: 'exact', value: Number.POSITIVE_INFINITY }).success).toBe(false);
  expect(amountSchema.safeParse({ kind: 'about', value: 1 }).success).toBe(false);
});

describe('formatAmount', () => {
  it.each<[Amount | null, string | null, string]>([
    [exactly(0.24), 's', '240\u00a0ms'],
    [range(10, 20), 's', '10 to 20\u00a0s'],
    [atLeast(150), 's', '≥\u00a02.5\u00a0min'],
    [above(75), 'moves', '>\u00a075\u00a0moves'],
    [atMost(5), null, '≤\u00a05'],
    [below(0.0025), 'ratio', '<\u00a00.25\u00a0%'],
    [null, 's', 'no data'],
  ])('%j %s', (amount, unit, said) => expect(formatAmount(amount, unit)).toBe(said));

  it.each<[Amount | null, string]>([
    [exactly(3.5), '3.5x'],
    [range(2, 4), '2 to 4x'],
    [above(1.5), '>\u00a01.5x'],
    [null, 'cannot be told'],
  ])('as a ratio %j', (ratio, said) => expect(formatAmountRatio(ratio)).toBe(said));
});

describe('order', () => {
  it.each<[Amount, Amount, string]>([
    [exactly(1), exactly(1), 'equal'],
    [exactly(1), exactly(2), 'less'],
    [range(10, 20), exactly(25), 'less'],
    [range(10, 20), range(20, 30), 'cannot-be-told'],
    [range(10, 20), range(21, 30), 'less'],
    [range(10, 20), range(10, 20), 'cannot-be-told'],
    [above(75), exactly(48), 'greater'],
    [above(75), exactly(75), 'greater'],
    [atLeast(75), exactly(75), 'cannot-be-told'],
    [above(75), exactly(80), 'cannot-be-told'],
    [below(5), atLeast(5), 'less'],
    [atMost(5), atLeast(5), 'cannot-be-told'],
    [atLeast(1), atLeast(100), 'cannot-be-told'],
  ])('%j and %j: %s', (a, b, order) => {
    expect(orderAmounts(a, b)).toBe(order);
    const turned = { less: 'greater', greater: 'less' }[order] ?? order;
    expect(orderAmounts(b, a)).toBe(turned);
  });

  it('knows "at most" where it does not know "less"', () => {
    expect(isAtMost(range(10, 20), range(20, 30))).toBe(true);
    expect(isAtMost(range(10, 20), range(15, 30))).toBeNull();
    expect(isAtMost(above(20), range(10, 20))).toBe(false);
  });

  it.each<[Amount, '<' | '<=' | '>' | '>=' | '==' | '!=', number, boolean | null]>([
    [range(10, 20), '<', 20, null],
    [range(10, 20), '<=', 20, true],
    [range(10, 20), '>', 20, false],
    [range(10, 20), '>=', 15, null],
    [range(10, 20), '==', 15, null],
    [range(10, 20), '==', 25, false],
    [range(10, 20), '!=', 25, true],
    [exactly(25), '==', 25, true],
    [above(75), '>', 75, true],
    [atLeast(75), '>', 75, null],
    [below(75), '<', 75, true],
    [below(75), '>=', 75, false],
  ])('%j %s %d: %s', (amount, operator, limit, told) =>
    expect(amountHolds(amount, operator, limit)).toBe(told),
  );

  it('sorts for tables', () => {
    const sorted = [atLeast(10), range(10, 20), below(5), exactly(10), above(10), atMost(5)].sort(
      sortAmounts,
    );
    expect(sorted).toEqual([below(5), atMost(5), exactly(10), range(10, 20), atLeast(10), above(10)]);
  });
});

describe('arithmetic', () => {
  it('differences hold all that the operands allow', () => {
    expect(subtractAmounts(exactly(5), exactly(3))).toEqual(exactly(2));
    expect(subtractAmounts(range(10, 20), range(1, 2))).toEqual(range(8, 19));
    expect(subtractAmounts(above(75), exactly(15))).toEqual(above(60));
    expect(subtractAmounts(exactly(15), above(75))).toEqual(below(-60));
    expect(subtractAmounts(atLeast(1), atLeast(1))).toBeNull();
    expect(subtractAmounts(atLeast(5), atMost(2))).toEqual(atLeast(3));
    expect(addAmounts(atLeast(5), above(2))).toEqual(above(7));
  });

  it.each<[Amount, Amount, number | undefined, Amount | null]>([
    [exactly(6), exactly(3), undefined, exactly(2)],
    [range(10, 20), range(2, 5), undefined, range(2, 10)],
    [range(-10, 20), range(2, 5), undefined, range(-5, 10)],
    [range(10, 20), range(-5, -2), undefined, range(-10, -2)],
    [above(75), exactly(15), undefined, above(5)],
    [exactly(15), above(75), undefined, range(0, 0.2)],
    [exactly(1), range(-1, 1), undefined, null],
    [exactly(1), exactly(0), undefined, null],
    [exactly(1), range(0, 1), undefined, null],
    [exactly(1), above(0), undefined, above(0)],
    [exactly(-1), above(0), undefined, below(0)],
    [exactly(1), below(0), undefined, below(0)],
    [exactly(0), exactly(3), undefined, exactly(0)],
    [atMost(5), exactly(2), undefined, atMost(2.5)],
    [atMost(5), exactly(2), 0, range(0, 2.5)],
    [exactly(2), atMost(5), 0, null],
    [atLeast(4), atLeast(2), undefined, above(0)],
    [atMost(5), atLeast(1), undefined, atMost(5)],
  ])('%j over %j, from %s', (a, b, least, quotient) => expect(divideAmounts(a, b, least)).toEqual(quotient));

  it('holds the quotient of any two numbers of its operands', () => {
    const pairs = [
      [range(-3, 4), range(0.5, 2)],
      [range(1, 4), range(-2, -0.5)],
      [range(-4, -1), range(0.1, 7)],
    ] as const;
    for (const [a, b] of pairs) {
      const quotient = divideAmounts(a, b);
      if (a.kind !== 'range' || b.kind !== 'range' || quotient?.kind !== 'range') throw new Error('a range');
      const steps = Array.from({ length: 21 }, (_, index) => index / 20);
      const found = steps.flatMap((s) =>
        steps.map((t) => (a.low + s * (a.high - a.low)) / (b.low + t * (b.high - b.low))),
      );
      expect(Math.min(...found)).toBeCloseTo(quotient.low, 12);
      expect(Math.max(...found)).toBeCloseTo(quotient.high, 12);
    }
  });

  it('changes unit and sign', () => {
    expect(convertAmount(atLeast(150), 's', 'min')).toEqual(atLeast(2.5));
    expect(convertAmount(atLeast(150), 's', 'MB')).toBeNull();
    expect(scaleAmount(above(3), -2)).toEqual(below(-6));
    expect(scaleAmount(above(3), 0)).toEqual(exactly(0));
  });

  it('means and medians say what the parts allow', () => {
    expect(meanAmount([exactly(4), range(10, 20)])).toEqual(range(7, 12));
    expect(meanAmount([exactly(4), above(10)])).toEqual(above(7));
    expect(meanAmount([])).toBeNull();
    expect(medianAmount([exactly(4), exactly(9), above(75)])).toEqual(exactly(9));
    expect(medianAmount([exactly(4), range(6, 9), above(75)])).toEqual(range(6, 9));
    expect(medianAmount([exactly(4), above(75)])).toEqual(above(39.5));
    expect(medianAmount([])).toBeNull();
  });
});
