import { renderReport } from '@proofload/analysis';
import {
  comparisonSnapshotSchema,
  createReportSchema,
  finishRunSchema,
  openRunSchema,
  type PartChoices,
  type ReportParts,
  reportSnapshotSchema,
} from '@proofload/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportReport, importBundle } from '../bundles/index.ts';
import { checkDraft, evaluateDraft, exportDraft, freezeDraft, saveDraft } from '../drafts/index.ts';
import { readShippedStudies } from '../fixtures/shipped-studies.ts';
import { createTestContext, type TestContext } from '../fixtures/test-context.ts';
import { ingestOpenMetrics } from '../ingest/index.ts';
import { deleteRun, finishRun, openRun } from '../runs/index.ts';
import { loadStudy } from '../studies/index.ts';
import { createReport, readReport } from './index.ts';

let test: TestContext;
const sampled: string[] = [];

/** A run of which two shards were sampled over ten seconds. */
async function addShardedRun(algorithm: string, cores: readonly number[]): Promise<void> {
  const startedAt = '2026-01-15T12:00:00Z';
  const { id } = await openRun(test.ctx, openRunSchema.parse({ params: { algorithm }, startedAt }));
  const from = Date.parse(startedAt) / 1000;
  const lines = Array.from({ length: 10 }, (_, second) =>
    cores.map((value, shard) => `cpu{shard="${shard}"} ${value} ${from + second}`),
  ).flat();
  async function* body(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`${lines.sort().join('\n')}\n# EOF\n`);
  }
  await ingestOpenMetrics(test.ctx, { runId: id, body: body() });
  await finishRun(test.ctx, { id, ...finishRunSchema.parse({ finishedAt: '2026-01-15T12:00:10Z' }) });
  sampled.push(id);
}

/** A run of ten seconds with 100 gets and 10 lists, known by buckets. */
async function addTimedRun(): Promise<void> {
  const startedAt = '2026-01-15T12:00:00Z';
  const { id } = await openRun(test.ctx, openRunSchema.parse({ params: { kind: 'timed' }, startedAt }));
  const from = Date.parse(startedAt) / 1000;
  const lines = Object.entries({ get: 100, list: 10 }).flatMap(([verb, count]) =>
    ['0.1', '+Inf'].flatMap((le) =>
      [0, 10].map(
        (second) =>
          `request_seconds_bucket{verb="${verb}",le="${le}"} ${(count * second) / 10} ${from + second}`,
      ),
    ),
  );
  async function* body(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`# TYPE request_seconds histogram\n${lines.join('\n')}\n# EOF\n`);
  }
  await ingestOpenMetrics(test.ctx, { runId: id, body: body() });
  await finishRun(test.ctx, { id, ...finishRunSchema.parse({ finishedAt: '2026-01-15T12:00:10Z' }) });
}

beforeAll(async () => {
  test = await createTestContext();
  const shipped = await readShippedStudies();
  for (const name of ['argocd-scalability', 'osm-scale-limits', 'yurthub-performance']) {
    const texts = shipped.get(name);
    if (texts) await loadStudy(test.ctx, { name, ...texts });
  }
  await addShardedRun('legacy', [3, 1]);
  await addShardedRun('greedy', [2, 2]);
});
afterAll(() => test.close());

const share = (compare: object, parts: Partial<PartChoices> = {}) =>
  createReport(test.ctx, createReportSchema.parse({ title: 'Shared', view: { compare, parts } }));

async function partsOf(compare: object, parts: Partial<PartChoices> = {}): Promise<ReportParts> {
  const { snapshot } = await share(compare, parts);
  expect(comparisonSnapshotSchema.safeParse(snapshot).error).toBeUndefined();
  if (!snapshot.parts) throw new Error('expected parts');
  return snapshot.parts;
}

