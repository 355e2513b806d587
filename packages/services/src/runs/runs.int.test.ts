import {
  finishRunSchema,
  launchSweepSchema,
  openRunSchema,
  runListSchema,
  runSchema,
} from '@proofload/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveExperiment } from '../experiments/index.ts';
import { external, poolSize } from '../fixtures/definitions.ts';
import { createTestContext, type TestContext } from '../fixtures/test-context.ts';
import { ingestK6 } from '../ingest/index.ts';
import { launchSweep, readSweep } from '../sweeps/index.ts';
import {
  addAnnotation,
  addPhase,
  cancelRun,
  deleteRun,
  finishRun,
  listRuns,
  openRun,
  pinRun,
  readArtifact,
  readRun,
  readRunLog,
  unpinRun,
  watchRun,
} from './index.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
  await saveExperiment(test.ctx, { source: poolSize });
  await saveExperiment(test.ctx, { source: external });
});
afterAll(() => test.close());

const open = async (input: Record<string, unknown> = {}): Promise<string> =>
  (await openRun(test.ctx, openRunSchema.parse(input))).id;
const finish = (id: string, input: Record<string, unknown> = {}) =>
  finishRun(test.ctx, { id, ...finishRunSchema.parse(input) });

/** k6's NDJSON of so many requests, one every 100 ms from the start. */
async function* requests(count: number, startMs: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from(
    `${JSON.stringify({ metric: 'http_reqs', type: 'Metric', data: { name: 'http_reqs', type: 'counter', contains: 'default', thresholds: [], submetrics: null } })}\n`,
  );
  for (let index = 0; index < count; index++) {
    const time = new Date(startMs + index * 100).toISOString();
    yield Buffer.from(
      `${JSON.stringify({ metric: 'http_reqs', type: 'Point', data: { time, value: 1, tags: { scenario: 'default' } } })}\n`,
    );
  }
}

describe('a run that somebody else executes', () => {
  it('is open, takes data, and is finished with results over the time of its load', async () => {
    const id = await open({ experiment: 'elsewhere', params: { qps: 100 }, labels: { branch: 'main' } });
    expect(runSchema.parse(await readRun(test.ctx, { id }))).toMatchObject({
      status: 'running',
      executor: 'external',
      name: 'elsewhere qps=100',
      treatment: 'qps=100',
      labels: { branch: 'main' },
      url: `http://proofload.test/runs/${id}`,
    });
    const startMs = test.nowMs() + 2000;
    test.advance(60_000);
    await ingestK6(test.ctx, { runId: id, body: requests(50, startMs) });
    const run = await finish(id);
    expect(run).toMatchObject({
      status: 'finished',
      outcome: 'completed',
      verdict: 'pass',
      experimentVersion: 1,
    });
    expect(run.measurements.requests).toMatchObject({ value: 50, unit: 'requests' });
    expect(run.slos).toMatchObject([{ name: 'enough', met: true }]);
    const load = run.phases.find(({ name }) => name === 'load');
    expect(Date.parse(load?.from ?? '')).toBe(startMs);
    expect(Date.parse(load?.to ?? '')).toBeGreaterThanOrEqual(startMs + 4900);
    await expect(finish(id)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('of no experiment is measured by what k6 always has', async () => {
    const id = await open({ name: 'nightly' });
    await ingestK6(test.ctx, { runId: id, body: requests(10, test.nowMs()) });
    test.advance(5000);
    const run = await finish(id);
    expect(run).toMatchObject({ name: 'nightly', experiment: null, verdict: 'none' });
    expect(Object.keys(run.measurements)).toEqual(['requests', 'throughput']);
    expect(run.measurements.requests?.value).toBe(10);
  });

  it('can have failed, with the reason of whoever executed it', async () => {
    const id = await open({ experiment: 'elsewhere', params: { qps: 50 } });
    const run = await finish(id, { outcome: 'failed', reason: 'The cluster went away' });
    expect(run).toMatchObject({
      outcome: 'failed',
      reason: 'The cluster went away',
      verdict: 'inconclusive',
    });
    expect(run.measurements.requests).toMatchObject({ value: null });
    expect(run.measurements.requests?.note).toBeTruthy();
  });

  it('can be cancelled, and is finished with what it had', async () => {
    const id = await open({ experiment: 'elsewhere', params: { qps: 50 } });
    await ingestK6(test.ctx, { runId: id, body: requests(5, test.nowMs()) });
    const run = await cancelRun(test.ctx, { id });
    expect(run).toMatchObject({
      status: 'finished',
      outcome: 'cancelled',
      measurements: { requests: { value: 5 } },
    });
    expect(await cancelRun(test.ctx, { id })).toMatchObject({ outcome: 'cancelled', revision: run.revision });
  });

  it('closes its sweep with the last one, goals included', async () => {
    const { id, runs } = await launchSweep(test.ctx, {
      name: 'elsewhere',
      ...launchSweepSchema.parse({ order: 'defined' }),
    });
    for (const [index, run] of runs.entries()) {
      expect((await readSweep(test.ctx, { id })).status).toBe('running');
      await ingestK6(test.ctx, { runId: run.id, body: requests(index === 0 ? 10 : 25, test.nowMs()) });
      await finish(run.id);
    }
    expect(await readSweep(test.ctx, { id })).toMatchObject({
      status: 'finished',
      verdict: 'pass',
      goals: [
        {
          measurement: 'requests',
          target: '>= 2x',
          met: true,
          best: { treatment: 'qps=100', ratio: 2.5, n: 1 },
        },
      ],
    });
  });

  it('refuses to end before it began', async () => {
    const id = await open();
    const finishedAt = new Date(test.nowMs() - 1000).toISOString();
    await expect(finish(id, { finishedAt })).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field: 'finishedAt' }],
    });
  });
});

