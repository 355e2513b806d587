import { setTimeout } from 'node:timers/promises';
import { openRunSchema } from '@proofload/contracts';
import type { SourceDefinition } from '@proofload/domain';
import {
  type RealPrometheus,
  startPrometheus,
  startTargetServer,
  type TargetServer,
} from '@proofload/testkit';
import { findFreePort } from '@proofload/testkit/free-port';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../fixtures/test-context.ts';
import { openPrometheus } from '../prometheus-servers/open-prometheus.ts';
import { openRun } from '../runs/index.ts';
import { listMetrics } from '../series/index.ts';
import { runSources, type StreamContext } from './index.ts';

let test: TestContext;
let ctx: StreamContext;
let target: TargetServer;
let runId: string;
let runKey: bigint;

beforeAll(async () => {
  test = await createTestContext();
  ctx = { ...test.ctx, clock: { nowMs: Date.now } };
  target = await startTargetServer({ port: 0 });
});
afterAll(async () => {
  await target.stop();
  await test.close();
});
beforeEach(async () => {
  runId = (await openRun(test.ctx, openRunSchema.parse({}))).id;
  runKey = (await test.ctx.repos.runs.find(runId))?.key ?? 0n;
});

async function collect(sources: SourceDefinition[], forMs: number, prometheusUrl: string | null = null) {
  const ended = new AbortController();
  const reports = runSources(ctx, {
    runKey,
    sources,
    openPrometheus: (source) => openPrometheus({ ...test.ctx, prometheusUrl }, 'project1', source),
    startedMs: Date.now(),
    ended: ended.signal,
    signal: new AbortController().signal,
  });
  await setTimeout(forMs);
  ended.abort();
  return reports;
}
const metricNames = async () => (await listMetrics(test.ctx, { runId })).metrics.map(({ metric }) => metric);

const scrape = (changes: Partial<Extract<SourceDefinition, { kind: 'scrape' }>> = {}): SourceDefinition => ({
  kind: 'scrape',
  name: 'target',
  url: `${target.url}/metrics`,
  everyMs: 200,
  keep: [],
  ...changes,
});

describe('scrapes', () => {
  it('are stored as an origin of their own, counters as counters', async () => {
    await fetch(`${target.url}/work?pool=1`);
    const [report] = await collect([scrape({ keep: ['target_requests_total', 'target_pool_size'] })], 700);
    expect(report).toMatchObject({ origin: 'scrape:target', warnings: [] });
    const { metrics } = await listMetrics(test.ctx, { runId });
    expect(metrics.map(({ metric, kind, source }) => [metric, kind, source])).toEqual([
      ['target_pool_size', 'gauge', 'scrape'],
      ['target_requests_total', 'cumulative', 'scrape'],
      ['up', 'gauge', 'scrape'],
    ]);
    expect(metrics.every(({ labelNames }) => labelNames.includes('instance'))).toBe(true);
  });

  it('of a target that is away leave a gap, and the others go on', async () => {
    const away = scrape({ name: 'away', url: `http://127.0.0.1:${await findFreePort()}/metrics` });
    const reports = await collect([away, scrape()], 500);
    expect(reports.map(({ origin }) => origin)).toEqual(['scrape:away', 'scrape:target']);
    expect(reports[0]?.warnings[0]).toMatch(/^No data from away from .* attempts\): .*ECONNREFUSED/);
    expect(reports[1]?.warnings).toEqual([]);
    expect(await metricNames()).toContain('target_queue_depth');
  });
});

describe('a real Prometheus', () => {
  let prometheus: RealPrometheus;
  let url: string;

  beforeAll(async () => {
    const targets = [new URL(target.url).host];
    prometheus = await startPrometheus({ targets, flags: ['--query.max-samples=50000'] });
    url = prometheus.url;
    await prometheus.waitFor('target_pool_size');
  });
  afterAll(() => prometheus.stop());

  it('is asked during the run and to its end, on aligned times', async () => {
    const queries = {
      pool: 'target_pool_size',
      requests: 'sum(target_requests_total)',
      wrong: 'sum(',
      none: 'no_such_metric',
    };
    const startedMs = Date.now();
    const [report] = await collect([{ kind: 'prometheus', url: null, queries, stepMs: 1000 }], 7_000, url);
    expect(report?.origin).toBe('prometheus:1');
    expect(report?.warnings).toHaveLength(1);
    expect(report?.warnings[0]).toMatch(/^No data of query wrong from .*parse error/);
    const series = await test.ctx.samples.listSeries(runKey, { metric: 'pool' });
    expect(series).toHaveLength(1);
    expect(series[0]?.labels).toEqual({ instance: new URL(target.url).host, job: 'target' });
    const points = (await test.ctx.samples.readPoints(runKey, series, 0, 1e15)).get(
      series[0]?.seriesId ?? -1,
    );
    expect(points?.times.every((time) => time % 1000 === 0)).toBe(true);
    expect(points?.times.length).toBeGreaterThanOrEqual(6);
    expect(points?.times[0]).toBeGreaterThanOrEqual(startedMs);
    const distances = points?.times.slice(1).map((time, index) => time - (points.times[index] ?? 0));
    expect(new Set(distances)).toEqual(new Set([1000]));
    expect(await metricNames()).toEqual(['pool', 'requests']);
    const own = await fetch(
      `${url}/api/v1/query?query=target_pool_size&time=${(points?.times[2] ?? 0) / 1000}`,
    );
    const answer = (await own.json()) as { data: { result: { value: [number, string] }[] } };
    const values = points !== undefined && 'values' in points ? points.values : [];
    expect(values[2]).toBe(Number(answer.data.result[0]?.value[1]));
  });
});

it('says when no Prometheus is known', async () => {
  const [report] = await collect([{ kind: 'prometheus', url: null, queries: { a: 'up' }, stepMs: 1000 }], 10);
  expect(report?.warnings).toEqual([
    'No Prometheus is known: the source names no server and no url, and the worker has no Prometheus of its own',
  ]);
});
