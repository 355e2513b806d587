import { setTimeout as sleep } from 'node:timers/promises';
import { evaluateRun } from '@proofload/analysis';
import { openRunSchema } from '@proofload/contracts';
import type { MeasurementDefinition } from '@proofload/domain';
import {
  type RealPrometheus,
  startPrometheus,
  startTargetServer,
  type TargetServer,
} from '@proofload/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestContext, type TestContext } from '../fixtures/test-context.ts';
import { openPrometheus } from '../prometheus-servers/open-prometheus.ts';
import { openRun } from '../runs/index.ts';
import { openRunData } from '../series/index.ts';
import { runSources } from './index.ts';

const stepMs = 1000;
const queries = {
  requests: 'target_requests_total{worker="1"}',
  per_worker: 'target_requests_total',
  busy: 'target_busy_seconds_total',
  depth: 'target_queue_depth',
  rate: 'sum(rate(target_requests_total[5s]))',
  heap: 'go_memstats_heap_alloc_bytes',
  cpu: 'process_cpu_seconds_total',
  ratio: 'target_queue_depth / target_pool_size',
} as const;

let test: TestContext;
let target: TargetServer;
let prometheus: RealPrometheus;
let runKey: bigint;

/** Requests at an uneven pace, so that no two samples are alike. */
async function load(until: AbortSignal): Promise<void> {
  for (let pace = 1; !until.aborted; pace = (pace % 7) + 1) {
    await Promise.all(
      Array.from({ length: pace }, async () => (await fetch(`${target.url}/work?pool=2`)).text()),
    );
    await sleep(40 * pace);
  }
}

beforeAll(async () => {
  test = await createTestContext();
  target = await startTargetServer({ port: 0 });
  prometheus = await startPrometheus({ targets: [new URL(target.url).host], scrapesItself: true });
  const over = new AbortController();
  const loading = load(over.signal);
  await prometheus.waitFor('rate(target_requests_total[5s])');
  const { id } = await openRun(test.ctx, openRunSchema.parse({}));
  runKey = (await test.ctx.repos.runs.find(id))?.key ?? 0n;
  const ended = new AbortController();
  const ctx = { ...test.ctx, clock: { nowMs: Date.now }, prometheusUrl: prometheus.url };
  const reports = runSources(ctx, {
    runKey,
    sources: [{ kind: 'prometheus', url: null, queries, stepMs }],
    openPrometheus: (source) => openPrometheus(ctx, 'project1', source),
    startedMs: Date.now(),
    ended: ended.signal,
    signal: new AbortController().signal,
  });
  await sleep(12_000);
  ended.abort();
  const [report] = await reports;
  expect(report?.warnings).toEqual([]);
  over.abort();
  await loading;
});
afterAll(async () => {
  await Promise.all([prometheus.stop(), target.stop()]);
  await test.close();
});

const rangeSchema = z.object({
  data: z.object({
    result: z.array(
      z.object({
        metric: z.record(z.string(), z.string()),
        values: z.array(z.tuple([z.number(), z.string()])),
      }),
    ),
  }),
});
const instantSchema = z.object({
  data: z.object({ result: z.array(z.object({ value: z.tuple([z.number(), z.string()]) })) }),
});

async function ask(path: string, parameters: Record<string, string>): Promise<unknown> {
  const answer = await fetch(`${prometheus.url}/api/v1/${path}?${new URLSearchParams(parameters)}`);
  return answer.json();
}

async function askValue(query: string, timeMs: number): Promise<number> {
  const { data } = instantSchema.parse(await ask('query', { query, time: String(timeMs / 1000) }));
  expect(data.result, query).toHaveLength(1);
  return Number(data.result[0]?.value[1]);
}

/** The series of a query as they are stored, with their samples. */
async function stored(metric: string) {
  const series = await test.ctx.samples.listSeries(runKey, { metric });
  const points = await test.ctx.samples.readPoints(runKey, series, 0, 1e15);
  return series.map(({ seriesId, labels, kind }) => {
    const found = points.get(seriesId);
    const values = found !== undefined && 'values' in found ? found.values : [];
    return { labels, kind, times: found?.times ?? [], values };
  });
}

/** First and last sample of a series; every sample lies on a whole step between them. */
async function spanOf(metric: string) {
  const [series] = await stored(metric);
  const [firstMs = 0, lastMs = 0] = [series?.times[0], series?.times.at(-1)];
  return { firstMs, lastMs, steps: (lastMs - firstMs) / stepMs };
}

