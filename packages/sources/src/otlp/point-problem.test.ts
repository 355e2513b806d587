import { expect, it } from 'vitest';
import type { ExponentialPoint, HistogramPoint, OtlpMetric, OtlpPoint, SummaryPoint } from './otlp-model.ts';
import { findProblem } from './point-problem.ts';

const metric: OtlpMetric = {
  name: 'm',
  unit: '',
  scope: '',
  resource: {},
  isSum: false,
  isMonotonic: false,
  temporality: 'delta',
  points: [],
};
const point = {
  attributes: { key: '', read: () => ({}) },
  startMs: 0,
  timeMs: 1000,
  hasNoValue: false,
};
const unknown = { sum: null, min: null, max: null };
const number = (value: number | null): OtlpPoint => ({ type: 'number', ...point, value });
const histogram = (changes: Partial<HistogramPoint>): OtlpPoint => ({
  type: 'histogram',
  ...point,
  ...unknown,
  count: 3,
  bucketCounts: [1, 2],
  bounds: [0],
  ...changes,
});
const exponential = (changes: Partial<ExponentialPoint>): OtlpPoint => ({
  type: 'exponential',
  ...point,
  ...unknown,
  count: 6,
  scale: 20,
  zeroCount: 1,
  positive: { offset: 0, counts: [2] },
  negative: { offset: 0, counts: [3] },
  ...changes,
});
const summary = (changes: Partial<SummaryPoint>): OtlpPoint => ({
  type: 'summary',
  ...point,
  count: 1,
  sum: 1,
  quantiles: [{ quantile: 1, value: Number.NaN }],
  ...changes,
});

it.each<[string, Partial<OtlpMetric>, OtlpPoint, RegExp | null]>([
  ['a level', {}, number(Number.NaN), null],
  ['a sum', { isSum: true }, number(0), null],
  ['a sum of unknown temporality', { isSum: true, temporality: null }, number(0), /temporality/],
  ['an infinite sum', { isSum: true }, number(Number.POSITIVE_INFINITY), /finite/],
  ['no value', {}, number(null), /without a value/],
  ['no name', { name: '' }, number(1), /without a name/],
  ['no time', {}, { ...number(1), timeMs: 0 }, /without a time/],
  ['a histogram', {}, histogram({}), null],
  ['a histogram of unknown temporality', { temporality: null }, histogram({}), /temporality/],
  ['a histogram of its count', {}, histogram({ bucketCounts: [], bounds: [] }), null],
  ['bounds alone', {}, histogram({ bucketCounts: [] }), /bounds without buckets/],
  ['a bucket too few', {}, histogram({ bucketCounts: [3] }), /one bucket more/],
  ['bounds in disorder', {}, histogram({ bucketCounts: [1, 1, 1], bounds: [2, 1] }), /grow/],
  ['an equal bound', {}, histogram({ bucketCounts: [1, 1, 1], bounds: [1, 1] }), /grow/],
  ['a bound that is no number', {}, histogram({ bounds: [Number.NaN] }), /grow/],
  ['a bound of infinity', {}, histogram({ bounds: [Number.POSITIVE_INFINITY] }), /grow/],
  ['a histogram that does not add up', {}, histogram({ count: 4 }), /add up/],
  ['too many in a histogram', {}, histogram({ count: 2 ** 60 }), /2\^53/],
  ['an exponential histogram', {}, exponential({}), null],
  ['one of unknown temporality', { temporality: null }, exponential({}), /temporality/],
  ['one that does not add up', {}, exponential({ zeroCount: 0 }), /add up/],
  ['too fine a scale', {}, exponential({ scale: 21 }), /scale/],
  ['too coarse a scale', {}, exponential({ scale: -11 }), /scale/],
  ['too many at once', {}, exponential({ count: 1e9 + 6, zeroCount: 1e9 + 1 }), /observations/],
  ['as many in total', { temporality: 'cumulative' }, exponential({ count: 1e9 + 5, zeroCount: 1e9 }), null],
  ['a summary', { temporality: null }, summary({}), null],
  ['a quantile past 1', {}, summary({ quantiles: [{ quantile: 1.1, value: 1 }] }), /quantile/],
  ['too many in a summary', {}, summary({ count: 2 ** 53 }), /2\^53/],
])('%s', (_name, changes, given, problem) => {
  const found = findProblem({ ...metric, ...changes }, given);
  if (problem === null) expect(found).toBeNull();
  else expect(found).toMatch(problem);
});
