import { type MeasurementDefinition, requireDefinition } from '@proofload/domain';
import { describe, expect, it } from 'vitest';
import { evaluateRun } from './evaluate-run.ts';
import { every, type RecordedSeries, recordRun, startMs } from './fixtures/recorded-run.ts';
import type { RunFacts } from './resolve-window.ts';

const facts: RunFacts = {
  startedAtMs: startMs,
  finishedAtMs: startMs + 20_000,
  phases: [{ name: 'load', startMs: startMs + 300, endMs: startMs + 15_300 }],
  outcome: 'completed',
};

/** Fifteen seconds of load: 10 requests a second of 100 ms, for three seconds in the middle of 500 ms. */
const requests = every(100, 15_200, () => 1, 300);
const slow = (offsetMs: number) => offsetMs >= 8000 && offsetMs < 11_000;
const recorded: RecordedSeries[] = [
  {
    series: 'http_reqs{status="200"}',
    kind: 'delta',
    samples: requests.filter((_, index) => index % 10 !== 0),
  },
  {
    series: 'http_reqs{status="500"}',
    kind: 'delta',
    samples: requests.filter((_, index) => index % 10 === 0),
  },
  {
    series: 'http_req_duration',
    kind: 'distribution',
    unit: 'ms',
    samples: requests.map(([at]) => [at, slow(at) ? 500 : 100]),
  },
  {
    series: 'http_req_failed',
    kind: 'ratio',
    samples: requests.map(([at], index) => [at, index % 10 === 0 ? 1 : 0]),
  },
  { series: 'vus', kind: 'gauge', samples: every(1000, 15_300, (at) => (at < 5000 ? 5 : 10), 300) },
  ...['a', 'b', 'c'].map(
    (pod, index): RecordedSeries => ({
      series: `process_cpu_seconds_total{pod="${pod}"}`,
      kind: 'cumulative',
      origin: 'scrape:target',
      samples: every(1000, 15_000, (at) => 100 + (at / 1000) * 0.1 * (index + 1)),
    }),
  ),
  {
    series: 'restarts_total',
    kind: 'cumulative',
    origin: 'scrape:target',
    samples: [
      [0, 5],
      [1000, 8],
      [2000, 1],
      [3000, 4],
    ],
  },
  {
    series: 'heap_bytes',
    kind: 'gauge',
    origin: 'scrape:target',
    samples: every(1000, 15_000, () => 3 * 2 ** 20),
  },
];
const data = recordRun(recorded);

const windows = {
  load: 'load: {phase: load}',
  steady: 'steady: {phase: load, skipFirst: 2s, skipLast: 1s}',
  busy: `busy: {start: 'vus >= 10', end: 'sum(vus) == 0'}`,
};

function define(measurement: string, slos = ''): Parameters<typeof evaluateRun>[0] {
  return requireDefinition(`apiVersion: proofload/v1
kind: Experiment
metadata: {name: x}
spec:
  objective: x
  workload: {executor: external}
  windows: {${Object.values(windows)
    .map((text) => text.replace(/^(\w+): \{/, '$1: {'))
    .join(', ')}}
  measurements:
    it: ${measurement}
  slos: [${slos}]
`).definition;
}

async function measure(measurement: string, from = data) {
  return (await evaluateRun(define(measurement), facts, from)).measurements.it;
}