async function measure(metric: string, aggregate: string, selector = ''): Promise<number> {
  const measurement: MeasurementDefinition = {
    of: { kind: 'metric', metric, selector, aggregate },
    over: null,
    balance: null,
    unit: null,
    better: 'none',
  };
  const facts = { startedAtMs: null, finishedAtMs: null, phases: [], outcome: null };
  const definition = { windows: {}, measurements: { asked: measurement }, slos: [] };
  const { measurements, notes } = await evaluateRun(definition, facts, openRunData(test.ctx.samples, runKey));
  expect(notes).toEqual([]);
  return measurements.asked?.value ?? Number.NaN;
}

const expectClose = (own: number, theirs: number): void => {
  expect(Math.abs(own - theirs), `${own} and ${theirs}`).toBeLessThanOrEqual(
    1e-12 * Math.max(1, Math.abs(theirs)),
  );
};

it.each(Object.entries(queries))(
  'every sample of %s is the one that Prometheus gives',
  async (name, query) => {
    const own = await stored(name);
    const { firstMs, lastMs, steps } = await spanOf(name);
    expect(steps).toBeGreaterThanOrEqual(10);
    const parameters = { query, start: String(firstMs / 1000), end: String(lastMs / 1000), step: '1' };
    const { result } = rangeSchema.parse(await ask('query_range', parameters)).data;
    const theirs = result.map(({ metric: { __name__: _, ...labels }, values }) => ({
      labels,
      times: values.map(([seconds]) => seconds * 1000),
      values: values.map(([, text]) => Number(text)),
    }));
    const byLabels = (series: { labels: object }[]) =>
      [...series].sort((a, b) => JSON.stringify(a.labels).localeCompare(JSON.stringify(b.labels)));
    expect(byLabels(own.map(({ labels, times, values }) => ({ labels, times, values })))).toEqual(
      byLabels(theirs),
    );
  },
);

describe('aggregates over the run agree with PromQL over the same samples', () => {
  /** A subquery evaluates at whole steps; half a step more takes the first one in, whichever end is open. */
  const over = async (name: 'depth' | 'heap' | 'rate' | 'ratio', call: (samples: string) => string) => {
    const { firstMs, lastMs } = await spanOf(name);
    const range = lastMs - firstMs + stepMs / 2;
    return askValue(call(`(${queries[name]})[${range}ms:1s]`), lastMs);
  };
  const functions: Record<string, (samples: string) => string> = {
    max: (samples) => `max_over_time(${samples})`,
    min: (samples) => `min_over_time(${samples})`,
    avg: (samples) => `avg_over_time(${samples})`,
    last: (samples) => `last_over_time(${samples})`,
    count: (samples) => `count_over_time(${samples})`,
    p50: (samples) => `quantile_over_time(0.5, ${samples})`,
    p95: (samples) => `quantile_over_time(0.95, ${samples})`,
  };
  const cases = (['depth', 'heap', 'rate', 'ratio'] as const).flatMap((name) =>
    Object.entries(functions).map(([aggregate, call]) => ({ name, aggregate, call })),
  );
  it.each(cases)('$aggregate of $name', async ({ name, aggregate, call }) => {
    expectClose(await measure(name, aggregate), await over(name, call));
  });

  it.each(['requests', 'cpu'] as const)(
    'increase of %s is exact from the first to the last sample',
    async (name) => {
      const { firstMs, lastMs, steps } = await spanOf(name);
      const selector = name === 'cpu' ? '{job="prometheus"}' : '';
      const query = `${queries[name]}${selector}`;
      const increase = await measure(name, 'increase', selector);
      expectClose(increase, (await askValue(query, lastMs)) - (await askValue(query, firstMs)));
      expectClose(await measure(name, 'rate', selector), increase / steps);
      // PromQL's increase() goes on to the ends of its range as it went between the samples in it: here half a step.
      const range = `${lastMs - firstMs + stepMs / 2}ms`;
      const theirs = await askValue(`increase((${query})[${range}:1s])`, lastMs);
      expectClose(increase, theirs * (steps / (steps + 0.5)));
      // Per second both are the same growth over the same time.
      expectClose(
        await measure(name, 'rate', selector),
        await askValue(`rate((${query})[${range}:1s])`, lastMs),
      );
    },
  );

  it('increase and rate of several series are the sums of theirs', async () => {
    const { firstMs, lastMs } = await spanOf('per_worker');
    const total = async (timeMs: number) => askValue('sum(target_requests_total)', timeMs);
    expectClose(await measure('per_worker', 'increase'), (await total(lastMs)) - (await total(firstMs)));
  });
});
