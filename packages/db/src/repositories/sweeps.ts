import type { GoalResult } from '@proofload/contracts';
import type { Labels, Verdict } from '@proofload/domain';
import type { Db } from '../client.ts';
import { Prisma } from '../generated/client.ts';
import { type RunRecord, toRunRecord, withExperimentName } from './run-record.ts';
import { type NewRun, toRow } from './runs.ts';

export interface SweepRecord {
  id: string;
  projectId: string;
  experimentId: string;
  experimentName: string;
  experimentVersion: number;
  order: 'random' | 'defined';
  seed: number;
  labels: Labels;
  createdAtMs: number;
  finishedAtMs: number | null;
  verdict: Verdict | null;
  goals: GoalResult[];
  /** The version whose goals these are; null for the version that was launched. */
  evaluatedVersion: number | null;
  priority: number;
  coolDownMs: number;
  paused: { atMs: number; by: string } | null;
}

/** Where a sweep stands in the queue; what is absent stays as it is. */
export interface SweepSettings {
  priority?: number;
  coolDownMs?: number;
  /** Null lets it go on. One that is paused already keeps when and by whom. */
  paused?: { atMs: number; by: string } | null;
}

export interface SweepJudgement {
  verdict: Verdict;
  goals: readonly GoalResult[];
  evaluatedVersion: number | null;
}

export interface NewSweep {
  id: string;
  projectId: string;
  experimentId: string;
  experimentVersion: number;
  order: 'random' | 'defined';
  seed: number;
  labels: Labels;
  createdAtMs: number;
  createdBy: string;
  priority?: number;
  coolDownMs?: number;
}

/** What a sweep says of each of its runs. */
export type SweepRunRecord = Pick<
  RunRecord,
  | 'id'
  | 'status'
  | 'outcome'
  | 'verdict'
  | 'treatment'
  | 'replicate'
  | 'position'
  | 'executor'
  | 'clusterName'
  | 'retryOfId'
  | 'startedAtMs'
  | 'finishedAtMs'
>;

const withExperiment = { experiment: { select: { name: true } } } as const;
type SweepRow = Prisma.SweepGetPayload<{ include: typeof withExperiment }>;