describe('measurements', () => {
  it.each<[string, number, string | null, number]>([
    ['{metric: http_reqs, aggregate: count, unit: requests}', 150, 'requests', 150],
    ['{metric: http_reqs, aggregate: count, over: load}', 150, null, 150],
    ['{metric: \'http_reqs{status="500"}\', aggregate: count}', 15, null, 15],
    // Whole run: 150 requests over the 15 s that k6 was seen (0.3 s to 15.3 s, the last of vus).
    ['{metric: http_reqs, aggregate: rate, unit: requests/s}', 10, 'requests/s', 150],
    ['{metric: http_reqs, aggregate: rate, unit: requests/min}', 600, 'requests/min', 150],
    // 2.3 s to 14.3 s: the whole buckets are 3 to 13.
    ['{metric: http_reqs, aggregate: rate, over: steady, unit: requests/s}', 10, 'requests/s', 110],
    ['{metric: http_reqs, aggregate: rate, over: load}', 10, '/s', 150],
    ['{metric: http_req_duration, aggregate: avg, unit: ms}', 180, 'ms', 150],
    ['{metric: http_req_duration, aggregate: avg, unit: s}', 0.18, 's', 150],
    ['{metric: http_req_duration, aggregate: max}', 500, 'ms', 150],
    ['{metric: http_req_duration, aggregate: p50}', 100, 'ms', 150],
    ['{metric: http_req_duration, aggregate: p95, unit: ms}', 500, 'ms', 150],
    ['{metric: http_req_duration, aggregate: p99.9}', 500, 'ms', 150],
    ['{metric: http_req_duration, aggregate: rate, unit: requests/s}', 10, 'requests/s', 150],
    ['{metric: http_req_failed, aggregate: rate}', 0.1, 'ratio', 150],
    ['{metric: http_req_failed, aggregate: share, unit: "%"}', 10, '%', 150],
    ['{metric: http_req_failed, aggregate: sum}', 15, null, 150],
    ['{metric: vus, aggregate: max}', 10, null, 16],
    // Up to 14.3 s, where what follows begins.
    ['{metric: vus, aggregate: min, over: steady}', 5, null, 12],
    ['{metric: vus, aggregate: last}', 10, null, 16],
    ['{metric: vus, aggregate: p50}', 10, null, 16],
    ['{metric: process_cpu_seconds_total, aggregate: rate, unit: cores}', 0.6, 'cores', 48],
    ['{metric: process_cpu_seconds_total, aggregate: rate, unit: "%"}', 60, '%', 48],
    ['{metric: process_cpu_seconds_total, aggregate: increase}', 9, 's', 48],
    ['{metric: process_cpu_seconds_total, aggregate: rate, unit: cores, balance: pod}', 0.2, 'cores', 48],
    // 5 to 8, a reset to 1, then 4: 3 + 1 + 3.
    ['{metric: restarts_total, aggregate: increase}', 7, null, 4],
    ['{metric: heap_bytes, aggregate: avg, unit: MiB}', 3, 'MiB', 16],
    ['{duration: load}', 15, 's', 1],
    ['{duration: steady, unit: min}', 0.2, 'min', 1],
  ])('%s', async (measurement, value, unit, samples) => {
    const found = await measure(measurement);
    expect(found?.note?.startsWith('range over') ? null : found?.note).toBeNull();
    expect(found?.value).toBeCloseTo(value, value === 500 || value === 100 ? 0 : 9);
    expect(found).toMatchObject({ unit, samples });
  });

  it.each([
    ['{metric: nothing, aggregate: avg}', 'the run has no data of nothing'],
    [
      '{metric: http_reqs, aggregate: p95}',
      'p95 is not defined for a counter, which has count, sum, increase and rate',
    ],
    ['{metric: vus, aggregate: rate}', 'rate is not defined for a gauge'],
    [
      '{metric: http_req_duration, aggregate: avg, unit: MiB}',
      'http_req_duration is in ms, which does not convert to MiB',
    ],
    ['{metric: vus, aggregate: avg, over: busy}', 'the window busy did not end: `sum(vus) == 0` never held'],
    ['{metric: vus, aggregate: avg, balance: pod}', 'no series has the label pod'],
  ])('%s has no value and says why', async (measurement, note) => {
    const found = await measure(measurement);
    expect(found?.value).toBeNull();
    expect(found?.note).toContain(note);
  });

  it('says the window, and the spread within the run in the unit of the value', async () => {
    const found = await measure(
      '{metric: http_req_duration, aggregate: p95, over: steady, unit: s, better: lower}',
    );
    expect(found).toMatchObject({
      better: 'lower',
      spread: { min: 0.1, max: 0.5, stddev: null },
      window: { name: 'steady', from: '2026-01-31T12:00:02.300Z', to: '2026-01-31T12:00:14.300Z' },
    });
  });

  it('names the entities of a balance', async () => {
    const found = await measure(
      '{metric: process_cpu_seconds_total, aggregate: rate, unit: cores, balance: pod}',
    );
    expect(found?.note).toBe('range over 3 values of pod, from a at 0.1\u00a0cores to c at 0.3\u00a0cores');
  });

  it('refuses a window that its cuts leave empty', async () => {
    const definition: MeasurementDefinition = {
      of: { kind: 'metric', metric: 'vus', selector: '', aggregate: 'avg' },
      over: 'w',
      balance: null,
      unit: null,
      better: 'none',
    };
    const edge = (from: 'start' | 'end', offsetMs: number) =>
      ({ kind: 'offset', phase: 'load', from, offsetMs }) as const;
    const found = await evaluateRun(
      {
        windows: { w: { start: edge('start', 20_000), end: edge('end', 0) } },
        measurements: { it: definition },
        slos: [],
      },
      facts,
      data,
    );
    expect(found.measurements.it?.note).toBe('the window w is empty: its phase was only 15\u00a0s long');
    expect(found.notes).toEqual(['it: the window w is empty: its phase was only 15\u00a0s long']);
  });

  it('takes an upload without phases as all load', async () => {
    const bare = await evaluateRun(
      define('{metric: vus, aggregate: count, over: steady}'),
      { startedAtMs: null, finishedAtMs: null, phases: [], outcome: null },
      recordRun([recorded[4] as RecordedSeries]),
    );
    expect(bare.measurements.it).toMatchObject({ value: 12, note: null });
  });

  describe('over windows that lie elsewhere in this run', () => {
    const own = (name: string, fromMs: number, toMs: number): RunFacts => ({
      ...facts,
      windows: { [name]: { fromMs: startMs + fromMs, toMs: startMs + toMs } },
    });
    it.each([
      ['a window', '{metric: http_reqs, aggregate: count, over: steady}', own('steady', 4000, 9000), 50],
      ['the whole run', '{metric: http_reqs, aggregate: count}', own('*', 4000, 9000), 50],
      ['a duration', '{duration: steady}', own('steady', 4000, 9500), 5.5],
      ['one that never started', '{metric: vus, aggregate: count, over: busy}', own('busy', 2000, 4000), 2],
      ['another window', '{metric: http_reqs, aggregate: count, over: steady}', own('load', 4000, 9000), 110],
      [
        'a window, not the whole run',
        '{metric: http_reqs, aggregate: count}',
        own('steady', 4000, 9000),
        150,
      ],
      ['all of it', '{metric: http_reqs, aggregate: count, over: steady}', own('steady', 0, 20_000), 150],
    ])('%s', async (_name, measurement, changed, value) => {
      expect((await evaluateRun(define(measurement), changed, data)).measurements.it?.value).toBe(value);
    });
  });

  describe('of a summary, which has no points in time', () => {
    const part = 'http_req_duration{expected_response="true"}';
    const figures = (p95: number, isPart = false) => ({ quantiles: { p95, avg: 180 }, rate: null, isPart });
    const summary: RecordedSeries[] = [
      {
        series: 'http_req_duration',
        kind: 'distribution',
        unit: 'ms',
        origin: 'k6-summary:default',
        samples: [[0, 90]],
        reported: figures(420),
      },
      {
        series: part,
        kind: 'distribution',
        unit: 'ms',
        origin: 'k6-summary:default',
        samples: [[0, 90]],
        reported: figures(400, true),
      },
      {
        series: 'http_reqs',
        kind: 'delta',
        origin: 'k6-summary:default',
        samples: [[0, 212]],
        reported: { quantiles: {}, rate: 52.4 },
      },
      {
        series: 'vus_max',
        kind: 'gauge',
        origin: 'k6-summary:default',
        samples: [[0, 7]],
        reported: { quantiles: {}, rate: null },
      },
    ];
    it.each([
      ['{metric: http_req_duration, aggregate: p95, unit: s}', 0.42],
      ['{metric: http_req_duration, aggregate: avg}', 180],
      ['{metric: http_req_duration, aggregate: max}', 90],
      [`{metric: '${part}', aggregate: p95}`, 400],
      ['{metric: http_reqs, aggregate: count}', 212],
      ['{metric: http_reqs, aggregate: rate, unit: requests/s}', 52.4],
      ['{metric: vus_max, aggregate: max}', 7],
    ])('%s', async (measurement, value) => {
      expect(await measure(measurement, recordRun(summary))).toMatchObject({ value, note: null });
    });

    it.each([
      ['{metric: http_req_duration, aggregate: p99}', 'a summary does not tell the p99 of http_req_duration'],
      [
        '{metric: http_req_duration, aggregate: p95, over: steady}',
        'a summary has no points in time, so only the whole run can be measured',
      ],
    ])('%s has no value', async (measurement, note) => {
      expect(await measure(measurement, recordRun(summary))).toMatchObject({ value: null, note });
    });

    it('does not count what the samples of the same run tell already', async () => {
      const both = recordRun([...summary, ...recorded]);
      expect(await measure('{metric: http_reqs, aggregate: count}', both)).toMatchObject({ value: 150 });
      expect((await measure('{metric: http_req_duration, aggregate: avg}', both))?.value).toBeCloseTo(180, 9);
    });
  });
});

