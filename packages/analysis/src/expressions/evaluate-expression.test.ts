import type { Amount } from '@proofload/domain';
import { describe, expect, it } from 'vitest';
import { finishRun } from '../fixtures/finished-run.ts';
import { type ExpressionScope, evaluateSource } from './evaluate-expression.ts';
import { parseFormat } from './format-result.ts';
import type { ExpressionRun } from './select-values.ts';

function run(
  workers: number,
  throughput: number | null,
  changes: Partial<ExpressionRun> = {},
  duration: Amount | null = null,
): ExpressionRun {
  const made = finishRun(
    { workers },
    { throughput, ...(throughput === null ? {} : { p95: 4000 / workers }) },
    changes,
  );
  const measured = { better: 'lower', samples: 1, spread: null, window: null, note: null } as const;
  const measurements =
    duration === null
      ? made.measurements
      : { ...made.measurements, duration: { ...measured, value: null, amount: duration, unit: 's' } };
  return { ...made, measurements, sweep: null };
}

const scope: ExpressionScope = {
  runs: [
    run(1, 100, {}, { kind: 'exact', value: 90 }),
    run(1, 104, {}, { kind: 'exact', value: 94 }),
    run(2, 200, {}, { kind: 'range', low: 10, high: 20 }),
    run(2, 206, {}, { kind: 'at-most', high: 46 }),
    run(4, 203, { labels: { branch: 'rel-1' } }),
    run(4, 207, { labels: { branch: 'rel-2' } }),
    run(8, 1, { outcome: 'stalled', reason: 'nothing moved' }),
    run(16, null),
  ],
  explain: (measurement) => `${measurement} as defined`,
};

const evaluate = (source: string, format?: string) =>
  evaluateSource(source, scope, format === undefined ? {} : (parseFormat(format) ?? {}));

/** Non-breaking and thin spaces as plain ones, to be read here. */
const say = (source: string, format?: string) =>
  evaluate(source, format).text.replace(/[\u00a0\u202f]/g, ' ');

