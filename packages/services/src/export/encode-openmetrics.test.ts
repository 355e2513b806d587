import { type Points, Sketch } from '@proofload/series';
import { describe, expect, it } from 'vitest';
import { encodeFamilyHead, openFamily, openMetricsEnd } from './encode-openmetrics.ts';
import type { ExportedSeries } from './exported-series.ts';
import { exportedSeries } from './fixtures/exported-series.ts';
import { readBack } from './fixtures/read-back.ts';
import { planFamilies } from './openmetrics-families.ts';

const atMs = 1_795_240_602_000;

type Held = [series: ExportedSeries, ...parts: Points[]];

function encode(...held: Held[]): string {
  const numbered = held.map(([series, ...parts], seriesId) => ({ series: { ...series, seriesId }, parts }));
  const families = planFamilies(numbered.map(({ series }) => series)).map((family) => {
    const encoder = openFamily(family);
    const lines = family.series.flatMap((series) =>
      (numbered[series.seriesId]?.parts ?? []).flatMap((points) => [...encoder(series, points)]),
    );
    return encodeFamilyHead(family) + lines.join('');
  });
  return families.join('') + openMetricsEnd;
}

const gauge = (...values: number[]): Points => ({
  kind: 'gauge',
  times: values.map((_, index) => atMs + index),
  values,
});
const delta = (fromMs: number, ...sums: number[]): Points => ({
  kind: 'delta',
  times: sums.map((_, index) => fromMs + index * 1000),
  sums,
  counts: sums.map(() => 1),
});
const sketchOf = (...values: number[]): Sketch => {
  const sketch = new Sketch();
  for (const value of values) sketch.add(value);
  return sketch;
};
const trend = (...sketches: Sketch[]): Points => ({
  kind: 'distribution',
  times: sketches.map((_, index) => atMs + index * 1000),
  sketches,
});

describe('encodeOpenMetrics', () => {
  it('gives levels as they are, to the millisecond, also those that are no number', async () => {
    const series = exportedSeries({ metric: 'queue:depth', labels: { b: '2', a: '1' } });
    const text = encode([series, gauge(-1.5, Number.NaN, Infinity, -Infinity, 1e21)]);
    expect(text).toBe(
      `# TYPE queue:depth gauge
# HELP queue:depth queue:depth: gauge
queue:depth{a="1",b="2"} -1.5 1795240602.000
queue:depth{a="1",b="2"} NaN 1795240602.001
queue:depth{a="1",b="2"} +Inf 1795240602.002
queue:depth{a="1",b="2"} -Inf 1795240602.003
queue:depth{a="1",b="2"} 1e+21 1795240602.004
# EOF
`,
    );
    expect(await readBack(text)).toEqual([
      {
        metric: 'queue:depth',
        kind: 'gauge',
        unit: null,
        labels: { a: '1', b: '2' },
        times: [atMs, atMs + 2, atMs + 3, atMs + 4],
        values: [-1.5, Infinity, -Infinity, 1e21],
      },
    ]);
  });

  it('adds increments up, over all parts, from a zero on', async () => {
    const series = exportedSeries({ metric: 'http_reqs', kind: 'delta' });
    const text = encode([series, delta(atMs, 3, 2), delta(atMs + 5000, 0.5)]);
    expect(text).toContain('# TYPE http_reqs counter\n');
    expect(await readBack(text)).toMatchObject([
      {
        metric: 'http_reqs_total',
        kind: 'cumulative',
        times: [atMs, atMs + 1000, atMs + 2000, atMs + 6000],
        values: [0, 3, 5, 5.5],
      },
    ]);
  });

  it('begins again with every series', async () => {
    const of = (scenario: string) =>
      exportedSeries({ metric: 'orders_total', kind: 'delta', labels: { scenario } });
    const read = await readBack(encode([of('a'), delta(atMs, 1)], [of('b'), delta(atMs, 2)]));
    expect(read.map(({ metric, labels, values }) => [metric, labels.scenario, values])).toEqual([
      ['orders_total', 'a', [0, 1]],
      ['orders_total', 'b', [0, 2]],
    ]);
  });

  it('takes what can fall for a level', async () => {
    const series = exportedSeries({ metric: 'balance', kind: 'delta', min: -2 });
    const text = encode([series, delta(atMs, 3, -2)]);
    expect(await readBack(text)).toMatchObject([{ metric: 'balance', kind: 'gauge', values: [0, 3, 1] }]);
  });

  it('names counters from Prometheus as they were, with the unit that their name ends with', async () => {
    const series = exportedSeries({ metric: 'cpu_seconds_total', kind: 'cumulative', unit: 's' });
    const text = encode([series, { kind: 'cumulative', times: [atMs + 123], values: [4.25] }]);
    expect(text).toBe(
      `# TYPE cpu_seconds counter
# UNIT cpu_seconds seconds
# HELP cpu_seconds cpu_seconds_total: cumulative in s
cpu_seconds_total 4.25 1795240602.123
# EOF
`,
    );
    expect(await readBack(text)).toMatchObject([
      { metric: 'cpu_seconds_total', kind: 'cumulative', unit: 's', times: [atMs + 123], values: [4.25] },
    ]);
  });

  it('gives a share as two counters', async () => {
    const points: Points = { kind: 'ratio', times: [atMs, atMs + 1000], hits: [1, 0], totals: [4, 5] };
    const read = await readBack(encode([exportedSeries({ metric: 'checks', kind: 'ratio' }), points]));
    expect(read.map(({ metric, kind, values }) => [metric, kind, values])).toEqual([
      ['checks_hits_total', 'cumulative', [0, 1, 1]],
      ['checks_observations_total', 'cumulative', [0, 4, 9]],
    ]);
  });

  it('gives a trend as a summary: quantiles of each second, extremes among them, and what adds up', async () => {
    const [first, second] = [sketchOf(1, 2, 3, 400), sketchOf(7)];
    const series = exportedSeries({ metric: 'wait', kind: 'distribution', unit: 'ms' });
    const text = encode([series, trend(first, second)]);
    const whole = await readBack(text);
    expect(whole.filter(({ labels }) => labels.quantile !== undefined)).toHaveLength(6);
    expect(text).not.toContain('# UNIT');
    for (const [quantile, q] of Object.entries({ 0: 0, 0.5: 0.5, 0.99: 0.99, 1: 1 })) {
      const line = whole.find(({ labels }) => labels.quantile === quantile);
      expect(line?.values).toEqual([first.quantile(q), second.quantile(q)]);
      expect(line?.times).toEqual([atMs + 1000, atMs + 2000]);
    }
    expect(whole.find(({ metric }) => metric === 'wait_count')).toMatchObject({
      kind: 'cumulative',
      times: [atMs, atMs + 1000, atMs + 2000],
      values: [0, 4, 5],
    });
    expect(whole.find(({ metric }) => metric === 'wait_sum')?.values).toEqual([0, 406, 413]);
  });

  it('gives a trend with values below zero no sum, which would fall, and keeps a label of its own', async () => {
    const labels = { quantile: 'own' };
    const series = exportedSeries({ metric: 'drift', kind: 'distribution', min: -1, labels });
    const read = await readBack(encode([series, trend(sketchOf(-1, 1))]));
    expect(read.some(({ metric }) => metric === 'drift_sum')).toBe(false);
    expect(read.every((one) => one.labels.exported_quantile === 'own')).toBe(true);
    expect(read.find((one) => one.labels.quantile === '0')?.values).toEqual([-1]);
  });

  it('quotes names that the classic syntax cannot hold, and escapes values', async () => {
    const labels = { 'http.url': 'a\\n"b"\nü', plain: '' };
    const series = exportedSeries({ metric: 'größe.x', kind: 'cumulative', labels });
    const text = encode([series, { kind: 'cumulative', times: [atMs], values: [1] }]);
    expect(text.split('\n').slice(0, 3)).toEqual([
      '# TYPE "größe.x" counter',
      '# HELP "größe.x" größe.x: cumulative',
      String.raw`{"größe.x_total","http.url"="a\\n\"b\"\nü",plain=""} 1 1795240602.000`,
    ]);
    expect(await readBack(text)).toMatchObject([{ metric: 'größe.x_total', kind: 'cumulative', labels }]);
  });
});

