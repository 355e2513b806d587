import {
  draftEvaluationSchema,
  finishRunSchema,
  freezeDraftSchema,
  openRunSchema,
  reportSnapshotSchema,
} from '@proofload/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServiceContext } from '../context.ts';
import { saveExperiment } from '../experiments/index.ts';
import { createTestContext, type TestContext } from '../fixtures/test-context.ts';
import { ingestOpenMetrics } from '../ingest/index.ts';
import { readReport } from '../reports/index.ts';
import { deleteRun, finishRun, openRun } from '../runs/index.ts';
import {
  checkDraft,
  deleteDraft,
  evaluateDraft,
  freezeDraft,
  listDrafts,
  readDraft,
  saveDraft,
} from './index.ts';

const definition = `apiVersion: proofload/v1
kind: Experiment
metadata: {name: pool-size}
spec:
  objective: Does a larger worker pool buy throughput?
  factors: [{workers: [1, 2]}]
  baseline: {workers: 1}
  replicates: 2
  workload: {executor: external}
  measurements:
    throughput: {metric: http_reqs, aggregate: rate, unit: requests/s, better: higher}
`;
const source = `# Workers buy throughput

Two workers serve {{ ratio(throughput{experiment="pool-size", workers=2}, throughput{experiment="pool-size", workers=1}) | 2 digits }} the requests of one,
after {{ count(runs{experiment="pool-size"}) }} runs.

\`\`\`claim
claim: Two workers serve twice as much
expression: ratio(throughput{experiment="pool-size", workers=2}, throughput{experiment="pool-size", workers=1})
expected: 2x ± 5 %
\`\`\`

\`\`\`claim
claim: Four workers serve more
expression: throughput{experiment="pool-size", workers=4}
expected: "> 200 requests/s"
\`\`\`

\`\`\`proofload
view: comparison
experiment: pool-size
\`\`\`

\`\`\`proofload
{view: methods, experiment: pool-size}
\`\`\`

\`\`\`proofload
{view: environment, runs: outcome=completed}
\`\`\`
`;

let test: TestContext;
let ctx: ServiceContext;

/** A finished run with a value that somebody else measured. */
async function addRun(workers: number, throughput: number): Promise<string> {
  const input = openRunSchema.parse({ experiment: 'pool-size', params: { workers } });
  const { id } = await openRun(ctx, input);
  await finishRun(ctx, { id, ...finishRunSchema.parse({}) });
  const measured = { value: throughput, unit: 'requests/s', better: 'higher', samples: 10 };
  await test.prisma.run.update({
    where: { id },
    data: {
      measurements: { throughput: { ...measured, spread: null, window: null, note: null } },
      environment: { nodes: '2', os: `linux ${workers}` },
    },
  });
  return id;
}

const runs: string[] = [];

beforeAll(async () => {
  test = await createTestContext();
  ctx = test.ctx;
  await saveExperiment(ctx, { source: definition });
  for (const [workers, throughput] of [
    [1, 100],
    [1, 102],
    [2, 201],
    [2, 203],
  ] as const) {
    runs.push(await addRun(workers, throughput));
  }
});
afterAll(() => test.close());

