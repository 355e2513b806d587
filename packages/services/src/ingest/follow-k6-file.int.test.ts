import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openRunSchema } from '@proofload/contracts';
import { findTestK6, startTargetServer, type TargetServer } from '@proofload/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../fixtures/test-context.ts';
import { openRun } from '../runs/index.ts';
import { listMetrics } from '../series/index.ts';
import { followK6File, type StreamContext } from './index.ts';

let test: TestContext;
let ctx: StreamContext;
let target: TargetServer;
let folder: string;
let runId: string;
let runKey: bigint;

beforeAll(async () => {
  test = await createTestContext();
  ctx = { ...test.ctx, clock: { nowMs: Date.now } };
  target = await startTargetServer({ port: 0 });
  folder = await mkdtemp(join(tmpdir(), 'proofload-follow-'));
});
afterAll(async () => {
  await target.stop();
  await test.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  runId = (await openRun(test.ctx, openRunSchema.parse({}))).id;
  runKey = (await test.ctx.repos.runs.find(runId))?.key ?? 0n;
});

const totalsOf = async (metric = 'http_reqs') =>
  (await listMetrics(test.ctx, { runId })).metrics.find((one) => one.metric === metric)?.totals;

function follow(path: string) {
  const [ended, given] = [new AbortController(), new AbortController()];
  const report = followK6File(ctx, { runKey, path, ended: ended.signal, signal: given.signal });
  return { report, end: () => ended.abort(), giveUp: () => given.abort() };
}

const line = (index: number): string =>
  `{"metric":"http_reqs","type":"Point","data":{"time":"2026-11-21T05:56:${String(10 + (index % 50))}.5Z","value":1,"tags":{"n":"${index % 3}"}}}\n`;
const lines = (count: number): string => Array.from({ length: count }, (_, index) => line(index)).join('');

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (await condition()) return;
    await setTimeout(100);
  }
  throw new Error('It did not happen within 10 s');
}

it('agrees with the summary of a real k6 that it followed, and shows it live', async () => {
  const [script, path, summaryPath] = ['script.js', 'out.json', 'summary.json'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  await writeFile(
    script,
    `import http from 'k6/http';
     import { Counter, Trend } from 'k6/metrics';
     const bytes = new Counter('own_bytes');
     const half = new Trend('half_duration', true);
     export const options = { vus: 5, duration: '4s', summaryTrendStats: ['avg', 'min', 'med', 'max', 'p(90)', 'p(95)', 'p(99)', 'count'] };
     export default () => {
       const answer = http.get('${target.url}/work?pool=4');
       bytes.add(3);
       half.add(answer.timings.duration / 2);
     };`,
  );
  const following = follow(path);
  const k6 = spawn(
    findTestK6(),
    ['run', '--quiet', '--out', `json=${path}`, '--summary-export', summaryPath, script],
    {
      stdio: 'ignore',
    },
  );
  const exit = once(k6, 'exit') as Promise<[number | null]>;
  await until(async () => ((await totalsOf())?.sum ?? 0) > 10);
  const [code] = await exit;
  expect(code).toBe(0);
  following.end();
  const report = await following.report;
  expect(report).toMatchObject({ origin: 'k6:default', warnings: [] });
  const summary = JSON.parse(await readFile(summaryPath, 'utf8')) as {
    metrics: Record<string, Record<string, number>>;
  };
  for (const [metric, values] of Object.entries(summary.metrics)) {
    if (metric.includes('{')) continue;
    const totals = await totalsOf(metric);
    if ('rate' in values) expect(totals?.sum).toBe(values.count);
    if ('passes' in values)
      expect(totals).toMatchObject({ sum: values.passes, count: (values.passes ?? 0) + (values.fails ?? 0) });
    if (!('p(95)' in values)) continue;
    expect(totals?.count).toBe(values.count);
    for (const [own, theirs, tolerance] of [
      ['avg', 'avg', 0.001],
      ['p90', 'p(90)', 0.01],
      ['p95', 'p(95)', 0.01],
      ['p99', 'p(99)', 0.01],
    ] as const) {
      const expected = values[theirs] ?? Number.NaN;
      expect(Math.abs((totals?.[own] ?? Number.NaN) - expected)).toBeLessThanOrEqual(
        expected * tolerance + 1e-9,
      );
    }
  }
});

describe('a file that grows', () => {
  it('is read on as it grows, from before it exists, in pieces that cut lines', async () => {
    const path = join(folder, 'grows.json');
    const following = follow(path);
    await setTimeout(300);
    const text = lines(500);
    for (let at = 0; at < text.length; at += 7_001) {
      await appendFile(path, text.slice(at, at + 7_001));
      await setTimeout(20);
    }
    following.end();
    expect(await following.report).toMatchObject({ samples: 500, series: 3, warnings: [] });
    expect((await totalsOf())?.sum).toBe(500);
  });

  it('keeps everything but the half line of a k6 that was killed', async () => {
    const path = join(folder, 'killed.json');
    await writeFile(path, lines(10) + line(1).slice(0, 50));
    const following = follow(path);
    following.end();
    const { samples, warnings } = await following.report;
    expect(samples).toBe(10);
    expect(warnings).toEqual(['The last line of the output of k6 is incomplete and was left out']);
  });

  it('keeps what came before a broken line, and says so', async () => {
    const path = join(folder, 'broken.json');
    await writeFile(path, `${lines(10)}what\n${lines(5)}`);
    const following = follow(path);
    following.end();
    const { samples, warnings } = await following.report;
    expect(samples).toBe(10);
    expect(warnings[0]).toContain('Line 11 is broken');
    expect((await totalsOf())?.sum).toBe(10);
  });

  it('that never comes is an empty stream', async () => {
    const following = follow(join(folder, 'never.json'));
    following.end();
    expect(await following.report).toMatchObject({ samples: 0, series: 0, firstMs: null });
  });
});

it('replaces what an earlier attempt had stored, and stops that from writing', async () => {
  const path = join(folder, 'attempts.json');
  await writeFile(path, lines(20));
  const first = follow(path);
  await until(async () => (await totalsOf())?.sum === 20);
  const second = follow(path);
  second.end();
  await second.report;
  await appendFile(path, lines(5));
  first.end();
  await expect(first.report).rejects.toMatchObject({ code: 'conflict' });
  expect((await totalsOf())?.sum).toBe(20);
});

it('stops at once when the run is lost, without writing', async () => {
  const path = join(folder, 'lost.json');
  const following = follow(path);
  await until(async () => Object.keys(await test.ctx.samples.readSpans(runKey)).length === 0);
  following.giveUp();
  await following.report;
  await writeFile(path, lines(5));
  expect(await totalsOf()).toBeUndefined();
});

it('waits for a database that is away and loses nothing', async () => {
  const path = join(folder, 'away.json');
  let isAway = false;
  let failures = 0;
  const samples: StreamContext['samples'] = {
    ...test.ctx.samples,
    write: async (...args) => {
      if (isAway) {
        failures += 1;
        throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
      }
      return test.ctx.samples.write(...args);
    },
  };
  ctx = { ...ctx, samples };
  await writeFile(path, lines(100));
  const following = follow(path);
  await until(async () => (await totalsOf())?.sum === 100);
  isAway = true;
  await appendFile(path, lines(100));
  await until(async () => failures >= 2);
  await appendFile(path, lines(100));
  isAway = false;
  following.end();
  expect((await following.report).samples).toBe(300);
  expect((await totalsOf())?.sum).toBe(300);
});
