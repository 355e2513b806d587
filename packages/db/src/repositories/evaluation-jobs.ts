import type { FilterNode } from '@proofload/domain';
import type { Db } from '../client.ts';
import { Prisma } from '../generated/client.ts';
import { compileFilter } from './filter-sql.ts';
import { findRunFields } from './run-fields.ts';
import { selectRuns } from './run-set.ts';

const evaluationStates = ['pending', 'evaluated', 'unchanged', 'kept', 'failed', 'superseded'] as const;
export type EvaluationState = (typeof evaluationStates)[number];

export interface EvaluationJobRecord {
  id: string;
  projectId: string;
  experimentId: string;
  experimentName: string;
  version: number;
  digest: string;
  filter: string | null;
  /** All runs of the experiment are meant. */
  isWhole: boolean;
  status: 'running' | 'finished' | 'cancelled';
  /** Runs that were chosen and had this evaluation already, so that they are no part of the job. */
  upToDate: number;
  createdAtMs: number;
  createdBy: string;
  finishedAtMs: number | null;
}

export type NewEvaluationJob = Omit<
  EvaluationJobRecord,
  'experimentName' | 'status' | 'upToDate' | 'finishedAtMs'
>;

/** Which finished runs of an experiment a job is about. */
export interface RunChoice {
  ids: readonly string[] | null;
  filter: FilterNode | null;
}

/** Runs that have results, by what made them. */
export interface EvaluatedGroup {
  version: number | null;
  digest: string | null;
  runs: number;
}

/** Entries of very many runs take their time. */
const insertTimeoutMs = 60_000;

const withExperiment = { experiment: { select: { name: true } } } as const;

/** Jobs that evaluate stored runs again. The rows are the truth: any worker goes on where another stopped. */
export function createEvaluationJobRepository(db: Db) {
  return {
    /**
     * Stores a job about the chosen runs whose results are not those of its digest, and takes these runs away from
     * earlier jobs. Stores nothing when there are too many.
     * @param sameVersions versions with the digest of the job, for runs that have none noted
     * @returns the number of runs chosen, and of those in the job; null when there are more than `limit`
     */
    async insert(
      job: NewEvaluationJob,
      choice: RunChoice,
      sameVersions: readonly number[],
      limit: number,
    ): Promise<{ chosen: number; due: number } | null> {
      const { createdAtMs, ...rest } = job;
      const carryOut = async (tx: Prisma.TransactionClient) => {
        // Requests take turns, so that the later one sees the earlier one's runs.
        await tx.$queryRaw`SELECT 1 FROM "Experiment" WHERE "id" = ${job.experimentId} FOR NO KEY UPDATE`;
        const chosen = await compileChoice(tx, job, choice);
        const [counted] = await tx.$queryRaw<{ runs: number }[]>`
          SELECT count(*)::int AS runs FROM "Run" r WHERE ${chosen}`;
        const total = counted?.runs ?? 0;
        if (total > limit) return null;
        await tx.evaluationJob.create({
          data: { ...rest, status: 'running', upToDate: 0, createdAt: new Date(createdAtMs) },
        });
        const due = await tx.$executeRaw`
          INSERT INTO "EvaluationJobRun" ("jobId", "runId", "place", "state")
          SELECT ${job.id}, r."id", row_number() OVER (ORDER BY r."createdAt" DESC, r."id"), 'pending'
          FROM "Run" r WHERE ${chosen} AND ${isDue(job.digest, sameVersions)}`;
        await tx.evaluationJob.update({ where: { id: job.id }, data: { upToDate: total - due } });
        const others = await tx.evaluationJob.findMany({
          where: { experimentId: job.experimentId, status: 'running', id: { not: job.id } },
          select: { id: true },
        });
        if (others.length === 0) return { chosen: total, due };
        await tx.$executeRaw`
          UPDATE "EvaluationJobRun" o SET "state" = 'superseded', "leaseUntil" = NULL
          FROM "EvaluationJobRun" n
          WHERE n."jobId" = ${job.id} AND o."runId" = n."runId" AND o."jobId" IN (${Prisma.join(others.map(({ id }) => id))})
            AND o."state" = 'pending'`;
        return { chosen: total, due };
      };
      return db.$transaction(carryOut, { timeout: insertTimeoutMs });
    },

    async find(id: string, projectId?: string): Promise<EvaluationJobRecord | null> {
      const where = projectId === undefined ? { id } : { id, projectId };
      const row = await db.evaluationJob.findFirst({ where, include: withExperiment });
      return row && toRecord(row);
    },

    /** The latest of an experiment. */
    async findLatest(experimentId: string): Promise<EvaluationJobRecord | null> {
      const row = await db.evaluationJob.findFirst({
        where: { experimentId },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        include: withExperiment,
      });
      return row && toRecord(row);
    },

    /** Jobs that are not done, oldest first. */
    async findRunning(limit: number): Promise<EvaluationJobRecord[]> {
      const rows = await db.evaluationJob.findMany({
        where: { status: 'running' },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        include: withExperiment,
        take: limit,
      });
      return rows.map(toRecord);
    },

    async countStates(jobId: string): Promise<Record<EvaluationState, number>> {
      const groups = await db.evaluationJobRun.groupBy({
        by: ['state'],
        where: { jobId },
        _count: { _all: true },
      });
      const counts = new Map(groups.map((group) => [group.state, group._count._all]));
      return Object.fromEntries(evaluationStates.map((state) => [state, counts.get(state) ?? 0])) as Record<
        EvaluationState,
        number
      >;
    },

    /** What was noted about runs of a job, in its order. */
    async listNotes(jobId: string, limit: number): Promise<{ runId: string; note: string }[]> {
      const rows = await db.evaluationJobRun.findMany({
        where: { jobId, note: { not: null } },
        orderBy: { place: 'asc' },
        select: { runId: true, note: true },
        take: limit,
      });
      return rows.map(({ runId, note }) => ({ runId, note: note ?? '' }));
    },

    /** Takes the next run of a job that nobody has at work; null when there is none. */
    async claimRun(
      jobId: string,
      nowMs: number,
      untilMs: number,
    ): Promise<{ runId: string; attempts: number } | null> {
      const [row] = await db.$queryRaw<{ runId: string; attempts: number }[]>`
        UPDATE "EvaluationJobRun" SET "leaseUntil" = ${new Date(untilMs)}, "attempts" = "attempts" + 1
        WHERE "jobId" = ${jobId} AND "runId" = (
          SELECT "runId" FROM "EvaluationJobRun"
          WHERE "jobId" = ${jobId} AND "state" = 'pending' AND ("leaseUntil" IS NULL OR "leaseUntil" < ${new Date(nowMs)})
          ORDER BY "place" LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING "runId", "attempts"`;
      return row ?? null;
    },

    /** Settles a run of a job without an evaluation. Does nothing when it is settled already. */
    async settleRun(
      jobId: string,
      runId: string,
      state: Exclude<EvaluationState, 'pending' | 'evaluated'>,
      note: string | null = null,
    ): Promise<void> {
      await db.evaluationJobRun.updateMany({
        where: { jobId, runId, state: 'pending' },
        data: { state, note, leaseUntil: null },
      });
    },

    /** Sweeps that runs of a job belong to. */
    async listSweeps(jobId: string): Promise<string[]> {
      const rows = await db.$queryRaw<{ sweepId: string }[]>`
        SELECT DISTINCT r."sweepId" FROM "EvaluationJobRun" j JOIN "Run" r ON r."id" = j."runId"
        WHERE j."jobId" = ${jobId} AND r."sweepId" IS NOT NULL ORDER BY 1`;
      return rows.map(({ sweepId }) => sweepId);
    },

    /** Treatments of the runs that a job has given other results. */
    async listTreatments(jobId: string): Promise<{ experimentId: string; treatment: string }[]> {
      return db.$queryRaw<{ experimentId: string; treatment: string }[]>`
        SELECT DISTINCT r."experimentId", r."treatment" FROM "EvaluationJobRun" j JOIN "Run" r ON r."id" = j."runId"
        WHERE j."jobId" = ${jobId} AND j."state" = 'evaluated' AND r."experimentId" IS NOT NULL ORDER BY 1, 2`;
    },

    async close(id: string, finishedAtMs: number): Promise<void> {
      await db.evaluationJob.updateMany({
        where: { id, status: 'running' },
        data: { status: 'finished', finishedAt: new Date(finishedAtMs) },
      });
    },

    /** Leaves the runs that are still to do as they are. */
    async cancel(id: string, atMs: number): Promise<void> {
      await db.$transaction([
        db.evaluationJob.updateMany({
          where: { id, status: 'running' },
          data: { status: 'cancelled', finishedAt: new Date(atMs) },
        }),
        db.evaluationJobRun.updateMany({
          where: { jobId: id, state: 'pending' },
          data: { state: 'superseded', leaseUntil: null },
        }),
      ]);
    },

    /** The finished runs of an experiment that have results, by what made them. */
    async groupEvaluated(experimentId: string): Promise<EvaluatedGroup[]> {
      return db.$queryRaw<EvaluatedGroup[]>`
        SELECT "evaluatedVersion" AS version, "evaluatedDigest" AS digest, count(*)::int AS runs FROM "Run"
        WHERE "experimentId" = ${experimentId} AND "status" = 'finished' AND "verdict" IS NOT NULL
        GROUP BY 1, 2 ORDER BY 1, 2`;
    },
  };
}