describe('a run that a worker executes', () => {
  it('cannot be finished by a call', async () => {
    const { runs } = await launchSweep(test.ctx, {
      name: 'pool-size',
      ...launchSweepSchema.parse({ replicates: 1, params: { workers: 1 } }),
    });
    await expect(finish(runs[0]?.id ?? '')).rejects.toMatchObject({
      code: 'conflict',
      message: 'A worker executes this run with k6; it is finished when its load ends',
    });
    await expect(deleteRun(test.ctx, { id: runs[0]?.id ?? '', pinned: 'keep' })).rejects.toMatchObject({
      code: 'conflict',
      message: 'The run is queued; cancel it before deleting it',
    });
  });
});

describe('the timeline', () => {
  it('takes phases until the run is finished, and annotations at any time', async () => {
    const id = await open();
    const at = (offsetMs: number): string => new Date(test.nowMs() + offsetMs).toISOString();
    await addPhase(test.ctx, { id, name: 'ramp-up', from: at(0), to: at(1000) });
    const { phases } = await addPhase(test.ctx, { id, name: 'load', from: at(1000), to: at(9000) });
    expect(phases.map(({ name }) => name)).toEqual(['ramp-up', 'load']);
    await expect(addPhase(test.ctx, { id, name: 'odd', from: at(1000), to: at(1000) })).rejects.toMatchObject(
      {
        code: 'invalid',
        fields: [{ field: 'to', message: 'expected a time after `from`' }],
      },
    );
    test.advance(10_000);
    expect((await finish(id)).phases).toEqual(phases);
    await expect(addPhase(test.ctx, { id, name: 'late', from: at(0) })).rejects.toMatchObject({
      code: 'conflict',
    });
    const annotated = await addAnnotation(test.ctx, {
      id,
      at: at(-5000),
      text: 'Deployed v2',
      labels: { by: 'ci' },
    });
    expect(annotated.annotations).toMatchObject([
      { text: 'Deployed v2', labels: { by: 'ci' }, at: at(-5000) },
    ]);
  });
});

