import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { evaluateRun } from '@proofload/analysis';
import { openRunSchema } from '@proofload/contracts';
import { createRandom, type MeasurementDefinition } from '@proofload/domain';
import { sketchRelativeError } from '@proofload/series';
import {
  type HistogramTarget,
  type RealPrometheus,
  startHistogramTarget,
  startPrometheus,
} from '@proofload/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestContext, type TestContext } from '../fixtures/test-context.ts';
import { openPrometheus } from '../prometheus-servers/open-prometheus.ts';
import { openRun } from '../runs/index.ts';
import { listMetrics, openRunData, readSeries } from '../series/index.ts';
import { ingestRemoteWrite, runSources } from './index.ts';

/** Buckets of the target grow by so much, which is how far an estimate of a percentile may be off. */
const bucketGrowth = 2 ** (1 / 8);
const metric = 'rpc_duration_seconds';

let test: TestContext;
let target: HistogramTarget;
let prometheus: RealPrometheus;
let receiver: Server;
/** Runs by how they were measured. */
const runs = { scrape: '', prometheus: '', write: '' };
type Way = keyof typeof runs;

/** Calls whose durations drift, slowly: those who look do not see the same last second. */
async function load(until: AbortSignal): Promise<void> {
  const random = createRandom(4);
  for (let round = 0; !until.aborted; round++) {
    for (let call = 0; call < 40; call++)
      target.observe(0.02 * (1 + round / 200) * Math.exp(2 * random() - 1 + (random() < 0.03 ? 2 : 0)));
    await sleep(100);
  }
}

/** Takes what Prometheus sends, as the route does. */
async function startReceiver(): Promise<string> {
  receiver = createServer((request, answer) => {
    const write = ingestRemoteWrite(test.ctx, { runId: runs.write, version: '1.0', body: request });
    write.then(
      () => answer.writeHead(204).end(),
      (error: Error) => answer.writeHead(400).end(error.message),
    );
  });
  await new Promise<void>((settle) => receiver.listen(0, '127.0.0.1', settle));
  return `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/write`;
}

beforeAll(async () => {
  test = await createTestContext();
  for (const way of ['scrape', 'prometheus', 'write'] as const)
    runs[way] = (await openRun(test.ctx, openRunSchema.parse({}))).id;
  target = await startHistogramTarget();
  prometheus = await startPrometheus({
    targets: [new URL(target.url).host],
    remoteWriteUrl: await startReceiver(),
    flags: ['--enable-feature=native-histograms'],
  });
  const over = new AbortController();
  const loading = load(over.signal);
  await prometheus.waitFor(`histogram_count(${metric})`);
  const ctx = { ...test.ctx, clock: { nowMs: Date.now }, prometheusUrl: prometheus.url };
  const ended = new AbortController();
  const collect = async (way: Way, source: Parameters<typeof runSources>[1]['sources'][number]) => {
    const runKey = (await test.ctx.repos.runs.find(runs[way]))?.key ?? 0n;
    return runSources(ctx, {
      runKey,
      sources: [source],
      openPrometheus: (asked) => openPrometheus(ctx, 'project1', asked),
      startedMs: Date.now(),
      ended: ended.signal,
      signal: new AbortController().signal,
    });
  };
  const reports = Promise.all([
    collect('scrape', { kind: 'scrape', name: 'target', url: target.url, everyMs: 1000, keep: [] }),
    collect('prometheus', { kind: 'prometheus', url: null, queries: { [metric]: metric }, stepMs: 1000 }),
  ]);
  await sleep(5_000);
  // While all three look on, however long the start took.
  target.reset();
  await sleep(7_000);
  ended.abort();
  expect((await reports).flat().flatMap(({ warnings }) => warnings)).toEqual([]);
  over.abort();
  await loading;
  // Prometheus sends what it has gathered within five seconds.
  await sleep(6_000);
});
afterAll(async () => {
  await prometheus.stop();
  receiver.closeAllConnections();
  await new Promise((settle) => receiver.close(settle));
  await target.stop();
  await test.close();
});

const instantSchema = z.object({
  data: z.object({ result: z.array(z.object({ value: z.tuple([z.number(), z.string()]) })) }),
});

async function askValue(query: string, timeMs: number): Promise<number> {
  const parameters = new URLSearchParams({ query, time: String(timeMs / 1000) });
  const answer = await fetch(`${prometheus.url}/api/v1/query?${parameters}`);
  const { data } = instantSchema.parse(await answer.json());
  expect(data.result, query).toHaveLength(1);
  return Number(data.result[0]?.value[1]);
}

