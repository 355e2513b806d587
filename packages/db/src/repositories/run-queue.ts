import { laneKey, type MeasuredRun, type WaitingSweep } from '@proofload/domain';
import type { Db } from '../client.ts';
import { Prisma } from '../generated/client.ts';
import type { RunRecord } from './run-record.ts';
import { createRunRepository } from './runs.ts';

/** What is claimed from under one lock: the runs of a cluster, or those of a sweep without one. */
export type Lane = Pick<WaitingSweep, 'projectId' | 'clusterName' | 'sweepId'>;

interface WaitingRow extends Omit<WaitingSweep, 'createdAtMs' | 'lastEndMs'> {
  createdAt: Date | null;
  lastEndAt: Date | null;
}

/** Runs of an experiment that are looked at for how long they take, the newest. */
const lengthsOfRuns = 200;

/** Many workers may want the same lane at once; each has it for a few milliseconds. */
const claimLimits = { timeout: 20_000, maxWait: 20_000 };

/** Runs that the cluster of the row `l` takes at a time: one, unless it allows more. */
const clusterLimit = Prisma.sql`coalesce((
  SELECT c."maxConcurrentRuns" FROM "Cluster" c
  WHERE c."projectId" = l."projectId" AND c."name" = l."clusterName"
), 1)`;

