import {
  addReplicatesSchema,
  launchSweepSchema,
  retryRunsSchema,
  type SweepAddition,
  sweepAdditionSchema,
  sweepSchema,
} from '@proofload/contracts';
import type { RunRecord } from '@proofload/db';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { claimNextRun } from '../execution/claim-next-run.ts';
import { closeRun } from '../execution/close-run.ts';
import { saveExperiment } from '../experiments/index.ts';
import { external, poolSize } from '../fixtures/definitions.ts';
import { createTestContext, type TestContext } from '../fixtures/test-context.ts';
import { finishRun } from '../runs/index.ts';
import {
  addReplicates,
  cancelSweep,
  changeSweep,
  launchSweep,
  listSweeps,
  pauseSweep,
  readSweep,
  resumeSweep,
  retryRuns,
  watchSweep,
} from './index.ts';

let test: TestContext;
/** What was put into the queue since the test began: how long each hint waits, in milliseconds. */
let delays: (number | undefined)[];

beforeAll(async () => {
  test = await createTestContext();
  const { ctx } = test;
  const { enqueue } = ctx.queue;
  ctx.queue.enqueue = async (name, data, options) => {
    if (name === 'execute-run') delays.push(options?.delayMs);
    await enqueue(name, data, options);
  };
  await saveExperiment(ctx, { source: poolSize });
  await saveExperiment(ctx, { source: external });
  await test.prisma.cluster.create({
    data: {
      ...{ id: 'testbed00', projectId: 'project1', name: 'testbed', namespace: 'default', updatedBy: 'Ada' },
      authKind: 'in-cluster',
    },
  });
  const onCluster = poolSize.replace('pool-size', 'on-cluster').replace('spec:', 'spec:\n  cluster: testbed');
  await saveExperiment(ctx, { source: onCluster });
});
afterAll(() => test.close());
beforeEach(async () => {
  delays = [];
  await test.prisma.sweep.deleteMany();
});

const launch = (input: Record<string, unknown> = {}, name = 'pool-size') =>
  launchSweep(test.ctx, {
    name,
    ...launchSweepSchema.parse({ params: { workers: 1 }, order: 'defined', ...input }),
  });
const read = async (id: string) => sweepSchema.parse(await readSweep(test.ctx, { id }));
const claim = () => claimNextRun({ ...test.ctx, workerId: 'worker' });

/** Claims the run whose turn it is, which must be there. */
async function begin(): Promise<RunRecord> {
  const run = await claim();
  if (!run) throw new Error('No run may start');
  await test.ctx.repos.runs.change(
    run.id,
    { status: 'starting' },
    { status: 'running', startedAtMs: test.nowMs() },
  );
  return run;
}

async function end(id: string, outcome: 'completed' | 'failed' | 'stalled' = 'completed'): Promise<void> {
  const changes = { status: 'finishing', outcome, finishedAtMs: test.nowMs(), lease: null } as const;
  await test.ctx.repos.runs.change(id, { status: 'running' }, changes);
  await closeRun(test.ctx, { runId: id, owner: 'worker' });
}

/** Executes what waits, one after another. @param outcomes of the runs in their turn; completed past the end */
async function executeAll(lengthMs: number, outcomes: ('completed' | 'failed' | 'stalled')[] = []) {
  const order: string[] = [];
  for (let index = 0; ; index++) {
    const run = await claim();
    if (!run) return order;
    await test.ctx.repos.runs.change(
      run.id,
      { status: 'starting' },
      { status: 'running', startedAtMs: test.nowMs() },
    );
    test.advance(lengthMs);
    await end(run.id, outcomes[index] ?? 'completed');
    order.push(run.id);
  }
}

describe('turns', () => {
  it('come by priority, age and place, and a new priority counts at once', async () => {
    const low = await launch({ priority: -5, replicates: 1 });
    test.advance(1);
    const old = await launch({ replicates: 1 });
    test.advance(1);
    const young = await launch({ replicates: 1 });
    const { items } = await listSweeps(test.ctx, { limit: 10, state: 'open' });
    expect(items.map(({ id }) => id)).toEqual([old.id, young.id, low.id]);
    expect(items.map(({ waiting }) => waiting?.place)).toEqual([1, 2, 3]);
    expect((await begin()).sweepId).toBe(old.id);
    expect(await changeSweep(test.ctx, { id: young.id, priority: 7 })).toMatchObject({
      priority: 7,
      waiting: { reason: 'due', place: 1 },
    });
    await changeSweep(test.ctx, { id: old.id, priority: -10 });
    const rest = await executeAll(1000);
    expect(rest).toEqual([
      ...young.runs.map(({ id }) => id),
      ...low.runs.map(({ id }) => id),
      old.runs[1]?.id,
    ]);
  });

  it('on a cluster are one run at a time, of all sweeps there', async () => {
    const first = await launch({ replicates: 1 }, 'on-cluster');
    const second = await launch({ replicates: 1 }, 'on-cluster');
    expect(await read(first.id)).toMatchObject({ cluster: 'testbed', waiting: { reason: 'due' } });
    expect((await read(second.id)).waiting).toMatchObject({ reason: 'behind', behind: first.id, place: 2 });
    expect(await read(first.runs[0]?.id ? first.id : '')).toMatchObject({ counts: { queued: 2 } });
    const run = await begin();
    expect(await claim()).toBeNull();
    expect((await read(second.id)).waiting?.reason).toBe('cluster-full');
    await end(run.id);
    expect(await executeAll(1000)).toHaveLength(3);
  });
});

