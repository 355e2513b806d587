import { describe, expect, it } from 'vitest';
import { bodyOf, readFixture } from '../fixtures/bodies.ts';
import { MemorySink } from '../fixtures/memory-sink.ts';
import { decodeResults } from '../results/decode-results.ts';
import { emptyProgress } from '../stream/decode-progress.ts';
import { summaryName } from './perf-data.ts';

const fixture = (name: string): Buffer => readFixture(`clusterloader2/fixtures/${name}`);

async function decode(content: string | Uint8Array, name: string | null) {
  const progress = emptyProgress();
  await decodeResults(bodyOf(content), new MemorySink(), progress, { name });
  return progress;
}

const figuresOf = ({ reported }: Awaited<ReturnType<typeof decode>>) =>
  reported.map(({ identity, totals, reported: { quantiles } }) => ({
    metric: identity.metric,
    kind: identity.kind,
    unit: identity.unit,
    labels: identity.labels,
    value: identity.kind === 'distribution' ? quantiles : totals.sum,
  }));

describe('a summary of percentiles', () => {
  it('has a metric for each of its rows that has a name', async () => {
    const progress = await decode(
      fixture('pod-startup.json'),
      'PodStartupLatency_PodStartupLatency_load_2026-11-21T09:41:07Z.json',
    );
    expect(progress).toMatchObject({ format: 'clusterloader2', samples: 0, notes: [], warnings: [] });
    expect(figuresOf(progress)[2]).toEqual({
      metric: 'PodStartupLatency_PodStartupLatency_load_pod_startup',
      kind: 'distribution',
      unit: 'ms',
      labels: {},
      value: { p50: 987.114, p90: 1603.221, p99: 2304.901 },
    });
    expect(progress.reported).toHaveLength(3);
  });

  it('has labels for the others, and counts of their own', async () => {
    const name = 'APIResponsivenessPrometheus_simple_load_2026-11-21T09-41-06Z.json';
    const figures = figuresOf(await decode(fixture('api-responsiveness.json'), name));
    const metric = 'APIResponsivenessPrometheus_simple_load';
    const labels = { Resource: 'pods', Scope: 'namespace', Subresource: '', Verb: 'LIST' };
    expect(figures).toHaveLength(9);
    expect(figures.slice(3, 6)).toEqual([
      { metric, kind: 'distribution', unit: 'ms', labels, value: { p50: 26.1, p90: 48.2, p99: 731.5 } },
      { metric: `${metric}_count`, kind: 'delta', unit: null, labels, value: 118 },
      { metric: `${metric}_slow_count`, kind: 'delta', unit: null, labels, value: 2 },
    ]);
  });

  it('takes its metrics from its rows alone when nobody knows the name of the file', async () => {
    const progress = await decode(fixture('pod-startup.json'), null);
    expect(figuresOf(progress).map(({ metric }) => metric)).toEqual([
      'create_to_schedule',
      'schedule_to_watch',
      'pod_startup',
    ]);
    expect(progress.notes).toEqual([expect.stringContaining('the part of the upload')]);
    expect(figuresOf(await decode(fixture('api-responsiveness.json'), null))[0]?.metric).toBe('PerfData');
  });
});

it('reports single figures of a query under their names', async () => {
  const name = 'GenericPrometheusQuery API objects_load_2026-11-21T09:41:08Z.json';
  const figures = figuresOf(await decode(fixture('generic-query.json'), name));
  const metric = 'GenericPrometheusQuery_API_objects_load';
  const rest = { kind: 'gauge', unit: 'objects', labels: { resource: 'pods' } };
  expect(figures).toEqual([
    { metric: `${metric}_per_second`, ...rest, value: 31.5 },
    { metric: `${metric}_total`, ...rest, value: 18_211 },
  ]);
});

it('reports the scheduling throughput', async () => {
  const progress = await decode(fixture('scheduling-throughput.json'), null);
  expect(progress.reported[0]).toMatchObject({
    identity: { metric: 'SchedulingThroughput', unit: 'pods/s' },
    totals: { max: 24.6 },
    reported: { quantiles: { p50: 18, p90: 20.2, p99: 24.6 } },
  });
});

it.each([
  ['a.json', 'a'],
  ['a_load_2026-11-21T09:41:06Z.json.gz', 'a_load'],
  ['a_load_2026-11-21T09-41-06-01-00.json', 'a_load'],
  ['a_2026', 'a_2026'],
])('summaryName makes %s to %s', (file, name) => {
  expect(summaryName(file)).toBe(name);
});

it.each([
  ['no rows', '{"version":"v1","dataItems":null}', 'dataItems'],
  ['an empty row', '{"version":"v1","dataItems":[{"data":{}}]}', 'dataItems'],
  ['something else', '{"version":"v1"}', 'dataItems'],
  [
    'a figure that is a text',
    '{"version":"v1","dataItems":[{"data":{"Perc50":"1"}}]}',
    'dataItems[0].data.Perc50',
  ],
  [
    'a label that is a number',
    '{"version":"v1","dataItems":[{"data":{"a":1},"labels":{"b":1}}]}',
    'dataItems[0].labels.b',
  ],
  ['rows that are no list', '{"version":"v1","dataItems":{}}', 'dataItems'],
])('refuses %s', async (_name, text, field) => {
  await expect(decode(text, null)).rejects.toMatchObject({
    code: 'invalid',
    fields: [expect.objectContaining({ field })],
  });
});
