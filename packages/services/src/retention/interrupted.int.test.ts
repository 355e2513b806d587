import { createReportSchema, type RetentionPass } from '@proofload/contracts';
import type { RetentionRules } from '@proofload/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endRun } from '../fixtures/ended-run.ts';
import { createTestContext, type TestContext } from '../fixtures/test-context.ts';
import { createReport, readReport, updateReport } from '../reports/index.ts';
import { readRun } from '../runs/index.ts';
import { listMetrics } from '../series/index.ts';
import { carryOut } from './carry-out.ts';
import { applyDueRetention, applyRetention, saveRetention } from './index.ts';

const dayMs = 24 * 60 * 60 * 1000;
const hourMs = 60 * 60 * 1000;
const rules: RetentionRules = { samples: { days: 30 }, artifacts: { days: 30 }, logs: { days: 30 } };

let test: TestContext;
let ctx: TestContext['ctx'];
beforeAll(async () => {
  test = await createTestContext();
  ctx = test.ctx;
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.prisma.run.deleteMany({});
  await test.prisma.report.deleteMany({});
  await test.prisma.retentionRules.deleteMany({});
});

async function endRuns(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index++) ids.push(await endRun(ctx));
  return ids;
}
const blobOf = (id: string): string => `project1/runs/${id}/k6.log`;
const isStored = (id: string): Promise<boolean> =>
  ctx.artifacts.open(blobOf(id)).then(
    async (body) => {
      for await (const _ of body);
      return true;
    },
    () => false,
  );
const kindsOf = async (id: string) => {
  const run = await readRun(ctx, { id });
  return [run.samplesExpiredAt, run.artifactsExpiredAt, run.logsExpiredAt].map((at) => at !== null);
};
const work = (everyMs = hourMs) => applyDueRetention(ctx, { everyMs, signal: new AbortController().signal });

describe('several at once', () => {
  it('remove each run once', async () => {
    const ids = await endRuns(12);
    test.advance(31 * dayMs);
    const passes = await Promise.all(Array.from({ length: 4 }, () => carryOut(ctx, rules)));
    const sum = (of: (pass: RetentionPass) => number) => passes.reduce((total, pass) => total + of(pass), 0);
    expect(sum(({ affected }) => affected)).toBe(12);
    expect(sum(({ artifacts }) => artifacts.bytes)).toBe(12 * 12);
    expect(sum(({ failed }) => failed)).toBe(0);
    for (const id of ids) {
      expect(await kindsOf(id)).toEqual([true, true, true]);
      expect(await isStored(id)).toBe(false);
    }
  });

  it('give a project that is due to one worker', async () => {
    await saveRetention(ctx, { rules });
    test.advance(hourMs);
    const claims = await Promise.all(
      Array.from({ length: 8 }, () => ctx.repos.retention.claimDue(test.nowMs(), test.nowMs() + hourMs)),
    );
    expect(claims.filter((claim) => claim !== null)).toEqual([{ projectId: 'project1', rules }]);
    test.advance(hourMs);
    expect(await ctx.repos.retention.claimDue(test.nowMs(), test.nowMs() + hourMs)).not.toBeNull();
  });
});