describe('a cool-down', () => {
  it('lies between the runs, is told with its end, and a hint comes when it is over', async () => {
    const { id, runs } = await launch({ coolDown: '40s' });
    const first = await begin();
    expect(await read(id)).toMatchObject({ coolDownMs: 40_000, waiting: { reason: 'own-run' } });
    expect(await claim()).toBeNull();
    test.advance(10_000);
    delays = [];
    await end(first.id);
    expect(delays).toEqual([40_000]);
    const until = new Date(test.nowMs() + 40_000).toISOString();
    expect(await read(id)).toMatchObject({ waiting: { reason: 'cool-down', until } });
    expect((await read(id)).runs[1]?.expectedStart).toBe(until);
    test.advance(39_999);
    expect(await claim()).toBeNull();
    test.advance(1);
    expect((await claim())?.id).toBe(runs[1]?.id);
  });

  it('that is shortened is over sooner', async () => {
    const { id } = await launch({ coolDown: '1h' });
    await end((await begin()).id);
    expect(await claim()).toBeNull();
    delays = [];
    await changeSweep(test.ctx, { id, coolDown: '0s' });
    expect(delays).toEqual([undefined, undefined, undefined]);
    expect(await claim()).not.toBeNull();
  });

  it.each(['soon', '-5s', '8d'])('of %s is refused by name', async (coolDown) => {
    const message = 'expected a duration of at most 7d, such as 40s or 5m';
    await expect(launch({ coolDown })).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field: 'coolDown', message }],
    });
  });
});

describe('pausing', () => {
  it('keeps runs from starting, lets those at work go on, and is undone', async () => {
    const { id } = await launch();
    const run = await begin();
    const at = new Date(test.nowMs()).toISOString();
    expect(await pauseSweep(test.ctx, { id })).toMatchObject({
      status: 'running',
      paused: { at, by: 'Ada' },
      waiting: { reason: 'paused', place: null },
    });
    test.advance(1000);
    expect((await pauseSweep(test.ctx, { id })).paused?.at).toBe(at);
    expect(await claim()).toBeNull();
    await end(run.id);
    const paused = await read(id);
    expect(paused.counts).toMatchObject({ completed: 1, queued: 3, active: 0 });
    // Told as if it went on now.
    expect(paused.estimate).toEqual({ remainingMs: 3000, basis: 'sweep', runs: 1 });
    expect(paused.runs.map(({ expectedStart }) => expectedStart)).toEqual([null, null, null, null]);
    expect((await resumeSweep(test.ctx, { id })).paused).toBeNull();
    expect(await executeAll(1000)).toHaveLength(3);
    expect(await read(id)).toMatchObject({ status: 'finished', paused: null });
  });

  it('a finished sweep is refused, and one that was cancelled while paused ends', async () => {
    const { id } = await launch({ replicates: 1 });
    await pauseSweep(test.ctx, { id });
    expect(await cancelSweep(test.ctx, { id })).toMatchObject({ status: 'finished', paused: null });
    await expect(pauseSweep(test.ctx, { id })).rejects.toMatchObject({ code: 'conflict' });
  });
});

const retry = async (id: string, input: object = {}): Promise<SweepAddition> =>
  sweepAdditionSchema.parse(await retryRuns(test.ctx, { id, ...retryRunsSchema.parse(input) }));
const add = async (id: string, input: object): Promise<SweepAddition> =>
  sweepAdditionSchema.parse(await addReplicates(test.ctx, { id, ...addReplicatesSchema.parse(input) }));