/** Finished runs that were ever evaluated: one that was cancelled before it started has nothing to evaluate. */
async function compileChoice(
  tx: Prisma.TransactionClient,
  job: Pick<NewEvaluationJob, 'projectId' | 'experimentId'>,
  choice: RunChoice,
): Promise<Prisma.Sql> {
  const conditions = [
    Prisma.sql`r."projectId" = ${job.projectId} AND r."experimentId" = ${job.experimentId}`,
    Prisma.sql`r."status" = 'finished' AND r."verdict" IS NOT NULL`,
  ];
  if (choice.ids !== null) conditions.push(Prisma.sql`r."id" IN (${Prisma.join([...choice.ids])})`);
  if (choice.filter !== null) {
    const fields = await findRunFields(tx, job.projectId, choice.filter, null);
    const chosen = compileFilter(job.projectId, choice.filter, fields);
    conditions.push(Prisma.sql`r."key" IN (${selectRuns(job.projectId, chosen)})`);
  }
  return Prisma.join(conditions, ' AND ');
}

/** Results of before have no digest; their version tells the same. */
function isDue(digest: string, sameVersions: readonly number[]): Prisma.Sql {
  const isSame =
    sameVersions.length === 0
      ? Prisma.sql`false`
      : Prisma.sql`COALESCE(r."evaluatedVersion" IN (${Prisma.join([...sameVersions])}), false)`;
  return Prisma.sql`NOT CASE WHEN r."evaluatedDigest" IS NULL THEN ${isSame} ELSE r."evaluatedDigest" = ${digest} END`;
}

type JobRow = Prisma.EvaluationJobGetPayload<{ include: typeof withExperiment }>;

function toRecord({ createdAt, finishedAt, experiment, status, ...row }: JobRow): EvaluationJobRecord {
  return {
    ...row,
    experimentName: experiment.name,
    status: status as EvaluationJobRecord['status'],
    createdAtMs: createdAt.getTime(),
    finishedAtMs: finishedAt?.getTime() ?? null,
  };
}