/** Runs that wait, and who takes them. */
export function createRunQueueRepository(db: Db) {
  const runs = createRunRepository(db);
  return {
    /** Sweeps with runs that wait, of all projects or of one, in no order. */
    readWaiting: (projectId?: string): Promise<WaitingSweep[]> =>
      readWaiting(db, projectId === undefined ? Prisma.empty : Prisma.sql`AND "projectId" = ${projectId}`),

    /**
     * Takes the first run that waits of the sweep that is chosen. Claims of one lane come one after another, so that
     * what is chosen by still holds when the run is taken. Null when none was chosen, or its runs are gone.
     * @param choose given the sweeps of the lane as they are now
     */
    async claim(
      lane: Lane,
      choose: (sweeps: WaitingSweep[]) => Pick<WaitingSweep, 'sweepId'> | null,
      lease: { owner: string; untilMs: number },
    ): Promise<RunRecord | null> {
      const id = await db.$transaction(async (tx) => {
        await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`claim ${laneKey(lane)}`}, 0))`;
        // A statement of its own, so that it sees what was claimed while this one waited for the lock.
        const chosen = choose(await readWaiting(tx, inLane(lane)));
        return chosen && takeFirst(tx, { ...lane, ...chosen }, lease);
      }, claimLimits);
      return id === null ? null : runs.find(id);
    },

    /** The first runs that wait of each sweep, so many of each, in their order. */
    async findFirst(
      sweeps: readonly { sweepId: string | null; limit: number }[],
    ): Promise<{ id: string; attempt: number; sweepId: string | null }[]> {
      const ids = sweeps.map(({ sweepId }) => sweepId);
      const limits = sweeps.map(({ limit }) => limit);
      return db.$queryRaw`
        SELECT r."id", r."attempt", r."sweepId"
        FROM unnest(${ids}::text[], ${limits}::int[]) WITH ORDINALITY AS s("sweepId", "limit", "place"),
        LATERAL (
          SELECT "id", "attempt", "sweepId", "position" FROM "Run"
          WHERE "status" = 'queued' AND "sweepId" IS NOT DISTINCT FROM s."sweepId"
          ORDER BY "position", "id" LIMIT s."limit"
        ) r
        ORDER BY s."place", r."position", r."id"`;
    },

    /** How long the loads of the newest completed runs of experiments took, by experiment. */
    async readLengths(
      projectId: string,
      experimentIds: readonly string[],
    ): Promise<Map<string, MeasuredRun[]>> {
      const rows = await db.$queryRaw<(MeasuredRun & { experimentId: string })[]>`
        SELECT e."experimentId", r."treatment",
               (extract(epoch FROM r."finishedAt" - r."startedAt") * 1000)::double precision AS "lengthMs"
        FROM unnest(${experimentIds}::text[]) AS e("experimentId"),
        LATERAL (
          SELECT "treatment", "startedAt", "finishedAt" FROM "Run"
          WHERE "projectId" = ${projectId} AND "experimentId" = e."experimentId" AND "outcome" = 'completed'
            AND "startedAt" IS NOT NULL AND "finishedAt" IS NOT NULL
          ORDER BY "createdAt" DESC LIMIT ${lengthsOfRuns}
        ) r`;
      const lengths = new Map(experimentIds.map((id): [string, MeasuredRun[]] => [id, []]));
      for (const { experimentId, ...run } of rows) lengths.get(experimentId)?.push(run);
      return lengths;
    },
  };
}

const inLane = ({ projectId, clusterName, sweepId }: Lane): Prisma.Sql =>
  clusterName === null
    ? Prisma.sql`AND "projectId" = ${projectId} AND "clusterName" IS NULL AND "sweepId" IS NOT DISTINCT FROM ${sweepId}`
    : Prisma.sql`AND "projectId" = ${projectId} AND "clusterName" = ${clusterName}`;

/**
 * A run occupies its cluster from its claim until it is finished, because objects of it may be there, and a few minutes
 * longer when a worker that vanished left them: by then they are removed, or the cluster is not to be reached. What
 * somebody else executes does not count: it may stay open for as long as they like.
 */
async function readWaiting(db: Pick<Db, '$queryRaw'>, where: Prisma.Sql): Promise<WaitingSweep[]> {
  const rows = await db.$queryRaw<WaitingRow[]>`
    WITH open AS MATERIALIZED (
      SELECT "projectId", "clusterName", "sweepId", "status" FROM "Run"
      WHERE "status" <> 'finished' AND "executor" <> 'external' ${where}
      UNION ALL
      SELECT "projectId", "clusterName", "sweepId", "status" FROM "Run"
      WHERE "status" = 'finished' AND "objects" = 'present' AND "clusterName" IS NOT NULL
        AND "finishedAt" > now() - interval '10 minutes' ${where}
    ), l AS (
      SELECT "projectId", "clusterName", "sweepId", count(*)::int AS "waiting" FROM open
      WHERE "status" = 'queued' GROUP BY 1, 2, 3
    ), active AS (
      SELECT "projectId", "clusterName", "sweepId", count(*)::int AS "runs" FROM open
      WHERE "status" <> 'queued' GROUP BY 1, 2, 3
    )
    SELECT l.*, coalesce(s."priority", 0) AS "priority", coalesce(s."coolDownMs", 0) AS "coolDownMs",
      s."pausedAt" IS NOT NULL AS "isPaused", s."createdAt",
      coalesce((
        SELECT sum(a."runs") FROM active a
        WHERE a."projectId" = l."projectId" AND a."sweepId" IS NOT DISTINCT FROM l."sweepId"
      ), 0)::int AS "active",
      coalesce((
        SELECT sum(a."runs") FROM active a
        WHERE a."projectId" = l."projectId" AND a."clusterName" = l."clusterName"
      ), 0)::int AS "activeOnCluster",
      CASE WHEN l."clusterName" IS NOT NULL THEN ${clusterLimit} END AS "clusterLimit",
      CASE WHEN s."coolDownMs" > 0 THEN greatest(
        (SELECT max(e."finishedAt") FROM "Run" e WHERE e."sweepId" = l."sweepId" AND e."attempt" > 0),
        (SELECT max(e."finishedAt") FROM "Run" e
         WHERE e."projectId" = l."projectId" AND e."clusterName" = l."clusterName" AND e."attempt" > 0)
      ) END AS "lastEndAt"
    FROM l LEFT JOIN "Sweep" s ON s."id" = l."sweepId"`;
  return rows.map(({ createdAt, lastEndAt, ...row }) => ({
    ...row,
    createdAtMs: createdAt?.getTime() ?? 0,
    lastEndMs: lastEndAt?.getTime() ?? null,
  }));
}

async function takeFirst(
  tx: Prisma.TransactionClient,
  { projectId, clusterName, sweepId }: Lane,
  lease: { owner: string; untilMs: number },
): Promise<string | null> {
  const ofSweep = sweepId === null ? Prisma.sql`"sweepId" IS NULL` : Prisma.sql`"sweepId" = ${sweepId}`;
  const rows = await tx.$queryRaw<{ id: string }[]>`
    UPDATE "Run" SET "status" = 'starting', "leaseOwner" = ${lease.owner}, "leaseUntil" = ${new Date(lease.untilMs)},
      "attempt" = "attempt" + 1, "revision" = "revision" + 1
    WHERE "status" = 'queued' AND "id" = (
      SELECT "id" FROM "Run"
      WHERE "projectId" = ${projectId} AND ${ofSweep} AND "clusterName" IS NOT DISTINCT FROM ${clusterName}
        AND "status" = 'queued'
      ORDER BY "position", "id" LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING "id"`;
  return rows[0]?.id ?? null;
}