describe('retrying', () => {
  it('repeats what failed once, keeps it, and judges the sweep by the repetition', async () => {
    const { id, runs } = await launch();
    await executeAll(1000, ['failed', 'completed', 'stalled', 'completed']);
    const before = await read(id);
    expect(before).toMatchObject({ status: 'finished', verdict: 'inconclusive', counts: { failed: 2 } });

    const { sweep, runs: added } = await retry(id);
    expect(sweep).toMatchObject({ status: 'running', verdict: null, finishedAt: null });
    expect(sweep.counts).toMatchObject({ total: 6, failed: 2, queued: 2, retried: 2 });
    expect(added.map(({ retryOf, treatment, replicate }) => [retryOf, treatment, replicate])).toEqual([
      [runs[0]?.id, 'cached=true,workers=1', 3],
      [runs[2]?.id, 'cached=true,workers=1', 4],
    ]);
    expect(sweep.runs[0]).toMatchObject({ outcome: 'failed', retriedBy: added[0]?.id });
    expect(sweep.runs[4]).toMatchObject({ id: added[0]?.id, retryOf: runs[0]?.id, position: 5 });
    expect((await retry(id)).runs, 'the same request again').toEqual(added);
    expect((await read(id)).counts.total).toBe(6);

    await executeAll(1000, ['completed', 'failed']);
    expect(await read(id)).toMatchObject({ status: 'finished', counts: { failed: 3, total: 6 } });
    // The first is done with; of the second, the repetition has failed and is repeated.
    const again = await retry(id);
    expect(again.runs.map(({ retryOf }) => retryOf)).toEqual([added[1]?.id]);
    await executeAll(1000);
    const objectives = (await read(id)).runs.map(({ outcome }) => outcome);
    expect(objectives).toEqual([
      'failed',
      'completed',
      'stalled',
      'completed',
      'completed',
      'failed',
      'completed',
    ]);
    expect(await read(id)).toMatchObject({ status: 'finished', counts: { retried: 3 } });
    expect((await retry(id)).runs).toEqual([]);
  });

  it('two requests at once add one run for each', async () => {
    const { id } = await launch();
    await executeAll(1000, ['failed', 'failed']);
    const answers = await Promise.all(Array.from({ length: 6 }, () => retry(id)));
    expect(new Set(answers.map(({ runs }) => runs.map((run) => run.id).join()))).toHaveProperty('size', 1);
    expect((await read(id)).counts).toMatchObject({ total: 6, queued: 2 });
  });

  it('takes cancelled runs and single runs when told to, and refuses what completed or goes on', async () => {
    const { id, runs } = await launch();
    await end((await begin()).id);
    const running = await begin();
    const [done = '', , third = ''] = runs.map((run) => run.id);
    await expect(retry(id, { runs: [done] })).rejects.toMatchObject({
      fields: [{ field: 'runs.0', message: expect.stringContaining('add replicates instead') }],
    });
    await expect(retry(id, { runs: [third, 'nothing0'] })).rejects.toMatchObject({
      fields: [
        { field: 'runs.0', message: expect.stringContaining('is queued') },
        { field: 'runs.1', message: 'expected a run of this sweep, not nothing0' },
      ],
    });
    expect((await read(id)).counts.total).toBe(4);
    await end(running.id, 'failed');
    await cancelSweep(test.ctx, { id });
    expect((await retry(id, { runs: [third] })).runs.map(({ retryOf }) => retryOf)).toEqual([third]);
    expect((await retry(id, { outcomes: ['cancelled'] })).runs).toHaveLength(2);
    expect(() => retryRunsSchema.parse({ outcomes: ['failed'], runs: [third] })).toThrow('not both');
  });
});