/** Sweeps; made together with their runs. */
export function createSweepRepository(db: Db) {
  return {
    /** Stores a sweep and all of its runs, or nothing. */
    async insert(sweep: NewSweep, runs: readonly NewRun[]): Promise<void> {
      const { createdAtMs, seed, labels, ...rest } = sweep;
      await db.$transaction([
        db.sweep.create({
          data: {
            ...rest,
            seed: BigInt(seed),
            labels: labels as Prisma.InputJsonValue,
            createdAt: new Date(createdAtMs),
          },
        }),
        db.run.createMany({ data: runs.map(toRow) }),
      ]);
    },

    async find(id: string, projectId?: string): Promise<SweepRecord | null> {
      const where = projectId === undefined ? { id } : { id, projectId };
      const row = await db.sweep.findFirst({ where, include: withExperiment });
      return row && toSweepRecord(row);
    },

    /** Newest first, after the given id. Ids sort by time. */
    async list(
      projectId: string,
      options: { experimentId?: string; limit: number; beforeId: string | null },
    ): Promise<SweepRecord[]> {
      const rows = await db.sweep.findMany({
        where: {
          projectId,
          ...(options.experimentId ? { experimentId: options.experimentId } : {}),
          ...(options.beforeId ? { id: { lt: options.beforeId } } : {}),
        },
        include: withExperiment,
        orderBy: { id: 'desc' },
        take: options.limit,
      });
      return rows.map(toSweepRecord);
    },

    /** The runs of sweeps in their order of execution, without what makes their rows wide. */
    async listRuns(sweepIds: readonly string[]): Promise<Map<string, SweepRunRecord[]>> {
      // Column by column, as ten thousand rows take several times as long to be read.
      const rows = await db.$queryRaw<{ sweepId: string; columns: string }[]>`
        SELECT r."sweepId", json_build_array(array_agg(r."id"), array_agg(r."status"), array_agg(r."outcome"),
            array_agg(r."verdict"), array_agg(r."treatment"), array_agg(r."replicate"), array_agg(r."position"),
            array_agg(r."executor"), array_agg(r."clusterName"), array_agg(r."retryOfId"),
            array_agg(r."startedMs"), array_agg(r."finishedMs"))::text AS columns
        FROM (
          SELECT *, date_part('epoch', "startedAt") * 1000 AS "startedMs",
                 date_part('epoch', "finishedAt") * 1000 AS "finishedMs"
          FROM "Run" WHERE "sweepId" = ANY (${sweepIds}::text[]) ORDER BY "sweepId", "position", "id"
        ) r GROUP BY r."sweepId"`;
      const runs = new Map(sweepIds.map((id): [string, SweepRunRecord[]] => [id, []]));
      for (const { sweepId, columns } of rows) runs.set(sweepId, toSweepRuns(JSON.parse(columns)));
      return runs;
    },

    /** Sweeps of a project that are not closed, the oldest first. */
    async listOpen(projectId: string, limit: number): Promise<SweepRecord[]> {
      const rows = await db.sweep.findMany({
        where: { projectId, finishedAt: null },
        include: withExperiment,
        orderBy: { id: 'asc' },
        take: limit,
      });
      return rows.map(toSweepRecord);
    },

    /** Changes the place of a sweep in the queue, unless it is closed. @returns whether it was open */
    async configure(id: string, { priority, coolDownMs, paused }: SweepSettings): Promise<boolean> {
      const changes = [
        priority === undefined ? [] : [Prisma.sql`"priority" = ${priority}`],
        coolDownMs === undefined ? [] : [Prisma.sql`"coolDownMs" = ${coolDownMs}`],
        paused === undefined ? [] : [pauseSql(paused)],
      ].flat();
      const changed = await db.$executeRaw`
        UPDATE "Sweep" SET ${Prisma.join(changes)} WHERE "id" = ${id} AND "finishedAt" IS NULL`;
      return changed === 1;
    },

    /**
     * Adds runs to a sweep and opens it again, if it was closed. Requests for the same sweep come one after another.
     * @param plan makes the runs to add from all that the sweep has
     * @returns what `plan` returned
     */
    async extend<T extends { added: readonly NewRun[] }>(
      id: string,
      plan: (runs: RunRecord[]) => T,
    ): Promise<T> {
      return db.$transaction(async (tx) => {
        await lockSweep(tx, id);
        const rows = await tx.run.findMany({
          where: { sweepId: id },
          include: withExperimentName,
          orderBy: [{ position: 'asc' }, { id: 'asc' }],
        });
        const planned = plan(rows.map(toRunRecord));
        if (planned.added.length === 0) return planned;
        await tx.run.createMany({ data: planned.added.map(toRow) });
        const judgement = { verdict: null, goals: Prisma.DbNull, evaluatedVersion: null };
        await tx.sweep.update({
          where: { id },
          data: { finishedAt: null, ...judgement },
          select: { id: true },
        });
        return planned;
      }, extendLimits);
    },

    /**
     * Closes a sweep, unless runs were added after it was judged: then whoever ends the last of them does.
     * A closed sweep is not paused: should runs be added, they begin.
     */
    async close(
      id: string,
      judgement: SweepJudgement,
      judgedRuns: number,
      finishedAtMs: number,
    ): Promise<void> {
      await db.$transaction(async (tx) => {
        await lockSweep(tx, id);
        const open = await tx.run.count({ where: { sweepId: id, status: { not: 'finished' } } });
        if (open > 0 || (await tx.run.count({ where: { sweepId: id } })) !== judgedRuns) return;
        const pause = { pausedAt: null, pausedBy: null };
        await tx.sweep.updateMany({
          where: { id, finishedAt: null },
          data: { ...toJudged(judgement), ...pause, finishedAt: new Date(finishedAtMs) },
        });
      });
    },

    /** Changes with every change of a sweep or of one of its runs; null when it is gone. */
    async readRevision(id: string, projectId: string): Promise<string | null> {
      const rows = await db.$queryRaw<{ revision: string }[]>`
        SELECT concat_ws('.', (SELECT sum(r."revision" + 1) FROM "Run" r WHERE r."sweepId" = s."id"), s."priority",
          s."coolDownMs", extract(epoch FROM s."pausedAt")::bigint, extract(epoch FROM s."finishedAt")::bigint, s."verdict") AS "revision"
        FROM "Sweep" s WHERE s."id" = ${id} AND s."projectId" = ${projectId}`;
      return rows[0]?.revision ?? null;
    },

    /** Gives a sweep that was closed another judgement, since results of its runs have changed. */
    async judgeAgain(id: string, judgement: SweepJudgement): Promise<void> {
      await db.sweep.updateMany({ where: { id, finishedAt: { not: null } }, data: toJudged(judgement) });
    },

    async countUnfinishedRuns(id: string): Promise<number> {
      return db.run.count({ where: { sweepId: id, status: { not: 'finished' } } });
    },

    /** Sweeps whose runs have all ended but which nobody closed: their last worker died between the two steps. */
    async findUnclosed(limit: number): Promise<SweepRecord[]> {
      const rows = await db.sweep.findMany({
        where: { finishedAt: null, runs: { every: { status: 'finished' }, some: {} } },
        include: withExperiment,
        take: limit,
      });
      return rows.map(toSweepRecord);
    },
  };
}

