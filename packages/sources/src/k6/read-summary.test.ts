import { describe, expect, it } from 'vitest';
import { readFixture } from '../fixtures/bodies.ts';
import type { ReportedSeries } from '../stream/reported-series.ts';
import { readSummary } from './read-summary.ts';

const read = (name: string) => readSummary(readFixture(`k6/fixtures/${name}`).toString());
const find = (series: readonly ReportedSeries[], metric: string, labels: Record<string, string> = {}) =>
  series.find(
    ({ identity }) =>
      identity.metric === metric && JSON.stringify(identity.labels) === JSON.stringify(labels),
  );

const shapes = [
  ['handle-summary.json', 'k6-handle-summary', 212],
  ['summary-export.json', 'k6-summary-export', 212],
  ['handle-summary-machine.json', 'k6-machine-summary', 213],
] as const;

describe.each(shapes)('%s', (name, format, requests) => {
  const { series, ...summary } = read(name);

  it('is told by its shape', () => expect(summary.format).toBe(format));

  it('gives counters with their rate per second', () => {
    const found = find(series, 'http_reqs');
    expect(found?.identity.kind).toBe('delta');
    expect(found?.totals).toMatchObject({ count: requests, sum: requests });
    expect(found?.reported.rate).toBeCloseTo(52.5, 0);
  });

  it('gives hits of total of rates, of which those of http_req_failed are the failures', () => {
    const found = find(series, 'http_req_failed');
    expect(found?.totals).toMatchObject({ count: requests, sum: requests - 168 });
  });

  it('gives the last, least and greatest value of gauges', () => {
    const found = find(series, 'vus_max');
    expect(found?.totals).toMatchObject({ min: 8, max: 8, last: 8 });
  });

  it('gives percentiles of trends by the names of measurements, in milliseconds', () => {
    const found = find(series, 'http_req_duration');
    expect(found?.identity).toMatchObject({ kind: 'distribution', unit: 'ms' });
    expect(Object.keys(found?.reported.quantiles ?? {})).toEqual(
      expect.arrayContaining(['avg', 'p50', 'p90', 'p95']),
    );
  });

  it('keeps a sub-metric apart from its metric', () => {
    const found = find(series, 'http_req_duration', { scenario: 'burst' });
    expect(found?.reported.isPart).toBe(true);
    expect(find(series, 'http_req_duration')?.reported.isPart).toBe(false);
  });
});

it('says the same of one run in both of the older shapes', () => {
  const [handled, exported] = [read('handle-summary.json'), read('summary-export.json')];
  expect(exported.series).toHaveLength(handled.series.length);
  for (const one of handled.series) {
    const other = find(exported.series, one.identity.metric, { ...one.identity.labels });
    expect(other?.totals).toEqual(one.totals);
    expect(other?.reported).toEqual(one.reported);
    expect(other?.identity.kind).toBe(one.identity.kind);
  }
});

it('turns the inverted thresholds of --summary-export round', () => {
  for (const name of ['handle-summary.json', 'summary-export.json']) {
    const { series, warnings } = read(name);
    expect(find(series, 'http_req_duration')?.reported.thresholds).toEqual({
      'p(95)<500': true,
      'avg<1000': true,
    });
    expect(find(series, 'http_req_duration', { scenario: 'burst' })?.reported.thresholds).toEqual({
      'p(95)<1': false,
    });
    expect(warnings.toSorted()).toEqual([
      'k6 judged the threshold p(95)<1 of http_req_duration{scenario:burst} as crossed',
      'k6 judged the threshold rate<0.01 of http_req_failed as crossed',
    ]);
  }
});

it('knows average and sum of a trend whose count was asked for', () => {
  const found = find(read('handle-summary.json').series, 'http_req_duration');
  expect(found?.totals.count).toBe(212);
  expect(found?.totals.sum).toBeCloseTo(212 * 17.304102042452833, 6);
});

it.each([
  [
    'a metric of an unknown type',
    '{"metrics": {"a": {"type": "histogram", "values": {}}}}',
    'metrics.a.type',
  ],
  [
    'a text as value',
    '{"metrics": {"a": {"type": "trend", "values": {"avg": "1"}}}}',
    'metrics.a.values.avg',
  ],
  ['a text in an export', '{"metrics": {"a": {"avg": "1"}}}', 'metrics.a.avg'],
  ['a machine summary of another version', '{"version": "2.0.0", "results": {"metrics": []}}', 'version'],
  ['no metrics', '{"results": 5}', 'metrics'],
])('refuses %s, naming the field', (_name, text, field) => {
  expect(() => readSummary(text)).toThrow(
    expect.objectContaining({ code: 'invalid', fields: [expect.objectContaining({ field })] }),
  );
});

it('gives figures, units and thresholds that JSON and the database can hold', () => {
  const metric =
    '"contains":"constructor","values":{"count":1e150,"avg":1e150},"thresholds":{"a\\u0000":{"ok":false}}';
  const text = `{"metrics":{"m":{"type":"trend",${metric}},"c":{"type":"counter","values":{"count":1e150}}},"state":{"testRunDurationMs":5e-324}}`;
  const { series, warnings } = readSummary(text);
  expect(series[0]).toMatchObject({ identity: { unit: null }, totals: { sum: 1e150 * 1e150 } });
  expect(series[0]?.reported.thresholds).toEqual({ 'a\uFFFD': false });
  expect(series[1]?.reported.rate).toBeNull();
  expect(warnings).toEqual(['k6 judged the threshold a\uFFFD of m as crossed']);
  expect(() => readSummary(text.replace('1e150', '1e151'))).toThrow('as k6 writes it');
});