describe('adding replicates', () => {
  it('opens a finished sweep again, which is judged again at its end', async () => {
    const { id } = await launch({ order: 'random', seed: 5 });
    await executeAll(1000);
    expect(await read(id)).toMatchObject({ status: 'finished' });
    const { sweep, runs } = await add(id, { add: 2 });
    expect(sweep).toMatchObject({ status: 'running', verdict: null, goals: [] });
    expect(runs.map(({ treatment, replicate }) => `${treatment} #${replicate}`).sort()).toEqual([
      'cached=false,workers=1 #3',
      'cached=false,workers=1 #4',
      'cached=true,workers=1 #3',
      'cached=true,workers=1 #4',
    ]);
    expect(sweep.estimate).toEqual({ remainingMs: 4000, basis: 'sweep', runs: 4 });
    const stored = await test.ctx.repos.runs.find(runs[0]?.id ?? '');
    expect(stored).toMatchObject({
      executor: 'k6',
      labels: { team: 'platform' },
      name: `pool-size ${runs[0]?.treatment} #3`,
      position: 5,
    });
    expect(await executeAll(1000)).toEqual(runs.map((run) => run.id));
    const closed = await read(id);
    expect(closed).toMatchObject({ status: 'finished', counts: { total: 8, completed: 8 } });
    expect(closed.verdict).not.toBeNull();
  });

  it('adds to chosen treatments, once for each key of a request', async () => {
    const { id } = await launch({ replicates: 1 });
    const input = { add: 1, treatments: ['cached=true,workers=1'], requestKey: 'mine' };
    const first = await add(id, input);
    expect(first.runs).toMatchObject([{ treatment: 'cached=true,workers=1', replicate: 2 }]);
    expect((await add(id, input)).runs).toEqual(first.runs);
    await expect(add(id, { add: 1, treatments: ['workers=9'] })).rejects.toMatchObject({
      fields: [{ field: 'treatments.0' }],
    });
    await expect(
      add(id, { add: 100, treatments: undefined }).then(() => add(id, { add: 100 })),
    ).resolves.toBeDefined();
    for (let round = 0; round < 2; round++) await add(id, { add: 100 });
    await expect(add(id, { add: 100 })).rejects.toMatchObject({ fields: [{ field: 'add' }] });
  });

  it('opens runs that somebody else executes at once', async () => {
    const { id, runs } = await launchSweep(test.ctx, { name: 'elsewhere', ...launchSweepSchema.parse({}) });
    for (const run of runs) await finishRun(test.ctx, { id: run.id, outcome: 'completed' });
    expect(await read(id)).toMatchObject({ status: 'finished' });
    const { sweep } = await add(id, { add: 1 });
    expect(sweep).toMatchObject({ status: 'running', counts: { active: 2 }, estimate: null, waiting: null });
  });
});

describe('rights', () => {
  const changes = [
    ['pause', (ctx: TestContext['ctx'], id: string) => pauseSweep(ctx, { id })],
    ['retry', (ctx: TestContext['ctx'], id: string) => retryRuns(ctx, { id })],
    ['add', (ctx: TestContext['ctx'], id: string) => addReplicates(ctx, { id, add: 1 })],
  ] as const;
  it.each(changes)('to %s want the scope launch, and the project', async (_, change) => {
    const { id } = await launch();
    await expect(change(test.as({ scopes: ['read', 'ingest'] }), id)).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(change(test.as({ projectId: 'project2' }), id)).rejects.toMatchObject({ code: 'not-found' });
    expect(await read(id)).toMatchObject({ paused: null, counts: { total: 4 } });
  });
});

describe('the time left', () => {
  it('is known from the time limit, then from earlier sweeps, then from its own runs', async () => {
    await test.prisma.run.deleteMany();
    const { id } = await launch({ params: { workers: 2, cached: true }, replicates: 2 });
    const limitMs = (await read(id)).estimate?.remainingMs ?? 0;
    expect((await read(id)).estimate).toEqual({ remainingMs: limitMs, basis: 'timeout', runs: 0 });
    await executeAll(7000);
    const next = await launch({ params: { workers: 2, cached: true }, replicates: 3 });
    expect((await read(next.id)).estimate).toEqual({ remainingMs: 21_000, basis: 'experiment', runs: 2 });
    const run = await begin();
    test.advance(5000);
    expect((await read(next.id)).estimate?.remainingMs).toBe(16_000);
    await end(run.id);
    const { estimate, runs } = await read(next.id);
    expect(estimate).toEqual({ remainingMs: 10_000, basis: 'sweep', runs: 1 });
    const start = (offsetMs: number) => new Date(test.nowMs() + offsetMs).toISOString();
    expect(runs.map(({ expectedStart }) => expectedStart)).toEqual([null, start(0), start(5000)]);
    // One that comes before it puts it off.
    await launch({ params: { workers: 2, cached: true }, replicates: 1, priority: 9 });
    expect((await read(next.id)).estimate?.remainingMs).toBeGreaterThan(10_000);
  });
});

it('is followed from change to change until it is finished', async () => {
  const { id } = await launch({ replicates: 1 });
  const stop = new AbortController();
  const seen: string[] = [];
  const following = (async () => {
    for await (const { sweep } of watchSweep(test.ctx, { id, signal: stop.signal }))
      seen.push(`${sweep.status} ${sweep.paused ? 'paused ' : ''}${sweep.counts.completed}`);
  })();
  const until = (text: string) => expect.poll(() => seen.at(-1), { timeout: 10_000 }).toBe(text);
  await until('queued 0');
  await pauseSweep(test.ctx, { id });
  await until('queued paused 0');
  await resumeSweep(test.ctx, { id });
  await until('queued 0');
  await executeAll(1000);
  await following;
  expect(seen.at(-1)).toBe('finished 2');
});