describe('objectives', () => {
  const p95 = '{metric: http_req_duration, aggregate: p95, unit: ms}';
  const rate = '{metric: http_reqs, aggregate: rate, unit: requests/s}';
  it.each([
    ['met, without a breach', p95, '{name: fast, measurement: it, objective: "< 1s"}', true, []],
    [
      'not met, with the stretch',
      p95,
      '{name: fast, measurement: it, objective: "<= 120ms", step: 1s}',
      false,
      [[8, 11, 500]],
    ],
    [
      'met on the whole, broken for a while',
      '{metric: http_req_duration, aggregate: avg}',
      '{name: fast, measurement: it, objective: "< 200", step: 1s}',
      true,
      [[8, 11, 500]],
    ],
    [
      'in longer steps',
      p95,
      '{name: fast, measurement: it, objective: "<= 120ms", step: 5s}',
      false,
      [[6, 11, 500]],
    ],
    [
      'a share in another unit',
      '{metric: http_req_failed, aggregate: rate}',
      '{name: errors, measurement: it, objective: "< 5%", step: 5s}',
      false,
      [[1, 15, 0.1]],
    ],
    ['a rate', rate, '{name: busy, measurement: it, objective: ">= 5 requests/s"}', true, []],
    [
      'a count: the whole window',
      '{metric: http_reqs, aggregate: count, over: load}',
      '{name: many, measurement: it, objective: "> 1000"}',
      false,
      [[0.3, 15.3, 150]],
    ],
    [
      'a duration: the whole window',
      '{duration: load}',
      '{name: quick, measurement: it, objective: "< 10s"}',
      false,
      [[0.3, 15.3, 15]],
    ],
  ] as const)('%s', async (_name, measurement, slo, met, breaches) => {
    const { slos, verdict } = await evaluateRun(define(measurement, slo), facts, data);
    const found = slos[0]?.breaches.map(({ from, to, worst }) => [
      (Date.parse(from) - startMs) / 1000,
      (Date.parse(to) - startMs) / 1000,
      Math.round((worst ?? 0) * 10) / 10,
    ]);
    expect(slos[0]).toMatchObject({ met, note: null });
    expect(
      found?.map(([from, to, worst]) => [from, to, Math.abs((worst ?? 0) - 500) < 3 ? 500 : worst]),
    ).toEqual(breaches);
    expect(verdict).toBe(met ? 'pass' : 'fail');
  });

  it('holds a silent server against a rate', async () => {
    const silent = recordRun([
      { series: 'http_reqs', kind: 'delta', samples: requests.filter(([at]) => at < 5000 || at >= 9000) },
      { series: 'vus', kind: 'gauge', samples: every(1000, 15_300, () => 10, 300) },
    ]);
    const { slos } = await evaluateRun(
      define(rate, '{name: busy, measurement: it, objective: ">= 5", step: 1s}'),
      facts,
      silent,
    );
    expect(slos[0]?.met).toBe(true);
    expect(slos[0]?.breaches).toEqual([
      { from: '2026-01-31T12:00:05.000Z', to: '2026-01-31T12:00:09.000Z', worst: 0 },
    ]);
  });

  it('leaves the verdict open when an objective cannot be evaluated', async () => {
    const { slos, verdict, notes } = await evaluateRun(
      define('{metric: nothing, aggregate: avg}', '{name: fast, measurement: it, objective: "< 1"}'),
      facts,
      data,
    );
    expect(slos[0]).toMatchObject({ met: null, value: null, note: 'the run has no data of nothing' });
    expect(verdict).toBe('inconclusive');
    expect(notes).toEqual(['it: the run has no data of nothing', 'fast: the run has no data of nothing']);
  });

  it.each(['failed', 'stalled', 'limited', 'cancelled'] as const)(
    'does not pass a run that %s',
    async (outcome) => {
      const definition = define(p95, '{name: fast, measurement: it, objective: "< 1s"}');
      const { slos, verdict } = await evaluateRun(definition, { ...facts, outcome }, data);
      expect(slos[0]?.met).toBe(true);
      expect(verdict).toBe('inconclusive');
    },
  );

  it('has no verdict without objectives', async () => {
    expect((await evaluateRun(define(p95), facts, data)).verdict).toBe('none');
  });
});