describe('an expression over runs', () => {
  it.each([
    ['throughput{workers=1}', '102 requests/s'],
    ['mean(throughput{workers<=2})', '153 requests/s'],
    ['median(throughput{})', '202 requests/s'],
    ['min(throughput{})', '100 requests/s'],
    ['max(throughput{})', '207 requests/s'],
    ['range(throughput{})', '100 to 207 requests/s'],
    ['sum(throughput{workers=2})', '406 requests/s'],
    ['stddev(throughput{workers=2})', '4.24 requests/s'],
    ['count(throughput{})', '6'],
    ['count(runs{})', '8'],
    ['count(runs{outcome="stalled"})', '1'],
    ['throughput{outcome=stalled}', '1 requests/s'],
    ['throughput{label.branch=~"rel-[12]"}', '205 requests/s'],
    ['ratio(throughput{workers=2}, throughput{workers=1})', '1.99x'],
    ['change(throughput{workers=2}, throughput{workers=1})', '+99 %'],
    ['change(p95{workers=2}, p95{workers=1})', '−50 %'],
    ['throughput{workers=2} / throughput{workers=1} in %', '199 %'],
    ['throughput{workers=1} * p95{workers=1}', '408 requests'],
    ['throughput{workers=1} / 2', '51 requests/s'],
    ['per(throughput{workers=4}, 4 cores)', '51.3 requests/s/cores'],
    ['p95{workers=1} + 1 s', '5 s'],
    ['1 s - p95{workers=1}', '−3 s'],
    ['-(2 min) in s', '−2 min'],
    ['100 MB / 10 s', '10 MB/s'],
    ['100 MB / (10 MB/s)', '10 s'],
    ['120 MB/s in Mbit/s', '960 Mbit/s'],
    ['50 % * 3 s', '1.5 s'],
    ['count(runs{workers=1}) / count(runs{})', '0.25'],
    ['mean(duration{workers=2})', '≤ 33 s'],
    ['ratio(duration{workers=2}, duration{workers=1})', '0 to 0.359x'],
    ['max(duration{workers<=2})', '94 s'],
    ['median(duration{})', '50 to 68 s'],
    ['knee(throughput{}, workers)', '2'],
    ['efficiency(throughput{}, workers)', '50.2 %'],
  ])('%s is %s', (source, said) => expect(say(source)).toBe(said));

  it.each([
    ['throughput{workers=1}', '2 digits', '102 requests/s'],
    ['p95{workers=1}', 'ms', '4000 ms'],
    ['p95{workers=1}', 'min, 2 digits', '0.067 min'],
    ['ratio(throughput{workers=2}, throughput{workers=1})', '5 digits', '1.9902x'],
    ['ratio(throughput{workers=2}, throughput{workers=1})', '%', '199 %'],
    ['duration{workers=2, outcome=completed}', 's', '≤ 33 s'],
  ])('%s as %s is %s', (source, format, said) => expect(say(source, format)).toBe(said));

  it.each([
    [
      'throughput{}',
      'several',
      /^throughput{…} selects 6 runs of 3 treatments; expected a narrower selection/,
    ],
    ['throughput{workers=3}', 'no-runs', 'No run matches throughput{…}'],
    ['throughput{workers=8}', 'left-out', 'The run that matches is left out: stalled: nothing moved'],
    ['throughput{workers=16}', 'no-value', 'The run that matches is left out: no value of throughput'],
    ['cpu{workers=1}', 'no-value', 'All 2 runs that match are left out: no value of cpu'],
    ['runs{}', 'several', 'Runs are no number; expected count(runs{...})'],
    ['throughput{workers=1} + p95{workers=1}', 'units', 'requests/s and ms cannot be added'],
    ['1 s in MB', 'units', 's does not convert to MB'],
    ['10 MB * 3 s', 'units', 'MB cannot be multiplied by s'],
    ['1 / 0', 'not-assessable', 'It cannot be divided: the divisor is zero'],
    ['stddev(throughput{label.branch="rel-1"})', 'not-assessable', /not assessable: n=1$/],
    ['knee(duration{}, workers)', 'not-assessable', /only known as a range/],
    ['knee(throughput{}, mode)', 'not-assessable', /has no number for the factor mode$/],
    ['throughput{', 'syntax', /at character 12$/],
  ])('%s has no value: %s', (source, kind, message) => {
    const { problem, text, amount } = evaluate(source);
    expect({ text, amount }).toEqual({ text: '', amount: null });
    expect(problem).toMatchObject({ kind });
    expect(problem?.message).toMatch(message);
  });

  it('says what it is made of', () => {
    const ratio = evaluate('ratio(throughput{workers=2}, throughput{workers=1})');
    expect(ratio).toMatchObject({ n: 4, replicates: 'n=2', unit: 'x', notes: [], leftOut: [] });
    expect(ratio.runs).toEqual([2, 3, 0, 1].map((index) => scope.runs[index]?.id));
    expect(ratio.interval?.low).toBeLessThan(1.99);
    expect(ratio.interval?.high).toBeGreaterThan(1.99);
    expect(ratio.sources).toEqual(['throughput: throughput as defined']);
    const many = evaluate('mean(throughput{})');
    expect(many.leftOut.map(({ reason }) => reason)).toEqual([
      'stalled: nothing moved',
      'no value of throughput',
    ]);
  });

  it('says that one replicate tells nothing of the difference', () => {
    const one = evaluate('ratio(throughput{label.branch="rel-1"}, throughput{workers=1})');
    expect(one).toMatchObject({ interval: null, replicates: 'n=1 against 2' });
    expect(one.notes).toEqual(['not assessable at n=1 against 2']);
  });
});

it.each(['', '2 digit s', '0 digits', '99 digits', 's, min', 'bold', '2'])(
  '%s is no format, or a unit',
  (text) => {
    if (text === 'bold') expect(parseFormat(text)).toEqual({ unit: 'bold' });
    else expect(parseFormat(text)).toBeNull();
  },
);