const keyOf = async (way: Way): Promise<bigint> => (await test.ctx.repos.runs.find(runs[way]))?.key ?? 0n;

async function measure(way: Way, aggregate: string): Promise<number> {
  const measurement: MeasurementDefinition = {
    of: { kind: 'metric', metric, selector: '', aggregate },
    over: null,
    balance: null,
    unit: null,
    better: 'none',
  };
  const facts = { startedAtMs: null, finishedAtMs: null, phases: [], outcome: null };
  const definition = { windows: {}, measurements: { asked: measurement }, slos: [] };
  const data = openRunData(test.ctx.samples, await keyOf(way));
  const { measurements, notes } = await evaluateRun(definition, facts, data);
  expect(notes).toEqual([]);
  return measurements.asked?.value ?? Number.NaN;
}

/** First and last time at which the count was seen: what came in between is what the run has. */
async function spanOf(way: Way): Promise<{ firstMs: number; lastMs: number }> {
  const [series] = await test.ctx.samples.listSeries(await keyOf(way), { metric: `${metric}_count` });
  return { firstMs: series?.firstMs ?? 0, lastMs: series?.lastMs ?? 0 };
}

describe.each(['scrape', 'prometheus', 'write'] as const)('native histograms by %s', (way) => {
  it('are a distribution of what came while the run went on', async () => {
    const { metrics } = await listMetrics(test.ctx, { runId: runs[way] });
    const own = metrics.filter((found) => found.metric.startsWith(metric));
    expect(own.map((found) => [found.metric, found.kind, found.unit])).toEqual([
      [metric, 'distribution', 's'],
      [`${metric}_count`, 'cumulative', null],
      [`${metric}_sum`, 'cumulative', 's'],
    ]);
    expect(own[0]?.totals.count).toBeGreaterThan(2000);
  });

  it('count what the counter beside them has grown by, over a reset too', async () => {
    const [counter] = await test.ctx.samples.listSeries(await keyOf(way), { metric: `${metric}_count` });
    const points = await test.ctx.samples.readPoints(await keyOf(way), counter ? [counter] : [], 0, 1e15);
    const found = points.get(counter?.seriesId ?? -1);
    const values = found !== undefined && 'values' in found ? found.values : [];
    expect(values.some((value, at) => value < (values[at - 1] ?? 0))).toBe(true);
    const grown = values.slice(1).reduce((sum, value, at) => {
      const before = values[at] ?? 0;
      return sum + (value >= before ? value - before : value);
    }, 0);
    expect(await measure(way, 'count')).toBe(grown);
  });

  it.each([0.5, 0.9, 0.95, 0.99])(
    'have the quantile %d that Prometheus has, within a bucket',
    async (quantile) => {
      const { firstMs, lastMs } = await spanOf(way);
      const range = `${Math.ceil((lastMs - firstMs) / 1000)}s`;
      const ask = (asked: number) =>
        askValue(`histogram_quantile(${asked}, increase(${metric}[${range}]))`, lastMs);
      // Our own scrapes and those of Prometheus lie up to a second apart, and so do the requests that each has seen.
      const apart = way === 'scrape' ? (1 - quantile) / 3 : 0;
      const [low, high] = [await ask(quantile - apart), await ask(quantile + apart)];
      const own = await measure(way, `p${quantile * 100}`);
      const width = bucketGrowth * (1 + 2 * sketchRelativeError);
      expect(own, `${low} to ${high}`).toBeGreaterThanOrEqual(low / width);
      expect(own, `${low} to ${high}`).toBeLessThanOrEqual(high * width);
    },
  );

  it('have the average that their sum and count make', async () => {
    const sum = await measure(way, 'sum');
    expect(await measure(way, 'avg')).toBeCloseTo(sum / (await measure(way, 'count')), 9);
  });

  it('are drawn with percentiles, second by second', async () => {
    const { firstMs, lastMs } = await spanOf(way);
    const [from, to] = [firstMs, lastMs + 1000].map((timeMs) => new Date(timeMs).toISOString());
    const { lines } = await readSeries(test.ctx, { runId: runs[way], metric, from, to, points: 600 });
    expect(lines).toHaveLength(1);
    expect(lines[0]?.columns.p95?.filter((value) => value !== null && value > 0.02).length).toBeGreaterThan(
      8,
    );
  });
});