describe('planFamilies', () => {
  const namesOf = (...series: Partial<ExportedSeries>[]) =>
    planFamilies(series.map(exportedSeries)).map(({ name, type }) => `${type} ${name}`);

  it('gives no family a name that another has taken, nor one with a suffix of it', () => {
    expect(
      namesOf(
        { metric: 'jobs', kind: 'gauge' },
        { metric: 'jobs', kind: 'distribution' },
        { metric: 'jobs_total', kind: 'cumulative' },
        { metric: 'wait', kind: 'distribution' },
        { metric: 'wait_count', kind: 'gauge' },
      ),
    ).toEqual([
      'gauge jobs',
      'summary jobs_summary',
      'counter jobs_counter',
      'summary wait',
      'gauge wait_count_gauge',
    ]);
  });

  it('puts the series of a metric together, wherever they stand', () => {
    const families = planFamilies([
      exportedSeries({ metric: 'up', labels: { job: 'a' } }),
      exportedSeries({ metric: 'vus' }),
      exportedSeries({ metric: 'up', labels: { job: 'b' } }),
    ]);
    expect(families.map(({ name, series }) => [name, series.length])).toEqual([
      ['up', 2],
      ['vus', 1],
    ]);
  });

  it('says where a series is from when two origins have the same', () => {
    const [family] = planFamilies([
      exportedSeries({ metric: 'vus', origin: 'k6:one' }),
      exportedSeries({ metric: 'vus', origin: 'k6:two' }),
      exportedSeries({ metric: 'vus', origin: 'k6:two', labels: { zone: 'b' } }),
    ]);
    expect(family?.series.map(({ labels }) => labels)).toEqual([
      { proofload_origin: 'k6:one' },
      { proofload_origin: 'k6:two' },
      { zone: 'b' },
    ]);
  });

  it('keeps a metric that is called like a suffix', () => {
    expect(namesOf({ metric: '_total', kind: 'delta' })).toEqual(['counter _total']);
  });
});
