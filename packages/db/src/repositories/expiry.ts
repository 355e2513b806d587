import type { RetainedRun, RetentionKind } from '@proofload/domain';
import type { Db } from '../client.ts';
import { Prisma } from '../generated/client.ts';

/** A finished run of which something may expire. Sizes are bytes; null while nobody has measured them. */
export interface ExpiryCandidate extends Omit<RetainedRun, 'isBaseline' | 'finishedAtMs'> {
  id: string;
  name: string;
  experimentId: string | null;
  treatment: string;
  finishedAtMs: number;
  bytes: Record<RetentionKind, number | null>;
}

/** A content that is not given out any more and is still stored. */
export interface UnremovedArtifact {
  runId: string;
  name: string;
  blobKey: string;
}

/** Removing the samples of the largest run takes a while. */
const transactionLimits = { timeout: 10 * 60_000, maxWait: 60_000 };

/** Every table that keeps samples of runs, each a range by the key of the run. */
const sampleTables = ['SeriesChunk', 'Series', 'SeriesOrigin', 'SamplePiece'] as const;

/** Finding and removing what expires. Who decides is `decideExpiry`; what protects a run is asked again while removing. */
export function createExpiryRepository(db: Db) {
  return {
    /**
     * Runs that hold something and ended before its cutoff, oldest first.
     * @param cutoffs unix milliseconds; null for what is kept
     * @param after the last run of the page before
     */
    async findCandidates(
      projectId: string,
      cutoffs: Readonly<Record<RetentionKind, number | null>>,
      after: { finishedAtMs: number; id: string } | null,
      limit: number,
    ): Promise<ExpiryCandidate[]> {
      const latestMs = Math.max(...Object.values(cutoffs).map((cutoff) => cutoff ?? -Infinity));
      if (!Number.isFinite(latestMs)) return [];
      const paged = after
        ? Prisma.sql`AND (r."finishedAt", r."id") > (${new Date(after.finishedAtMs)}, ${after.id})`
        : Prisma.empty;
      const rows = await db.$queryRaw<CandidateRow[]>`
        SELECT r."id", r."name", r."experimentId", r."treatment", r."createdAt", r."finishedAt", h.*,
               r."pinnedAt" IS NOT NULL AS "isPinned", ${isInReport} AS "isInReport",
               r."samplesBytes", r."logBytes", (
                 SELECT sum(a."size")::bigint FROM "Artifact" a WHERE a."runId" = r."id" AND a."expiredAt" IS NULL
               ) AS "artifactsBytes"
        FROM "Run" r CROSS JOIN LATERAL (${holdings}) h
        WHERE r."projectId" = ${projectId} AND r."status" = 'finished' AND r."finishedAt" <= ${new Date(latestMs)}
          AND (r."samplesExpiredAt" IS NULL OR r."artifactsExpiredAt" IS NULL OR r."logsExpiredAt" IS NULL) ${paged}
          AND ((h."samples" AND ${endedBy(cutoffs.samples)}) OR (h."artifacts" AND ${endedBy(cutoffs.artifacts)})
            OR (h."logs" AND ${endedBy(cutoffs.logs)}))
        ORDER BY r."finishedAt", r."id" LIMIT ${limit}`;
      return rows.map(toCandidate);
    },

    /**
     * Removes kinds of a run, all of them or nothing. Contents of artifacts are only taken out of reach here; they are found by
     * `findUnremoved` until they are gone.
     * @returns what was removed: nothing when the run was protected meanwhile, or somebody else was faster
     */
    async expire(runId: string, kinds: readonly RetentionKind[], atMs: number): Promise<RetentionKind[]> {
      return db.$transaction(async (tx) => {
        await tx.$queryRaw`SELECT 1 FROM "Run" WHERE "id" = ${runId} FOR NO KEY UPDATE`;
        // Asked in a statement of its own, which sees what was committed while this one waited for the lock.
        const [run] = await tx.$queryRaw<ExpiringRow[]>`
          SELECT r."key", r."samplesExpiredAt" IS NULL AS samples, r."logsExpiredAt" IS NULL AS logs,
                 EXISTS (SELECT 1 FROM "Artifact" a WHERE a."runId" = r."id" AND a."expiredAt" IS NULL) AS artifacts
          FROM "Run" r WHERE r."id" = ${runId} AND r."status" = 'finished' AND r."pinnedAt" IS NULL AND NOT ${isInReport}`;
        const removed = run ? kinds.filter((kind) => run[kind]) : [];
        if (!run || removed.length === 0) return [];
        const at = new Date(atMs);
        for (const kind of removed) await removers[kind](tx, { id: runId, key: run.key }, at);
        await tx.run.update({ where: { id: runId }, data: { revision: { increment: 1 } } });
        return removed;
      }, transactionLimits);
    },

    /**
     * Contents that are to be removed.
     * @param after the last one of the page before
     * @param projectId of one project only
     */
    async findUnremoved(
      after: UnremovedArtifact | null,
      limit: number,
      projectId?: string,
    ): Promise<UnremovedArtifact[]> {
      const paged = after
        ? Prisma.sql`AND (a."runId", a."name") > (${after.runId}, ${after.name})`
        : Prisma.empty;
      const ofProject = projectId === undefined ? Prisma.empty : Prisma.sql`AND r."projectId" = ${projectId}`;
      return db.$queryRaw<UnremovedArtifact[]>`
        SELECT a."runId", a."name", a."blobKey" FROM "Artifact" a JOIN "Run" r ON r."id" = a."runId"
        WHERE a."expiredAt" IS NOT NULL AND a."removedAt" IS NULL ${ofProject} ${paged}
        ORDER BY a."runId", a."name" LIMIT ${limit}`;
    },

    /** Whether a content belongs to an artifact that is still given out. */
    async isBlobInUse(blobKey: string): Promise<boolean> {
      return (await db.artifact.findFirst({ where: { blobKey, expiredAt: null } })) !== null;
    },

    async noteRemoved({ runId, name }: UnremovedArtifact, atMs: number): Promise<void> {
      await db.artifact.updateMany({
        where: { runId, name, expiredAt: { not: null } },
        data: { removedAt: new Date(atMs) },
      });
    },
  };
}

