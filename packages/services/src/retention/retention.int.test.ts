import { compareQuerySchema, createReportSchema, retentionPassSchema } from '@proofload/contracts';
import type { RetentionRules } from '@proofload/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeRunWindows } from '../evaluations/index.ts';
import { evaluateStoredRun } from '../execution/evaluate-stored-run.ts';
import { saveExperiment } from '../experiments/index.ts';
import { exportRun } from '../export/index.ts';
import { external } from '../fixtures/definitions.ts';
import { endRun, putArtifact } from '../fixtures/ended-run.ts';
import { createTestContext, type TestContext } from '../fixtures/test-context.ts';
import { ingestK6 } from '../ingest/index.ts';
import { createReport, updateReport } from '../reports/index.ts';
import { listRuns, openRun, pinRun, readArtifact, readRun, readRunLog, unpinRun } from '../runs/index.ts';
import { listMetrics, readSeries } from '../series/index.ts';
import { applyRetention, readRetention, readStorageUsage, saveRetention } from './index.ts';

const dayMs = 24 * 60 * 60 * 1000;
const everything: RetentionRules = { samples: { days: 30 }, artifacts: { days: 30 }, logs: { days: 30 } };

let test: TestContext;
let ctx: TestContext['ctx'];
beforeAll(async () => {
  test = await createTestContext();
  ctx = test.ctx;
  await saveExperiment(ctx, { source: external });
});
afterAll(() => test.close());
// Each test has runs of its own age, and leaves none that the next one finds.
beforeEach(async () => {
  await test.prisma.run.deleteMany({});
  await test.prisma.report.deleteMany({});
});

const dryRun = (rules: RetentionRules = everything) => applyRetention(ctx, { dryRun: true, rules });
const apply = async (rules: RetentionRules = everything) => {
  await saveRetention(ctx, { rules });
  return retentionPassSchema.parse(await applyRetention(ctx, { dryRun: false }));
};
/** A run of the treatment that is no baseline. */
const end = (input: Record<string, unknown> = {}) =>
  endRun(ctx, { experiment: 'elsewhere', params: { qps: 100 }, ...input });

async function* nothing(): AsyncGenerator<Uint8Array> {
  yield Buffer.alloc(0);
}

/** Rows of a run in every table that has a column `runKey`, whatever tables there are. */
async function countSampleRows(id: string): Promise<number> {
  const run = await ctx.repos.runs.find(id);
  const tables = await test.prisma.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'runKey'`;
  expect(tables.length).toBeGreaterThanOrEqual(4);
  let rows = 0;
  for (const { name } of tables) {
    const counted = await test.prisma.$queryRawUnsafe<{ count: number }[]>(
      `SELECT count(*)::int AS count FROM "${name}" WHERE "runKey" = ${run?.key}`,
    );
    rows += counted[0]?.count ?? 0;
  }
  return rows;
}

describe('samples that have expired', () => {
  it('are gone from every table, and everything that was computed from them stays', async () => {
    const id = await end({ labels: { branch: 'main' } });
    const before = await readRun(ctx, { id });
    expect(await countSampleRows(id)).toBeGreaterThan(2);
    test.advance(30 * dayMs);
    const pass = await apply({ ...everything, artifacts: null, logs: null });
    expect(pass).toMatchObject({
      affected: 1,
      samples: { runs: 1 },
      artifacts: { runs: 0 },
      logs: { runs: 0 },
    });
    expect(pass.samples.bytes).toBeGreaterThan(20);
    expect(await countSampleRows(id)).toBe(0);
    const after = await readRun(ctx, { id });
    expect(after).toEqual({
      ...before,
      revision: before.revision + 1,
      samplesExpiredAt: new Date(test.nowMs()).toISOString(),
    });
    expect(after.measurements.requests?.value).toBe(10);
    expect((await readRunLog(ctx, { id, after: 0, limit: 10 })).lines).toHaveLength(1);
    expect(await readArtifact(ctx, { id, name: 'k6.log' })).toMatchObject({ size: 12 });
  });

  it('are said to have expired, and are taken no more', async () => {
    const id = await end();
    test.advance(31 * dayMs);
    await apply();
    const expired = {
      code: 'expired',
      message: `The samples of the run ${id} expired on ${new Date(test.nowMs()).toISOString().slice(0, 10)} by the project's rule; its measurements, objectives and verdict are kept`,
    };
    await expect(listMetrics(ctx, { runId: id })).rejects.toMatchObject(expired);
    await expect(readSeries(ctx, { runId: id, metric: 'http_reqs', points: 10 })).rejects.toMatchObject(
      expired,
    );
    await expect(exportRun(ctx, { runId: id, format: 'csv' })).rejects.toMatchObject(expired);
    await expect(ingestK6(ctx, { runId: id, body: nothing() })).rejects.toMatchObject({
      code: 'conflict',
    });
    const run = await ctx.repos.runs.find(id);
    if (run === null) throw new Error('The run is gone');
    const windows = { run: { from: run.name, to: run.name } };
    await expect(changeRunWindows(ctx, { id, windows })).rejects.toMatchObject(expired);
    await expect(evaluateStoredRun(ctx, run, null)).rejects.toMatchObject(expired);
  });

  it('break off an export that is under way, instead of ending it as if all were there', async () => {
    const id = await end();
    test.advance(31 * dayMs);
    const { body } = await exportRun(ctx, { runId: id, format: 'openmetrics' });
    await apply();
    const read = async () => {
      let text = '';
      for await (const piece of body) text += Buffer.from(piece).toString();
      return text;
    };
    await expect(read()).rejects.toMatchObject({ code: 'expired' });
  });
});