/** A sweep may have a thousand runs, each with its measurements. */
const extendLimits = { timeout: 30_000, maxWait: 20_000 };

const lockSweep = (tx: Prisma.TransactionClient, id: string): Promise<number> =>
  tx.$executeRaw`SELECT 1 FROM "Sweep" WHERE "id" = ${id} FOR UPDATE`;

const pauseSql = (paused: { atMs: number; by: string } | null): Prisma.Sql =>
  paused === null
    ? Prisma.sql`"pausedAt" = NULL, "pausedBy" = NULL`
    : Prisma.sql`"pausedBy" = CASE WHEN "pausedAt" IS NULL THEN ${paused.by} ELSE "pausedBy" END,
        "pausedAt" = coalesce("pausedAt", ${new Date(paused.atMs)})`;

type Column<Name extends keyof SweepRunRecord> = SweepRunRecord[Name][];

/** @param columns of the same runs, as the query above has them */
function toSweepRuns(
  columns: [
    ...[Column<'id'>, Column<'status'>, Column<'outcome'>, Column<'verdict'>, Column<'treatment'>],
    ...[Column<'replicate'>, Column<'position'>, Column<'executor'>],
    ...[Column<'clusterName'>, Column<'retryOfId'>],
    ...[Column<'startedAtMs'>, Column<'finishedAtMs'>],
  ],
): SweepRunRecord[] {
  const [ids, statuses, outcomes, verdicts, treatments, replicates, positions, executors, ...others] =
    columns;
  const [clusters, retried, starts, ends] = others;
  const instant = (ms: number | null | undefined): number | null => (ms == null ? null : Math.round(ms));
  return ids.map((id, at) => ({
    id,
    status: statuses[at] as SweepRunRecord['status'],
    outcome: outcomes[at] ?? null,
    verdict: verdicts[at] ?? null,
    treatment: treatments[at] ?? '',
    replicate: replicates[at] ?? null,
    position: positions[at] ?? null,
    executor: executors[at] ?? '',
    clusterName: clusters[at] ?? null,
    retryOfId: retried[at] ?? null,
    startedAtMs: instant(starts[at]),
    finishedAtMs: instant(ends[at]),
  }));
}

const toJudged = ({ verdict, goals, evaluatedVersion }: SweepJudgement) => ({
  verdict,
  goals: goals as unknown as Prisma.InputJsonValue,
  evaluatedVersion,
});

function toSweepRecord(row: SweepRow): SweepRecord {
  return {
    id: row.id,
    projectId: row.projectId,
    experimentId: row.experimentId,
    experimentName: row.experiment.name,
    experimentVersion: row.experimentVersion,
    order: row.order as 'random' | 'defined',
    seed: Number(row.seed),
    labels: row.labels as Labels,
    createdAtMs: row.createdAt.getTime(),
    finishedAtMs: row.finishedAt?.getTime() ?? null,
    verdict: row.verdict as Verdict | null,
    goals: (row.goals as unknown as GoalResult[] | null) ?? [],
    evaluatedVersion: row.evaluatedVersion,
    priority: row.priority,
    coolDownMs: row.coolDownMs,
    paused: row.pausedAt && { atMs: row.pausedAt.getTime(), by: row.pausedBy ?? '' },
  };
}