describe('a shared comparison', () => {
  it('holds the balance and the front that its runs have, and nothing that does not apply', async () => {
    const parts = await partsOf(
      { experiment: 'argocd-sharding' },
      { tradeOff: { x: 'cpu_range', y: 'moves' } },
    );
    const [cpu] = parts.balance?.reported ?? [];
    expect(cpu?.groups.find(({ group }) => group.includes('legacy'))?.sentence).toContain('0.32');
    expect(parts.tradeOff).toMatchObject({ x: { name: 'cpu_range' }, y: { name: 'moves' } });
    expect(parts).toMatchObject({ capacity: null, latency: null, entities: [], omitted: [] });
  });

  it('holds curves with their knee', async () => {
    const { scaling } = await partsOf({ experiment: 'argocd-qps-burst' });
    const curves = scaling?.panels[0]?.curves ?? [];
    expect(curves.find(({ measurement }) => measurement === 'sync_duration')?.knee).toMatchObject({
      kind: 'knee',
      level: '150/300',
    });
  });

  it('holds limits, and what a whole is made of', async () => {
    const limits = await partsOf({ experiment: 'osm-capacity' });
    expect(JSON.stringify(limits.capacity?.runs)).toContain('271');
    expect(limits.balance).toBeNull();
    const { breakdown } = await partsOf({ experiment: 'yurthub-traffic' });
    const sentences = breakdown?.reported.flatMap(({ groups }) => groups.map(({ sentence }) => sentence));
    expect(sentences?.some((sentence) => sentence.includes('342'))).toBe(true);
  });

  it('holds what samples say, over time too, after their runs are deleted and in a bundle', async () => {
    const report = await share({ runs: sampled.join(','), by: 'run' }, { balance: { combination: 'max' } });
    const { balance, entities } = report.snapshot.parts ?? {};
    expect(balance?.samples).toMatchObject({ metric: 'cpu', label: 'shard', combination: 'max' });
    expect(balance?.samples?.groups.map(({ figures }) => figures.range?.mean)).toEqual([2, 0]);
    expect(entities?.map(({ run }) => run)).toEqual(sampled);
    expect(entities?.[0]?.entities.map(({ mean }) => mean)).toEqual([3, 1]);

    for (const id of sampled) await deleteRun(test.ctx, { id, pinned: 'delete' });
    const read = await readReport(test.ctx, { id: report.id });
    expect(read.snapshot).toEqual(JSON.parse(JSON.stringify(report.snapshot)));
    const text = renderReport(read, (place) => [
      { alt: `of ${place}`, path: `figures/${place}.png`, data: `figures/${place}.csv` },
    ]);
    expect(text).toContain('## Balance\n\n![of balance](figures/balance.png)');
    expect(text).toMatch(/\| 0 \| 1 \| 3 \| 3 \| 3 \|/);

    const bundle = await exportReport(test.ctx, { id: report.id });
    async function* body(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(bundle);
    }
    const imported = await importBundle(test.as({ projectId: 'project2' }), { body: body() });
    const copy = await readReport(test.as({ projectId: 'project2' }), { id: imported.id });
    expect(copy.snapshot).toEqual(read.snapshot);
  });

  const wrong: [choice: Partial<PartChoices>, field: string][] = [
    [{ scaling: { factor: 'nothing' } }, 'view.parts.scaling.factor'],
    [{ tradeOff: { x: 'nothing' } }, 'view.parts.tradeOff.x'],
    [{ balance: { metric: 'cpu', combination: 'sum' } }, 'view.parts.balance.label'],
    [{ breakdown: { moment: 'instant', top: 10 } }, 'view.parts.breakdown.at'],
  ];
  it.each(wrong)('is refused with %o', async (choice, field) => {
    await expect(share({ experiment: 'argocd-sharding' }, choice)).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field }],
    });
  });

  it('that was frozen before there were parts is still read', async () => {
    const { snapshot } = await share({ experiment: 'osm-capacity' });
    const { parts: _, ...old } = snapshot;
    expect(reportSnapshotSchema.safeParse(old).error).toBeUndefined();
  });
});

