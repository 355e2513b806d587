import type { Comparison, GoalResult, SloResult } from '@proofload/contracts';
import { describe, expect, it } from 'vitest';
import { renderComparison, renderGoals, renderMeasurements, renderSlos } from './result-table.ts';

type Cell = Comparison['measurements'][number]['cells'][number];

const cell = (group: string, more: Partial<Cell>): Cell => ({
  group,
  n: 3,
  median: null,
  mean: null,
  min: null,
  max: null,
  stddev: null,
  values: [],
  ratio: null,
  low: null,
  high: null,
  difference: 'no-data',
  sentence: '',
  ...more,
});

function comparisonOf(cells: Cell[]): Comparison {
  return {
    experiment: 'quick-start',
    by: 'treatment',
    baseline: 'workers=1',
    summary: '',
    groups: cells.map(({ group, n }) => ({ key: group, params: {}, runs: [], n, excluded: [] })),
    measurements: [{ name: 'throughput', unit: 'requests/s', better: 'higher', cells }],
    goals: [],
    slos: [],
    runs: [],
    covariates: [],
    warnings: [],
  };
}

const plain = (lines: string[]): string[] => lines.map((line) => line.replaceAll('\u00a0', ' '));

describe('renderComparison', () => {
  it('shows value, n and the ratio with its interval, and aligns the columns', () => {
    const comparison = comparisonOf([
      cell('workers=1', { mean: 40, ratio: 1, difference: 'baseline' }),
      cell('workers=4', { mean: 142, ratio: 3.55, low: 3.4, high: 3.7, difference: 'better' }),
    ]);
    expect(plain(renderComparison(comparison))).toEqual([
      'measurement  workers=1           workers=4',
      'throughput   40 requests/s, n=3  142 requests/s, n=3, 3.55x [3.4, 3.7]',
    ]);
  });

  it('says of which measurements the values may not belong together', () => {
    const comparison = comparisonOf([cell('workers=1', { mean: 40, ratio: 1, difference: 'baseline' })]);
    const [throughput] = comparison.measurements;
    if (throughput) throughput.mixed = [{ kind: 'window', runs: [], message: '1 of 3 runs has its own' }];
    expect(renderComparison(comparison).at(-1)).toBe('Note on throughput: 1 of 3 runs has its own');
  });

  it('has no interval at n=1 and tells no data from zero', () => {
    const comparison = comparisonOf([
      cell('workers=1', { n: 1, mean: 0, ratio: null, difference: 'baseline' }),
      cell('workers=2', { n: 1, mean: 40, ratio: 2, difference: 'not-assessable' }),
      cell('workers=4', { n: 0 }),
    ]);
    const [, row] = plain(renderComparison(comparison));
    expect(row).toMatch(/^throughput +0 requests\/s, n=1 +40 requests\/s, n=1, 2x +no data, n=0$/);
  });

  it('shows ranges as what they are', () => {
    const amount = { kind: 'range', low: 10, high: 20 } as const;
    const [, row] = plain(renderComparison(comparisonOf([cell('workers=1', { n: 1, amount })])));
    expect(row).toMatch(/^throughput +10 to 20 requests\/s, n=1$/);
  });
});

const slo = (met: boolean | null, value: number | null): SloResult => ({
  name: 'responsive',
  objective: '< 1s',
  measurement: 'p95',
  met,
  value,
  unit: 'ms',
  breaches: [],
  note: null,
});

it.each([
  ['met everywhere', [slo(true, 300), slo(true, 310)], 'SLO responsive (< 1s): met in 2 of 2'],
  [
    'missed once',
    [slo(true, 300), slo(false, 1500)],
    'SLO responsive (< 1s): met in 1 of 2, not met with 1.5 s',
  ],
  ['without data', [slo(null, null)], 'SLO responsive (< 1s): met in 0 of 1, could not be evaluated in 1'],
])('renderSlos tells an objective %s', (_, slos, expected) => {
  expect(plain(renderSlos(slos.map((each) => ({ slos: [each] }))))).toEqual([expected]);
});

const best: GoalResult['best'] = {
  treatment: 'workers=4',
  ratio: 3.55,
  low: 3.4,
  high: 3.7,
  n: 3,
  baselineN: 3,
};

it.each([
  [true, best, null, 'Goal throughput >= 3x: met; workers=4 reached 3.55x [3.4, 3.7], n=3 against 3'],
  [
    false,
    { ...best, low: null, high: null },
    null,
    'Goal throughput >= 3x: not met; workers=4 reached 3.55x, n=3 against 3',
  ],
  [
    null,
    null,
    'the baseline has no data',
    'Goal throughput >= 3x: could not be evaluated (the baseline has no data)',
  ],
])('renderGoals tells a goal that is met: %s', (met, reached, note, expected) => {
  expect(renderGoals([{ measurement: 'throughput', target: '>= 3x', met, best: reached, note }])).toEqual([
    expected,
  ]);
});

it('renderMeasurements shows a bound as what it is', () => {
  const run = {
    measurements: {
      moves: {
        value: null,
        amount: { kind: 'above', low: 75 },
        unit: 'clusters',
        better: 'lower',
        samples: 1,
        spread: null,
        window: null,
        note: null,
      },
    },
  } as const;
  expect(plain(renderMeasurements(run)).at(-1)).toBe('moves        > 75 clusters');
});

it('renderMeasurements says why there is no value', () => {
  const measurement = {
    value: null,
    unit: 's',
    better: 'none',
    samples: 0,
    spread: null,
    window: null,
  } as const;
  const run = { measurements: { sync: { ...measurement, note: 'the window never started' } } };
  expect(renderMeasurements(run)).toEqual([
    'measurement  value',
    'sync         no data (the window never started)',
  ]);
});