describe('whoever dies', () => {
  it('between a row and its file leaves the file to the next, whatever the rules are then', async () => {
    const [id = ''] = await endRuns(1);
    test.advance(31 * dayMs);
    expect(await ctx.repos.expiry.expire(id, ['artifacts'], test.nowMs())).toEqual(['artifacts']);
    expect(await isStored(id)).toBe(true);
    await work();
    expect(await isStored(id)).toBe(false);
    expect(await ctx.repos.expiry.findUnremoved(null, 10)).toEqual([]);
  });

  it('between a file and its row is followed by one who finds nothing to remove', async () => {
    const [id = ''] = await endRuns(1);
    test.advance(31 * dayMs);
    await ctx.repos.expiry.expire(id, ['artifacts'], test.nowMs());
    await ctx.artifacts.remove(blobOf(id));
    await work();
    expect(await ctx.repos.expiry.findUnremoved(null, 10)).toEqual([]);
  });

  it('in the middle of the samples has removed nothing of that run', async () => {
    const [id = ''] = await endRuns(1);
    test.advance(31 * dayMs);
    let removing: Promise<unknown> | undefined;
    // Held up where it removes the log, after the samples, and cut off there.
    await test.prisma.$transaction(async (tx) => {
      await tx.$executeRaw`LOCK TABLE "RunLogLine" IN SHARE MODE`;
      const kinds = ['samples', 'artifacts', 'logs'] as const;
      removing = ctx.repos.expiry.expire(id, kinds, test.nowMs()).catch((error: Error) => error);
      await expect
        .poll(
          () => test.prisma.$queryRaw`
            SELECT pg_terminate_backend(pid) AS cut FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%DELETE FROM%RunLogLine%'`,
        )
        .toEqual([{ cut: true }]);
    });
    expect(await removing).toBeInstanceOf(Error);
    expect(await kindsOf(id)).toEqual([false, false, false]);
    expect((await listMetrics(ctx, { runId: id })).metrics).toHaveLength(1);
    expect(await isStored(id)).toBe(true);
    expect(await carryOut(ctx, rules)).toMatchObject({ affected: 1, failed: 0 });
  });

  it('in the middle of a pass is followed by a pass over the rest', async () => {
    const ids = await endRuns(6);
    test.advance(31 * dayMs);
    const dying = new AbortController();
    const dyingCtx = {
      ...ctx,
      log: {
        ...ctx.log,
        info: (_: string, fields: object = {}) => {
          if ('runId' in fields && fields.runId === (ids[2] ?? '')) dying.abort();
        },
      },
    };
    const first = await carryOut(dyingCtx, rules, { signal: dying.signal });
    expect(first.complete).toBe(false);
    const second = await carryOut(ctx, rules);
    expect(second.complete).toBe(true);
    expect(first.affected + second.affected).toBe(6);
    for (const id of ids) expect(await isStored(id)).toBe(false);
  });
});

describe('a content that cannot be removed', () => {
  it('holds up no other, and is tried again', async () => {
    const ids = await endRuns(3);
    test.advance(31 * dayMs);
    const stubborn = {
      ...ctx,
      artifacts: {
        ...ctx.artifacts,
        remove: (key: string) =>
          key === blobOf(ids[0] ?? '') ? Promise.reject(new Error('device busy')) : ctx.artifacts.remove(key),
      },
    };
    expect(await carryOut(stubborn, rules)).toMatchObject({ affected: 3, failed: 1 });
    expect(await Promise.all(ids.map(isStored))).toEqual([true, false, false]);
    await work();
    expect(await Promise.all(ids.map(isStored))).toEqual([false, false, false]);
  });
});