describe('watching', () => {
  it('tells every change until the run is finished', async () => {
    const id = await open();
    const seen: string[] = [];
    const revisions: number[] = [];
    for await (const { revision, run } of watchRun(test.ctx, { id, signal: AbortSignal.timeout(20_000) })) {
      seen.push(`${run.status} ${run.phases.length}`);
      revisions.push(revision);
      if (seen.length === 1)
        await addPhase(test.ctx, { id, name: 'a', from: new Date(test.nowMs()).toISOString() });
      else if (run.status === 'running') await finish(id);
    }
    expect(seen).toEqual(['running 0', 'running 1', 'finished 2']);
    expect([...revisions].sort((a, b) => a - b)).toEqual(revisions);
  });

  it('ends with its signal, and is refused for a run of another project', async () => {
    const id = await open();
    const watching = new AbortController();
    for await (const _ of watchRun(test.ctx, { id, signal: watching.signal })) watching.abort();
    const other = watchRun(test.as({ projectId: 'project2' }), { id, signal: new AbortController().signal });
    await expect(other.next()).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('deleting', () => {
  it('removes the run with its samples, log and artifacts', async () => {
    const id = await open();
    await ingestK6(test.ctx, { runId: id, body: requests(10, test.nowMs()) });
    await test.ctx.repos.timeline.appendLog(id, [{ atMs: test.nowMs(), level: 'info', message: 'hello' }]);
    const blobKey = `project1/runs/${id}/notes.txt`;
    const body = async function* () {
      yield Buffer.from('kept');
    };
    const stored = await test.ctx.artifacts.put(blobKey, body(), { maxBytes: 100 });
    await test.ctx.repos.timeline.putArtifact(id, {
      name: 'notes.txt',
      contentType: 'text/plain',
      blobKey,
      ...stored,
    });
    const { size, contentType } = await readArtifact(test.ctx, { id, name: 'notes.txt' });
    expect({ size, contentType }).toEqual({ size: 4, contentType: 'text/plain' });
    await expect(readArtifact(test.ctx, { id, name: 'other.txt' })).rejects.toMatchObject({
      code: 'not-found',
    });
    expect((await readRunLog(test.ctx, { id, after: 0, limit: 10 })).lines).toMatchObject([
      { seq: 1, message: 'hello' },
    ]);
    const run = await test.ctx.repos.runs.find(id);
    await finish(id);

    await deleteRun(test.ctx, { id, pinned: 'keep' });
    await expect(readRun(test.ctx, { id })).rejects.toMatchObject({ code: 'not-found' });
    expect(await test.ctx.samples.listSeries(run?.key ?? 0n)).toEqual([]);
    await expect(test.ctx.artifacts.open(blobKey)).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('a pinned run', () => {
  it('is deleted only when that is asked for', async () => {
    const id = await open();
    await finish(id);
    await pinRun(test.ctx, { id });
    const pin = `pinned by ${test.ctx.actor.name} at ${new Date(test.nowMs()).toISOString()}`;
    await expect(deleteRun(test.ctx, { id, pinned: 'keep' })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(pin),
      fields: [{ field: 'pinned' }],
    });
    expect(await readRun(test.ctx, { id })).toMatchObject({ status: 'finished' });
    await deleteRun(test.ctx, { id, pinned: 'delete' });
    await expect(readRun(test.ctx, { id })).rejects.toMatchObject({ code: 'not-found' });
  });

  it('is deleted like any other once it is unpinned', async () => {
    const id = await open();
    await finish(id);
    await pinRun(test.ctx, { id });
    await unpinRun(test.ctx, { id });
    await deleteRun(test.ctx, { id, pinned: 'keep' });
    await expect(readRun(test.ctx, { id })).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('listing', () => {
  it('filters by parameters, labels and measurements, and sorts by a measurement', async () => {
    const query = { filter: 'qps>=50 and requests>=10 and status=finished', sort: '-requests', limit: 10 };
    const list = runListSchema.parse(await listRuns(test.ctx, query));
    expect(list.items.map((run) => run.measurements.requests?.value)).toEqual([50, 25, 10]);
    expect(list.total).toBe(3);
    expect((await listRuns(test.ctx, { ...query, filter: 'label.branch="main"' })).total).toBe(1);
    expect(
      (await listRuns(test.ctx, { limit: 10, experiment: 'pool-size' })).items.every(
        (run) => run.experiment === 'pool-size',
      ),
    ).toBe(true);
    expect((await listRuns(test.as({ projectId: 'project2' }), { limit: 10 })).total).toBe(0);
  });

  it.each<[string, Record<string, unknown>, object]>([
    ['a broken filter', { filter: 'qps>' }, { code: 'invalid', fields: [{ field: 'filter' }] }],
    ['a cursor of somebody else', { cursor: 'xyz' }, { code: 'invalid', fields: [{ field: 'cursor' }] }],
    ['an unknown experiment', { experiment: 'nowhere' }, { code: 'not-found' }],
  ])('refuses %s', async (_, query, error) => {
    await expect(listRuns(test.ctx, { limit: 10, ...query })).rejects.toMatchObject(error);
  });
});

describe('rights', () => {
  it.each<[string, 'read' | 'ingest' | 'launch', (ctx: TestContext['ctx'], id: string) => Promise<unknown>]>([
    ['reading', 'read', (ctx, id) => readRun(ctx, { id })],
    ['opening', 'ingest', (ctx) => openRun(ctx, openRunSchema.parse({}))],
    ['finishing', 'ingest', (ctx, id) => finishRun(ctx, { id, ...finishRunSchema.parse({}) })],
    ['cancelling', 'launch', (ctx, id) => cancelRun(ctx, { id })],
    ['deleting', 'launch', (ctx, id) => deleteRun(ctx, { id, pinned: 'keep' })],
  ])('%s needs %s', async (_, scope, call) => {
    const id = await open();
    const others = (['read', 'ingest', 'launch', 'admin'] as const).filter((other) => other !== scope);
    await expect(call(test.as({ scopes: [...others] }), id)).rejects.toMatchObject({
      code: 'forbidden',
      message: `This needs the scope ${scope}`,
    });
  });
});