describe('artifacts and logs that have expired', () => {
  it('are gone, and the rows of the artifacts stay', async () => {
    const id = await end();
    const blobKey = `project1/runs/${id}/k6.log`;
    test.advance(30 * dayMs);
    expect(await apply({ ...everything, samples: null })).toMatchObject({
      artifacts: { runs: 1, bytes: 12 },
      logs: { runs: 1, bytes: 5 },
      failed: 0,
    });
    const at = new Date(test.nowMs()).toISOString();
    expect(await readRun(ctx, { id })).toMatchObject({
      artifacts: [{ name: 'k6.log', size: 12, expiredAt: at }],
      artifactsExpiredAt: at,
      logsExpiredAt: at,
      samplesExpiredAt: null,
    });
    await expect(readArtifact(ctx, { id, name: 'k6.log' })).rejects.toMatchObject({ code: 'expired' });
    await expect(ctx.artifacts.open(blobKey)).rejects.toMatchObject({ code: 'not-found' });
    expect(await readRunLog(ctx, { id, after: 0, limit: 10 })).toEqual({ lines: [], expiredAt: at });
    expect((await listMetrics(ctx, { runId: id })).metrics).toHaveLength(1);
  });

  it('keep a content that another artifact uses until that has expired as well', async () => {
    const old = await end();
    test.advance(20 * dayMs);
    const young = await end();
    const blobKey = await putArtifact(ctx, old, 'scripts.tar', 'project1/scripts/one.tar');
    await putArtifact(ctx, young, 'scripts.tar', blobKey);
    test.advance(11 * dayMs);
    await apply();
    await expect(readArtifact(ctx, { id: old, name: 'scripts.tar' })).rejects.toMatchObject({
      code: 'expired',
    });
    expect(await readArtifact(ctx, { id: young, name: 'scripts.tar' })).toMatchObject({ size: 12 });
    test.advance(20 * dayMs);
    await apply();
    await expect(ctx.artifacts.open(blobKey)).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('protected', () => {
  it('is a run that is pinned, until it is not', async () => {
    const id = await end();
    expect(await pinRun(ctx, { id })).toMatchObject({
      pinned: { at: new Date(test.nowMs()).toISOString(), by: 'Ada' },
    });
    const other = { ...ctx, actor: { ...ctx.actor, name: 'Grace' } };
    expect(await pinRun(other, { id })).toMatchObject({ pinned: { by: 'Ada' } });
    expect((await listRuns(ctx, { limit: 10, filter: 'pinned=true' })).items.map((run) => run.id)).toEqual([
      id,
    ]);
    expect((await listRuns(ctx, { limit: 10, filter: 'pinned!=true' })).total).toBe(0);
    test.advance(31 * dayMs);
    expect(await apply()).toMatchObject({ affected: 0, protected: { runs: 1, pinned: 1 } });
    expect(await unpinRun(ctx, { id })).toMatchObject({ pinned: null });
    expect(await apply()).toMatchObject({ affected: 1, protected: { runs: 0 } });
  });

  it('is a run of the baseline, of any version of its experiment', async () => {
    const rebased = external.replace('elsewhere', 'rebased');
    await saveExperiment(ctx, { source: rebased });
    const first = await end({ experiment: 'rebased', params: { qps: 50 } });
    const second = await end({ experiment: 'rebased', params: { qps: 100 } });
    test.advance(1);
    const none = await endRun(ctx, { name: 'of no experiment', params: { qps: 50 } });
    test.advance(31 * dayMs);
    expect(await dryRun()).toMatchObject({
      affected: 2,
      runs: [{ id: second }, { id: none }],
      protected: { runs: 1, baseline: 1 },
    });
    await saveExperiment(ctx, { source: rebased.replace('baseline: {qps: 50}', 'baseline: {qps: 100}') });
    expect(await apply()).toMatchObject({ affected: 1, runs: [{ id: none }], protected: { baseline: 2 } });
    expect(await countSampleRows(first)).toBeGreaterThan(0);
  });

  it('is a run that has not ended', async () => {
    const { id } = await openRun(ctx, { params: {}, labels: {} });
    await ctx.repos.timeline.appendLog(id, [{ atMs: test.nowMs(), level: 'info', message: 'still here' }]);
    test.advance(365 * dayMs);
    expect(await apply()).toMatchObject({ affected: 0, protected: { runs: 0 } });
    expect((await readRunLog(ctx, { id, after: 0, limit: 10 })).lines).toHaveLength(1);
  });

  it('is a run that a report shows, until the report is revoked', async () => {
    const id = await endRun(ctx);
    const report = await createReport(
      ctx,
      createReportSchema.parse({ title: 'Kept', view: { compare: { runs: id } } }),
    );
    test.advance(31 * dayMs);
    expect(await apply()).toMatchObject({ affected: 0, protected: { runs: 1, report: 1 } });
    await updateReport(ctx, { id: report.id, revoked: true });
    expect(await apply()).toMatchObject({ affected: 1, protected: { runs: 0 } });
  });

  it('are runs brought in late, by the day on which they came', async () => {
    const longAgo = new Date(test.nowMs() - 400 * dayMs);
    const id = await end({ startedAt: longAgo.toISOString() });
    await test.prisma.run.update({ where: { id }, data: { finishedAt: longAgo } });
    test.advance(29 * dayMs);
    expect(await apply()).toMatchObject({ affected: 0 });
    test.advance(dayMs);
    expect(await apply()).toMatchObject({ affected: 1 });
  });

  it('are runs of other projects', async () => {
    const other = test.as({ projectId: 'project2' });
    const id = await endRun(other);
    test.advance(31 * dayMs);
    expect(await apply()).toMatchObject({ affected: 0 });
    expect(await countSampleRows(id)).toBeGreaterThan(0);
    await expect(pinRun(ctx, { id })).rejects.toMatchObject({ code: 'not-found' });
    await expect(unpinRun(ctx, { id })).rejects.toMatchObject({ code: 'not-found' });
    expect(await readRetention(other)).toMatchObject({ rules: { samples: null }, updatedAt: null });
    expect((await readStorageUsage(ctx)).total.runs).toBe(0);
    expect((await readStorageUsage(other)).total).toMatchObject({
      runs: 1,
      artifactsBytes: 12,
      logsBytes: 5,
    });
  });
});

describe('rules', () => {
  it('keep everything until somebody sets them, and wait for an hour then', async () => {
    await test.prisma.retentionRules.deleteMany({});
    expect(await readRetention(ctx)).toEqual({
      rules: { samples: null, artifacts: null, logs: null },
      ...{ updatedAt: null, updatedBy: null, lastAppliedAt: null, nextAt: null },
    });
    await end();
    test.advance(1000 * dayMs);
    expect(await applyRetention(ctx, { dryRun: false })).toMatchObject({ affected: 0, complete: true });
    expect(await saveRetention(ctx, { rules: everything })).toEqual({
      rules: everything,
      ...{ updatedAt: new Date(test.nowMs()).toISOString(), updatedBy: 'Ada', lastAppliedAt: null },
      nextAt: new Date(test.nowMs() + 3_600_000).toISOString(),
    });
    expect(await ctx.repos.retention.claimDue(test.nowMs() + 3_599_999, test.nowMs())).toBeNull();
  });

  it('are tried out without a trace', async () => {
    const id = await end();
    test.advance(31 * dayMs);
    const tried = retentionPassSchema.parse(await dryRun());
    expect(tried).toMatchObject({
      dryRun: true,
      affected: 1,
      runs: [{ id, kinds: ['samples', 'artifacts', 'logs'] }],
      artifacts: { runs: 1, bytes: 12 },
      unmeasured: 0,
    });
    expect(await readRun(ctx, { id })).toMatchObject({ samplesExpiredAt: null, artifactsExpiredAt: null });
    const done = await apply();
    expect({ ...done, dryRun: true }).toEqual(tried);
  });

  it('that are not saved are not carried out', async () => {
    await expect(applyRetention(ctx, { dryRun: false, rules: everything })).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field: 'rules' }],
    });
  });
});

describe('a report', () => {
  const query = (runs: string) => compareQuerySchema.parse({ runs });

  it('of runs whose samples have expired is frozen without figures over time, and says so', async () => {
    const old = await end();
    test.advance(31 * dayMs);
    const fresh = await end();
    await apply();
    const view = { compare: query(`${old},${fresh}`) };
    const { snapshot } = await createReport(ctx, createReportSchema.parse({ title: 'Half', view }));
    expect(snapshot.metrics.map(({ run }) => run)).toEqual([fresh]);
    expect(snapshot.comparison.runs.map(({ samplesExpiredAt }) => samplesExpiredAt !== null)).toEqual([
      true,
      false,
    ]);
    expect(snapshot.comparison.warnings).toContain(
      "The samples of one run had expired by the project's rule, so figures over time are without them",
    );
    expect(snapshot.comparison.measurements[0]?.cells.map(({ n }) => n)).toEqual([2]);
  });
});