interface CandidateRow {
  id: string;
  name: string;
  experimentId: string | null;
  treatment: string;
  createdAt: Date;
  finishedAt: Date;
  samples: boolean;
  artifacts: boolean;
  logs: boolean;
  isPinned: boolean;
  isInReport: boolean;
  samplesBytes: bigint | null;
  artifactsBytes: bigint | null;
  logBytes: bigint | null;
}

type ExpiringRow = Record<RetentionKind, boolean> & { key: bigint };

/** Whether there is a row. With LIMIT, as the planner would answer EXISTS of many runs by reading whole tables. */
const hasRow = (rows: Prisma.Sql): Prisma.Sql => Prisma.sql`((SELECT true FROM ${rows} LIMIT 1) IS TRUE)`;

const isInReport = hasRow(Prisma.sql`"ReportRun" rr JOIN "Report" p ON p."id" = rr."reportId"
  WHERE rr."runId" = r."id" AND p."revokedAt" IS NULL`);

const holdings = Prisma.sql`SELECT
  r."samplesExpiredAt" IS NULL AND (${hasRow(Prisma.sql`"Series" s WHERE s."runKey" = r."key"`)}
    OR ${hasRow(Prisma.sql`"SamplePiece" w WHERE w."runKey" = r."key" AND w."data" IS NOT NULL`)}) AS "samples",
  ${hasRow(Prisma.sql`"Artifact" a WHERE a."runId" = r."id" AND a."expiredAt" IS NULL`)} AS "artifacts",
  r."logsExpiredAt" IS NULL AND ${hasRow(Prisma.sql`"RunLogLine" l WHERE l."runId" = r."id"`)} AS "logs"`;

function endedBy(cutoffMs: number | null): Prisma.Sql {
  if (cutoffMs === null) return Prisma.sql`false`;
  return Prisma.sql`r."finishedAt" <= ${new Date(cutoffMs)} AND r."createdAt" <= ${new Date(cutoffMs)}`;
}

const toBytes = (bytes: bigint | null): number | null => (bytes === null ? null : Number(bytes));

function toCandidate(row: CandidateRow): ExpiryCandidate {
  const { samples, artifacts, logs } = row;
  const holds = { samples, artifacts, logs };
  return {
    id: row.id,
    name: row.name,
    experimentId: row.experimentId,
    treatment: row.treatment,
    status: 'finished',
    createdAtMs: row.createdAt.getTime(),
    finishedAtMs: row.finishedAt.getTime(),
    isPinned: row.isPinned,
    isInReport: row.isInReport,
    holds: (Object.keys(holds) as RetentionKind[]).filter((kind) => holds[kind]),
    bytes: {
      samples: toBytes(row.samplesBytes),
      artifacts: toBytes(row.artifactsBytes ?? 0n),
      logs: toBytes(row.logBytes),
    },
  };
}

type Remover = (tx: Prisma.TransactionClient, run: { id: string; key: bigint }, at: Date) => Promise<unknown>;

const removers: Readonly<Record<RetentionKind, Remover>> = {
  samples: async (tx, { id, key }, at) => {
    for (const table of sampleTables)
      await tx.$executeRaw`DELETE FROM ${Prisma.raw(`"${table}"`)} WHERE "runKey" = ${key}`;
    await tx.run.update({ where: { id }, data: { samplesExpiredAt: at, samplesBytes: 0 } });
  },
  artifacts: async (tx, { id }, at) => {
    await tx.artifact.updateMany({ where: { runId: id, expiredAt: null }, data: { expiredAt: at } });
    await tx.run.update({ where: { id }, data: { artifactsExpiredAt: at } });
  },
  logs: async (tx, { id }, at) => {
    await tx.runLogLine.deleteMany({ where: { runId: id } });
    // What the cluster said of single objects is told as a log is: to find out why, soon afterwards.
    await tx.clusterEvent.deleteMany({ where: { runId: id } });
    await tx.runPod.deleteMany({ where: { runId: id } });
    await tx.runJob.deleteMany({ where: { runId: id } });
    await tx.run.update({ where: { id }, data: { logsExpiredAt: at, logBytes: 0 } });
  },
};
