import type { Comparison } from '@proofload/contracts';
import { describe, expect, it } from 'vitest';
import { renderCurve, renderResults } from './result-table.ts';

const cell = (group: string, mean: number | null, more: object = {}) => ({
  group,
  n: mean === null ? 0 : 2,
  median: mean,
  mean,
  min: mean === null ? null : mean - 1,
  max: mean === null ? null : mean + 1,
  stddev: 1,
  values: [],
  ratio: null,
  low: null,
  high: null,
  difference: 'no-data' as const,
  sentence: '',
  ...more,
});

const group = (key: string, n: number, runs: string[]) => ({ key, params: {}, runs, n, excluded: [] });
const comparison = {
  groups: [group('qps=20', 2, ['a', 'b']), group('qps=50', 2, ['c', 'd']), group('qps=150', 0, ['e'])],
  measurements: [
    {
      name: 'completion',
      unit: 's',
      better: 'lower',
      cells: [
        cell('qps=20', 80, { difference: 'baseline', ratio: 1 }),
        cell('qps=50', 40, { difference: 'better', ratio: 0.5, low: 0.45, high: 0.56 }),
        cell('qps=150', null),
      ],
    },
    {
      name: 'api_request_rate',
      unit: 'requests/s',
      better: 'none',
      cells: [cell('qps=20', 60), cell('qps=50', 120), cell('qps=150', null)],
    },
  ],
} as unknown as Comparison;

/** A comparison of nothing but times to completion, by level. */
function withTimes(times: Record<string, number[]>): Comparison {
  const groups = Object.entries(times).map(([qps, { length }]) => group(`qps=${qps}`, length, []));
  const cells = Object.entries(times).map(([qps, values]) =>
    cell(`qps=${qps}`, null, { values: values.map((value, index) => ({ run: `${qps}-${index}`, value })) }),
  );
  const measurement = { name: 'completion', unit: 's', better: 'lower', cells };
  return { groups, measurements: [measurement] } as unknown as Comparison;
}

describe('the results', () => {
  it('show a line for each treatment, and percentiles of runs beside one another', () => {
    const latencies = new Map([
      ['a', 12],
      ['b', 1500],
      ['c', 20],
    ]);
    const lines = renderResults(comparison, latencies);
    expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
      ['treatment', 'n', 'completion', 'ratio', 'API requests', 'latency p99'],
      [
        'qps=20',
        '2',
        expect.stringMatching(/^80.s \(79 to 81\)$/),
        'baseline',
        expect.any(String),
        expect.stringMatching(/^12.ms to 1\.5.s$/),
      ],
      [
        'qps=50',
        '2',
        expect.stringMatching(/^40.s/),
        expect.stringMatching(/^0\.5.?x \[0\.45, 0\.56\]$/),
        expect.any(String),
        expect.stringMatching(/^20.ms$/),
      ],
      ['qps=150', '0', 'no data', 'no data', 'no data', 'no data'],
    ]);
  });

  it('say what each step brings, past a level without data, and that two levels have no knee', () => {
    expect(renderCurve(withTimes({ 20: [79, 81], 50: [40, 40], 150: [] }))).toEqual([
      'from qps=20 to qps=50: -50 %',
      'No knee: that takes three levels with values',
    ]);
  });

  it.each([
    [
      [80, 82],
      [40, 41],
      [30, 30.5],
      [30, 30.2],
      /^Knee: qps=150; from there on all are within 10 % of the best, 95 %: /,
    ],
    [[80], [40], [30], [30], /^Knee: qps=150; .*, not assessable at n=1$/],
    [[80, 82], [40, 41], [20, 20], [10, 10], /^No knee: only the last level/],
    [
      [30, 30],
      [30, 30.1],
      [30, 30],
      [30, 30],
      /^No knee: the first level is within 10 % of the best already/,
    ],
    [
      [80, 82],
      [30, 31],
      [30, 30],
      [60, 61],
      /^Knee: qps=50; up to qps=150 all are .* and worse again after that/,
    ],
    [[30, 30], [31, 31], [60, 60], [60, 61], /^No knee: the first level is .*, and further ones do not help/],
  ])('say where the time stops to fall: %j, %j, %j, %j', (a, b, c, d, sentence) => {
    expect(renderCurve(withTimes({ 20: a, 50: b, 150: c, 300: d })).at(-1)).toMatch(sentence);
  });
});