describe('what protects a run while it is being removed', () => {
  it.each(['pin', 'report'] as const)('counts: a %s', async (by) => {
    const [id = ''] = await endRuns(1);
    test.advance(31 * dayMs);
    let removing: Promise<string[]> | undefined;
    await test.prisma.$transaction(async (tx) => {
      if (by === 'pin')
        await tx.run.update({ where: { id }, data: { pinnedAt: new Date(), pinnedBy: 'Ada' } });
      else {
        await tx.$queryRaw`SELECT 1 FROM "Run" WHERE "id" = ${id} FOR SHARE`;
        const facts = {
          title: 't',
          note: '',
          visibility: 'private',
          digest: '',
          runCount: 1,
          createdBy: 'Ada',
        };
        await tx.report.create({
          data: {
            id: 'report01',
            projectId: 'project1',
            ...facts,
            snapshot: Buffer.alloc(0),
            runs: { create: { runId: id } },
          },
        });
      }
      removing = ctx.repos.expiry.expire(id, ['samples'], test.nowMs());
      await expect
        .poll(
          () => test.prisma.$queryRaw`
            SELECT count(*)::int AS waiting FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
        .toEqual([{ waiting: 1 }]);
    });
    expect(await removing).toEqual([]);
    expect((await listMetrics(ctx, { runId: id })).metrics).toHaveLength(1);
  });

  it('does not count for a report that would freeze what is gone meanwhile', async () => {
    const [id = ''] = await endRuns(1);
    const reports = {
      ...ctx.repos.reports,
      insert: async (...args: Parameters<typeof ctx.repos.reports.insert>) => {
        await ctx.repos.expiry.expire(id, ['samples'], test.nowMs());
        return ctx.repos.reports.insert(...args);
      },
    };
    const slow = { ...ctx, repos: { ...ctx.repos, reports } };
    const input = createReportSchema.parse({ title: 'Late', view: { compare: { runs: id } } });
    await expect(createReport(slow, input)).rejects.toMatchObject({ code: 'conflict' });
    expect(await test.prisma.report.count()).toBe(0);
  });
});

describe('a report that was frozen before its runs were listed', () => {
  const share = async (id: string) =>
    createReport(ctx, createReportSchema.parse({ title: 'Old', view: { compare: { runs: id } } }));
  const forget = async (id: string) => {
    await test.prisma.reportRun.deleteMany({});
    await test.prisma.report.update({ where: { id }, data: { runsListed: false } });
  };

  it('protects them all the same', async () => {
    const [shown = '', other = ''] = await endRuns(2);
    await forget((await share(shown)).id);
    test.advance(31 * dayMs);
    expect(await carryOut(ctx, rules)).toMatchObject({
      affected: 1,
      runs: [{ id: other }],
      protected: { report: 1 },
    });
    expect(await test.prisma.reportRun.count()).toBe(1);
  });

  it('protects everything when it cannot be read, until it is revoked', async () => {
    const [shown = '', other = ''] = await endRuns(2);
    const { id } = await share(shown);
    await forget(id);
    await test.prisma.report.update({ where: { id }, data: { snapshot: Buffer.from('no gzip') } });
    await saveRetention(ctx, { rules });
    test.advance(31 * dayMs);
    await expect(applyRetention(ctx, { dryRun: true })).rejects.toMatchObject({
      code: 'conflict',
      message: `The report ${id} cannot be read, so that nobody knows which runs it protects; nothing expires until it is revoked`,
    });
    await work();
    expect(await kindsOf(other)).toEqual([false, false, false]);
    await updateReport(ctx, { id, revoked: true });
    test.advance(hourMs);
    await work();
    expect(await kindsOf(other)).toEqual([true, true, true]);
    expect(await kindsOf(shown)).toEqual([true, true, true]);
  });

  it('opens after its runs have expired', async () => {
    const [shown = ''] = await endRuns(1);
    const { id } = await share(shown);
    const before = await readReport(ctx, { id });
    test.advance(31 * dayMs);
    await updateReport(ctx, { id, revoked: true });
    await carryOut(ctx, rules);
    expect(await kindsOf(shown)).toEqual([true, true, true]);
    const after = await readReport(ctx, { id });
    expect(after.snapshot).toEqual(before.snapshot);
    const { snapshot } = after;
    const series = snapshot.version === 1 ? snapshot.series : [];
    expect(series[0]?.lines[0]?.times.length).toBeGreaterThan(5);
  });
});

describe('the worker', () => {
  it('carries rules out an hour after they were made, and every so often from then on', async () => {
    const [early = ''] = await endRuns(1);
    test.advance(31 * dayMs);
    await saveRetention(ctx, { rules });
    await work();
    expect(await kindsOf(early)).toEqual([false, false, false]);
    test.advance(hourMs);
    await work(2 * hourMs);
    expect(await kindsOf(early)).toEqual([true, true, true]);
    expect(await ctx.repos.retention.find('project1')).toMatchObject({
      ...{ lastAppliedAtMs: test.nowMs(), nextAtMs: test.nowMs() + 2 * hourMs },
    });
  });

  it('goes on where a call by hand left off', async () => {
    await saveRetention(ctx, { rules });
    await ctx.repos.retention.noteApplied('project1', test.nowMs(), { atMs: test.nowMs() });
    expect(await ctx.repos.retention.claimDue(test.nowMs(), test.nowMs() + 1)).not.toBeNull();
  });
});
