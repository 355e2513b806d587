import { gunzipSync } from 'node:zlib';
import { emptyPoints, mergePoints } from '@proofload/series';
import { describe, expect, it } from 'vitest';
import { bodyOf, readFixture } from '../fixtures/bodies.ts';
import { MemorySink } from '../fixtures/memory-sink.ts';
import { decodeResults } from '../results/decode-results.ts';
import { emptyProgress } from '../stream/decode-progress.ts';

interface Quantiles {
  quantileName: string;
  P50: number;
  P95: number;
  P99: number;
  min: number;
  max: number;
  avg: number;
}

const fixture = (name: string): Buffer => readFixture(`kube-burner/fixtures/${name}`);
const pods = fixture('podLatencyMeasurement-kubelet-density.json.gz');
const podDocuments = JSON.parse(gunzipSync(pods).toString()) as Record<string, number>[];
const podQuantiles = fixture('podLatencyQuantilesMeasurement-kubelet-density.json');

/** Between the nearest ranks of sorted values. */
function quantile(sorted: readonly number[], share: number): number {
  const rank = share * (sorted.length - 1);
  const [below = 0, above = below] = [sorted[Math.floor(rank)], sorted[Math.ceil(rank)]];
  return below + (above - below) * (rank % 1);
}

async function decode(content: string | Uint8Array | object[]) {
  const sink = new MemorySink();
  const progress = emptyProgress();
  const body = Array.isArray(content) ? JSON.stringify(content) : content;
  await decodeResults(bodyOf(body), sink, progress, { name: null });
  return { sink, progress, identities: sink.rollup.entries.map(({ identity }) => identity) };
}

const at = '2026-11-21T09:30:00Z';
const sample = { timestamp: at, labels: {}, value: 1, query: 'up', metricName: 'up', jobName: 'a' };

describe('latencies', () => {
  it('make distributions whose percentiles are those of kube-burner', async () => {
    const { sink, progress, identities } = await decode(pods);
    expect(progress).toMatchObject({ format: 'kube-burner', samples: 960, warnings: [] });
    expect(identities[0]).toEqual({
      metric: 'podLatency_schedulingLatency',
      kind: 'distribution',
      unit: 'ms',
      labels: { jobName: 'kubelet-density', nodeName: 'worker-000' },
    });
    const fields = {
      PodScheduled: 'schedulingLatency',
      Initialized: 'initializedLatency',
      ContainersReady: 'containersReadyLatency',
      Ready: 'podReadyLatency',
    };
    for (const told of JSON.parse(podQuantiles.toString()) as Quantiles[]) {
      const field = fields[told.quantileName as keyof typeof fields];
      const own = sink.figures(`podLatency_${field}`);
      expect(own).toMatchObject({ series: 4, count: 240, min: told.min, max: told.max });
      expect(Math.trunc(own.sum / own.count)).toBe(told.avg);
      const exact = podDocuments.map((document) => document[field] ?? 0).sort((a, b) => a - b);
      for (const [name, share] of [
        ['P50', 0.5],
        ['P95', 0.95],
        ['P99', 0.99],
      ] as const) {
        const value = own.sketch.quantiles([share])[0] ?? 0;
        expect(Math.abs(value - quantile(exact, share))).toBeLessThanOrEqual(value * 0.01);
        // kube-burner takes a pod's own latency and cuts its fraction, so it lies between our neighbours.
        const rank = share * (exact.length - 1);
        expect(told[name]).toBeGreaterThanOrEqual((exact[Math.floor(rank) - 1] ?? 0) - 1);
        expect(told[name]).toBeLessThanOrEqual((exact[Math.ceil(rank) + 1] ?? Infinity) + 1);
        expect(Math.abs(value - told[name])).toBeLessThanOrEqual(Math.max(1, told[name] * 0.05));
      }
    }
  });

  it('are nanoseconds for services', async () => {
    const { sink, progress } = await decode(fixture('svcLatency-kubelet-density.json'));
    const own = sink.figures('svcLatency_ready');
    const [told] = progress.reported;
    expect(told?.identity).toMatchObject({ metric: 'svcLatencyQuantiles_Ready', unit: 'ms' });
    expect(own.max).toBeCloseTo(told?.totals.max ?? 0, 4);
    expect(own.max).toBeGreaterThan(3);
    expect(own.max).toBeLessThan(12);
  });
});

