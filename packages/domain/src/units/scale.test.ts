import { describe, expect, it } from 'vitest';
import { chooseScale, formatRange, formatScaled } from './scale.ts';

describe('chooseScale', () => {
  it.each<[(number | null)[], string | null, string, string[]]>([
    [[240, 61_500], 'ms', 's', ['0.24', '61.5']],
    [[2.46, 9331], 'ms', 's', ['0.00246', '9.33']],
    [[1024, 1_610_612_736], 'bytes', 'GiB', ['9.54e−7', '1.5']],
    [[0.0025, 0.5], 'ratio', '%', ['0.25', '50']],
    [[34, 135], 'requests/s', 'requests/s', ['34', '135']],
    [[-4000, 100], 'ms', 's', ['−4', '0.1']],
    [[null, 3], null, '', ['3']],
    [[null], 'ms', 's', []],
    [[], 'cores', 'cores', []],
  ])('%j %s is said in %s', (values, unit, expected, texts) => {
    const scale = chooseScale(values, unit);
    expect(scale.unit).toBe(expected);
    expect(values.flatMap((value) => (value === null ? [] : [formatScaled(value, scale)]))).toEqual(texts);
  });
});

it.each([
  [34, 135, 'requests/s', '34 to 135\u00a0requests/s'],
  [240, 1200, 'ms', '0.24 to 1.2\u00a0s'],
  [0, 0, '%', '0 to 0\u00a0%'],
  [1, 2, null, '1 to 2'],
])('a range of %d and %d %s is %s', (min, max, unit, expected) =>
  expect(formatRange(min, max, unit)).toBe(expected),
);