describe('a draft', () => {
  it('is stored by name, with a revision that keeps two authors apart', async () => {
    const first = await saveDraft(ctx, { name: 'workers', source, revision: 0 });
    expect(first).toMatchObject({ revision: 1, title: 'Workers buy throughput' });
    await expect(saveDraft(ctx, { name: 'workers', source: '# B', revision: 0 })).rejects.toMatchObject({
      code: 'conflict',
      fields: [{ field: 'revision' }],
    });
    const second = await saveDraft(ctx, { name: 'workers', source: `${source}\nMore.\n`, revision: 1 });
    expect(second.revision).toBe(2);
    expect((await readDraft(ctx, { name: 'workers' })).source).toContain('More.');
    expect((await listDrafts(ctx)).items.map(({ name }) => name)).toEqual(['workers']);
  });

  it('is of one project, and needs a scope to be changed', async () => {
    const other = test.as({ projectId: 'project2' });
    await expect(readDraft(other, { name: 'workers' })).rejects.toMatchObject({ code: 'not-found' });
    expect((await checkDraft(other, { source: '{{ count(runs{}) }}' })).numbers[0]?.result.text).toBe('0');
    const reader = test.as({ scopes: ['read'] });
    await expect(saveDraft(reader, { name: 'workers', source })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(deleteDraft(reader, { name: 'workers' })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(
      freezeDraft(reader, { name: 'workers', ...freezeDraftSchema.parse({}) }),
    ).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('is evaluated: numbers, claims, blocks, and where they come from', async () => {
    const found = await evaluateDraft(ctx, { name: 'workers' });
    expect(draftEvaluationSchema.safeParse(found).error).toBeUndefined();
    expect(found.numbers.map(({ result }) => result.text)).toEqual(['2x', '4']);
    expect(found.numbers[0]?.result).toMatchObject({ n: 4, replicates: 'n=2' });
    expect(found.numbers[0]?.result.interval).not.toBeNull();
    expect(found.summary).toMatchObject({ claims: 2, hold: 1, cannotBeEvaluated: 1 });
    expect(found.summary.said).toBe('1 of 2 claims hold: 1 cannot be evaluated');
    expect(found.claims[1]).toMatchObject({ state: 'cannot-be-evaluated', line: 13 });
    expect(found.claims[1]?.message).toBe('No run matches throughput{…}');
    expect(found.views.map(({ problem }) => problem)).toEqual([null, null, null]);
    expect(found.views[0]?.comparison?.groups.map(({ n }) => n)).toEqual([2, 2]);
    expect(found.views[1]?.methods).toMatchObject([
      { experiment: 'pool-size', factors: [{ name: 'workers', levels: ['1', '2'] }] },
    ]);
    expect(found.views[2]?.environment?.common).toContainEqual({ name: 'nodes', value: '2' });
    expect(found.views[2]?.environment?.differing.map(({ name }) => name)).toEqual(['os']);
    expect(found.runs.map(({ id }) => id).sort()).toEqual([...runs].sort());
    expect(found.definitions).toMatchObject([{ experiment: 'pool-size', version: 1, source: definition }]);
  });

  it('is frozen with its numbers, which later runs and their deletion do not change', async () => {
    const { id, title } = await freezeDraft(ctx, { name: 'workers', ...freezeDraftSchema.parse({}) });
    expect(title).toBe('Workers buy throughput');
    runs.push(await addRun(2, 300));
    const now = await evaluateDraft(ctx, { name: 'workers' });
    expect(now.claims[0]).toMatchObject({ state: 'drifted' });
    expect(now.claims[0]?.message).toMatch(
      /^found 2\.32x, \[.*\], n=3 against 2, \+16\.2\u00a0% from what is expected$/,
    );
    await deleteRun(ctx, { id: runs[0] ?? '', pinned: 'delete' });
    const { snapshot } = await readReport(ctx, { id });
    expect(reportSnapshotSchema.safeParse(snapshot).error).toBeUndefined();
    if (snapshot.version !== 2) throw new Error('expected a frozen draft');
    expect(snapshot.evaluation.claims[0]).toMatchObject({ state: 'holds' });
    expect(snapshot.evaluation.numbers.map(({ result }) => result.text)).toEqual(['2x', '4']);
    expect(snapshot.draft).toMatchObject({ name: 'workers', revision: 2 });
  });

  it('refuses to freeze another revision than was read', async () => {
    const input = { name: 'workers', ...freezeDraftSchema.parse({ revision: 1 }) };
    await expect(freezeDraft(ctx, input)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('is bounded', async () => {
    const check = (text: string) => checkDraft(ctx, { source: text });
    await expect(check('{{ 1 }} '.repeat(501))).rejects.toMatchObject({ code: 'too-large' });
    const block = '```proofload\n{view: methods, experiment: pool-size}\n```\n\n';
    await expect(check(block.repeat(51))).rejects.toMatchObject({ code: 'too-large' });
    await expect(check(`a\n${'>'.repeat(500)} b`)).rejects.toMatchObject({
      code: 'too-large',
      fields: [{ line: 2 }],
    });
    await expect(check('a\n\0')).rejects.toMatchObject({ code: 'invalid', fields: [{ line: 2 }] });
  });

  it('says on its page what is wrong with a block', async () => {
    const { views, problems } = await checkDraft(ctx, {
      source:
        '```proofload\n{view: table, experiment: nothing}\n```\n\n```proofload\n{view: table, experiment: pool-size, measurements: [p95]}\n```\n',
    });
    expect(views.map(({ problem }) => problem)).toEqual([
      'There is no experiment nothing',
      'measurements: expected measurements of these runs (throughput), not p95',
    ]);
    expect(problems.map(({ line }) => line)).toEqual([2, 6]);
  });

  it('draws figures over time from the samples as they are, and says so where there are none', async () => {
    const figure = (more: string) =>
      checkDraft(ctx, {
        source: `\`\`\`proofload\n{view: over-time, experiment: pool-size${more}}\n\`\`\`\n`,
      });
    expect((await figure('')).views[0]?.problem).toBe('These runs have no samples');
    async function* body(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('depth 5 1795240602\ndepth 7 1795240603\nother 1 1795240603\n# EOF\n');
    }
    const input = openRunSchema.parse({
      experiment: 'pool-size',
      params: { workers: 1 },
      startedAt: '2026-11-21T05:56:40Z',
    });
    const { id: runId } = await openRun(ctx, input);
    await ingestOpenMetrics(ctx, { runId, body: body() });
    const { views } = await figure(', metrics: depth');
    expect(draftEvaluationSchema.shape.views.safeParse(views).error).toBeUndefined();
    expect(
      views[0]?.figures?.series.map(({ run, lines }) => [run, lines.map(({ metric }) => metric)]),
    ).toEqual([[runId, ['depth']]]);
    expect(views[0]?.figures?.series[0]?.lines[0]?.columns.mean?.filter((value) => value !== null)).toEqual([
      5, 7,
    ]);
    expect((await figure(', metrics: [depth, width]')).views[0]?.problem).toBe(
      'metrics: none of these runs has width',
    );
  });

  it('follows a factor, and weighs two measurements', async () => {
    const show = async (block: string) =>
      (await checkDraft(ctx, { source: `\`\`\`proofload\n${block}\n\`\`\`\n` })).views[0];
    const scaling = await show(
      '{view: scaling, experiment: pool-size, factor: workers, runs: outcome=completed}',
    );
    expect(scaling?.problem).toBeNull();
    const [curve] = scaling?.scaling?.panels[0]?.curves ?? [];
    expect(curve?.points.map(({ level, gain }) => [level, gain && Math.round(gain.ratio)])).toEqual([
      ['1', 1],
      ['2', 2],
    ]);
    expect((await show('{view: objectives, experiment: pool-size}'))?.breaches?.runs.length).toBeGreaterThan(
      0,
    );
    expect((await show('{view: capacity, experiment: pool-size}'))?.capacity?.runs).toEqual([]);
    expect(await show('{view: trade-off, experiment: pool-size}')).toMatchObject({
      problem: 'measurements: expected two, as in `measurements: [throughput, p95]`',
    });
  });

  it('can be deleted', async () => {
    await deleteDraft(ctx, { name: 'workers' });
    await expect(readDraft(ctx, { name: 'workers' })).rejects.toMatchObject({ code: 'not-found' });
    await expect(deleteDraft(ctx, { name: 'workers' })).rejects.toMatchObject({ code: 'not-found' });
  });
});