it('reports the percentiles of kube-burner as they are', async () => {
  const { progress } = await decode(podQuantiles);
  const ready = (JSON.parse(podQuantiles.toString()) as Quantiles[]).find(
    ({ quantileName }) => quantileName === 'Ready',
  );
  expect(progress.samples).toBe(0);
  expect(progress.reported).toHaveLength(4);
  expect(progress.reported.find(({ identity }) => identity.metric === 'podLatencyQuantiles_Ready')).toEqual({
    identity: {
      metric: 'podLatencyQuantiles_Ready',
      kind: 'distribution',
      unit: 'ms',
      labels: { jobName: 'kubelet-density' },
    },
    totals: { count: 0, sum: 0, min: ready?.min, max: ready?.max, last: null },
    reported: {
      quantiles: { p50: ready?.P50, p95: ready?.P95, p99: ready?.P99, avg: ready?.avg },
      rate: null,
      thresholds: {},
      isPart: false,
    },
  });
});

describe('samples of queries', () => {
  it('are levels with the labels and times of Prometheus', async () => {
    const { sink, identities } = await decode(fixture('cpu.json'));
    const documents = JSON.parse(fixture('cpu.json').toString()) as { timestamp: string; value: number }[];
    expect(identities).toEqual([
      {
        metric: 'promCPU',
        kind: 'gauge',
        unit: null,
        labels: { instance: '127.0.0.1:9397', job: 'prometheus', jobName: 'kubelet-density' },
      },
    ]);
    expect(sink.rollup.entries[0]?.points).toMatchObject({
      times: documents.map(({ timestamp }) => Date.parse(timestamp)),
      values: documents.map(({ value }) => value),
    });
  });

  it('are counters where the query is nothing but a counter', async () => {
    const { identities } = await decode(fixture('requests.json'));
    expect(identities.map(({ metric, kind }) => [metric, kind])).toEqual([
      ['apiRequests', 'cumulative'],
      ['apiRequests', 'cumulative'],
    ]);
  });

  it('need no query', async () => {
    const { query: _, ...rest } = sample;
    expect((await decode([rest])).identities).toMatchObject([{ metric: 'up', kind: 'gauge' }]);
  });

  it('may come twice, late, and with labels of any script', async () => {
    const labels = { pod: 'größe-遅延\u0000' };
    const { sink } = await decode([
      { ...sample, labels, timestamp: '2026-11-21T09:30:10Z', value: 3 },
      { ...sample, labels, timestamp: '2026-11-21T10:30:05+01:00', value: 2 },
      { ...sample, labels, timestamp: '2026-11-21T09:30:10.000Z', value: 4 },
    ]);
    expect(sink.figures('up')).toMatchObject({ series: 1, last: 4 });
    const points = mergePoints('gauge', [sink.rollup.entries[0]?.points ?? emptyPoints('gauge')]);
    const last = Date.parse('2026-11-21T09:30:10Z');
    expect(points).toMatchObject({ times: [last - 5000, last], values: [2, 4] });
    expect(sink.rollup.entries[0]?.identity.labels.pod).toBe(labels.pod);
  });
});

it('reports a summary, and warns of a job that failed, alerts and what it does not know', async () => {
  const { progress } = await decode(fixture('jobSummary.json'));
  expect(
    progress.reported.map(({ identity, totals }) => [identity.metric, identity.unit, totals.last]),
  ).toEqual([
    ['jobSummary_elapsedTime', 's', 41.2],
    ['jobSummary_achievedQps', null, 5.825],
    ['jobSummary_passed', null, 1],
  ]);
  const failed = await decode([
    { metricName: 'jobSummary', passed: false, executionErrors: 'timeout', jobConfig: { name: 'a' } },
    { metricName: 'alert', severity: 'warning', description: 'etcd is slow', timestamp: at },
    { metricName: 'nodeInfo', nodeName: 'a' },
    { metricName: 'nodeInfo', nodeName: 'b' },
  ]);
  expect(failed.progress.warnings).toEqual([
    'kube-burner judged the job a as failed',
    'kube-burner met errors in the job a: timeout',
    'Alert of kube-burner (warning): etcd is slow',
    'Documents of nodeInfo hold no figure that is known and were left out: 2',
  ]);
  expect((await decode([])).progress.warnings).toEqual(['The file of kube-burner holds no documents']);
});

it.each([
  ['a value that is a text', [sample, { ...sample, value: 'NaN' }], '[1].value'],
  ['a time without a zone', [{ ...sample, timestamp: '2026-11-21 09:30' }], 'line 1'],
  ['labels that are no texts', [{ ...sample, labels: { a: 1 } }], '[0].labels.a'],
  ['a document without a name', [{ ...sample, metricName: '' }], '[0].metricName'],
  ['a name without letters', [{ ...sample, metricName: '%' }], 'line 1'],
  ['no object', [1 as unknown as object], '[0]'],
])('refuses %s', async (_name, documents, field) => {
  await expect(decode(documents)).rejects.toMatchObject({
    code: 'invalid',
    fields: [expect.objectContaining({ field })],
  });
});
