import { describe, expect, it } from 'vitest';
import { parseDurationMs } from './duration.ts';
import { formatChange, formatNumber, formatQuantity, formatRatio } from './format.ts';
import { convertUnit, holds, parseObjective, parseQuantity, parseTarget } from './quantity.ts';

describe('parseDurationMs', () => {
  it.each([
    ['15s', 15_000],
    ['250ms', 250],
    ['1h30m', 5_400_000],
    ['2.5m', 150_000],
    ['1d', 86_400_000],
    ['15', null],
    ['s', null],
    ['15s!', null],
    ['-5s', null],
    ['5 parsecs', null],
    [`${'9'.repeat(60)}h`, null],
  ])('%s', (text, expected) => expect(parseDurationMs(text)).toBe(expected));

  it('refuses a megabyte of digits at once', () => {
    const started = performance.now();
    expect(parseDurationMs('1'.repeat(1_000_000))).toBeNull();
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

describe('parseQuantity', () => {
  it.each([
    ['120ms', { value: 120, unit: 'ms' }],
    [' 0.25 % ', { value: 0.25, unit: '%' }],
    ['1e3 requests/s', { value: 1000, unit: 'requests/s' }],
    ['-4', { value: -4, unit: '' }],
    ['fast', null],
    ['1 < 2', null],
  ])('%s', (text, expected) => expect(parseQuantity(text)).toEqual(expected));
});

describe('convertUnit', () => {
  it.each([
    [1.5, 's', 'ms', 1500],
    [0.25, '%', 'ratio', 0.0025],
    [1, 'GiB', 'MiB', 1024],
    [960, 'kB/s', 'MB/s', 0.96],
    [1.5, 'Gbit/s', 'Mbit/s', 1500],
    [1, 'Gbit/s', 'MB/s', 125],
    [120, 'MB/s', 'Mbps', 960],
    [10, 'Gbps', 'MB/s', 1250],
    [60, 'requests/min', 'requests/s', 1],
    [7, '', 'ms', 7],
    [7, 'cores', 'cores', 7],
    [7, 'cores', 'ms', null],
    [1, 'requests/s', 'ms', null],
  ])('%d %s to %s', (value, from, to, expected) => {
    const converted = convertUnit(value, from, to);
    if (expected === null) expect(converted).toBeNull();
    else expect(converted).toBeCloseTo(expected, 12);
  });
});

it('takes no name of every object for a unit', () => {
  expect(convertUnit(1, 's', 'constructor')).toBeNull();
  expect(convertUnit(1, 'toString', 'valueOf')).toBeNull();
});

it.each([`1${'\t'.repeat(300_000)}\rx`, `${'1'.repeat(300_000)}\nx`])(
  'reads a long quantity at once',
  (text) => {
    const started = performance.now();
    parseQuantity(text);
    expect(performance.now() - started).toBeLessThan(1000);
  },
);

it('parses objectives and targets', () => {
  expect(parseObjective('< 0.25%')).toEqual({ operator: '<', value: 0.25, unit: '%' });
  expect(parseObjective('>=99')).toEqual({ operator: '>=', value: 99, unit: '' });
  expect(parseObjective('about 4')).toBeNull();
  expect(parseTarget('>= 4x')).toEqual({ operator: '>=', ratio: 4 });
  expect(parseTarget('>= 4')).toBeNull();
});

it.each([
  [1, '<', 2, true],
  [2, '<', 2, false],
  [2, '<=', 2, true],
  [3, '>', 2, true],
  [2, '>=', 3, false],
  [2, '==', 2, true],
  [2, '!=', 2, false],
] as const)('%d %s %d is %s', (value, operator, limit, expected) => {
  expect(holds(value, operator, limit)).toBe(expected);
});

describe('format', () => {
  it.each([
    [0, '0'],
    [1234.5, '1235'],
    [45_600, '45\u202f600'],
    [12.345, '12.3'],
    [0.0012345, '0.00123'],
    [-3.1, '−3.1'],
    [100, '100'],
    [2.0, '2'],
    [1e-9, '1.00e−9'],
  ])('number %d', (value, expected) => expect(formatNumber(value)).toBe(expected));

  it.each([
    [240, 'ms', '240\u00a0ms'],
    [3690, 's', '61.5\u00a0min'],
    [0.0025, 'ratio', '0.25\u00a0%'],
    [1_610_612_736, 'bytes', '1.5\u00a0GiB'],
    [1_500_000, 'B/s', '1.5\u00a0MB/s'],
    [11_216_476_588, 'bit/s', '11.2\u00a0Gbit/s'],
    [0.5, 'bit/s', '0.5\u00a0bit/s'],
    [1250, 'requests/s', '1250\u00a0requests/s'],
    [null, 'ms', 'no data'],
  ])('quantity %d %s', (value, unit, expected) => expect(formatQuantity(value, unit)).toBe(expected));

  it('says changes and multiples', () => {
    expect(formatRatio(3.456)).toBe('3.46x');
    expect(formatChange(0.58)).toBe('−42\u00a0%');
    expect(formatChange(1.031)).toBe('+3.1\u00a0%');
  });
});