describe('blocks of a draft', () => {
  const block = (text: string) => `\`\`\`proofload\n${text}\n\`\`\`\n\n`;

  it('show a balance and a breakdown, in its frozen report and its Markdown too', async () => {
    const source = `# Parts\n\n${block('{view: balance, experiment: argocd-sharding}')}${block('{view: breakdown, experiment: yurthub-traffic}')}`;
    await saveDraft(test.ctx, { name: 'parts', source });
    const { views } = await evaluateDraft(test.ctx, { name: 'parts' });
    expect(views.map(({ problem }) => problem)).toEqual([null, null]);
    expect(views[0]?.balance?.reported.map(({ name }) => name)).toEqual(['cpu', 'memory']);
    expect(views[1]?.breakdown?.reported.length).toBe(1);
    const markdown = await exportDraft(test.ctx, { name: 'parts' });
    expect(markdown).toContain('| Group | n | Least | Greatest | Range | Ratio | How it comes about |');
    expect(markdown).toMatch(/The parts add up to 342/);
    const { id } = await freezeDraft(test.ctx, { name: 'parts', visibility: 'private' });
    const { snapshot } = await readReport(test.ctx, { id });
    expect(reportSnapshotSchema.safeParse(snapshot).error).toBeUndefined();
    expect(JSON.stringify(snapshot)).toContain('342');
  });

  it('show latency by a label and all measurements side by side', async () => {
    await addTimedRun();
    const latency = '{view: latency, runs: kind=timed, metric: request_seconds_bucket, label: verb}';
    const source = `# Parts\n\n${block(latency)}${block('{view: parallel, experiment: osm-capacity}')}`;
    await saveDraft(test.ctx, { name: 'timed', source });
    const { views } = await evaluateDraft(test.ctx, { name: 'timed' });
    expect(views.map(({ problem }) => problem)).toEqual([null, null]);
    const verbs = views[0]?.latency?.samples?.values.map(({ value, groups }) => [value, groups[0]?.count]);
    expect(verbs).toEqual([
      ['get', 100],
      ['list', 10],
    ]);
    expect(views[1]?.comparison?.measurements.length).toBeGreaterThan(1);
    expect(await exportDraft(test.ctx, { name: 'timed' })).toMatch(/\| list \|[^|]+\| 1 \| 10 \|/);
    const { id } = await freezeDraft(test.ctx, { name: 'timed', visibility: 'private' });
    const { snapshot } = await readReport(test.ctx, { id });
    expect(reportSnapshotSchema.safeParse(snapshot).error).toBeUndefined();
    expect(JSON.stringify(snapshot)).toContain('request_seconds_bucket');
  });

  it('say what is wrong with what they ask', async () => {
    const problems = async (text: string) =>
      (await checkDraft(test.ctx, { source: block(text) })).problems.map(({ message }) => message);
    expect(await problems('{view: balance, experiment: argocd-qps-burst}')).toEqual([
      'None of these runs has samples with labels',
    ]);
    expect(await problems('{view: breakdown, experiment: yurthub-traffic, total: nothing}')).toEqual([
      'total: expected a measurement of these runs, not nothing',
    ]);
    expect((await problems('{view: latency, experiment: argocd-sharding}'))[0]).toMatch(
      /^None of these runs has durations by a label/,
    );
    expect((await problems('{view: breakdown, experiment: a, moment: noon}'))[0]).toMatch(/^moment: /);
    expect((await problems('{view: breakdown, experiment: a, labels: [a, b, c]}'))[0]).toMatch(/^labels: /);
  });

  it('that are about the same runs read them once', async () => {
    const asked: string[] = [];
    const { runList, runs } = test.ctx.repos;
    const counting = {
      ...test.ctx,
      repos: {
        ...test.ctx.repos,
        runList: {
          ...runList,
          list: (...of: Parameters<typeof runList.list>) => {
            asked.push('list');
            return runList.list(...of);
          },
        },
        runs: {
          ...runs,
          findMany: (...of: Parameters<typeof runs.findMany>) => {
            asked.push('many');
            return runs.findMany(...of);
          },
        },
      },
    };
    const views = ['scaling', 'objectives', 'capacity', 'balance', 'breakdown', 'trade-off', 'table'];
    const source = views.map((view) => block(`{view: ${view}, experiment: argocd-sharding}`)).join('');
    const found = await checkDraft(counting, { source });
    expect(found.views).toHaveLength(views.length);
    expect(asked).toEqual(['list']);
  });
});
