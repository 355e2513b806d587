import type { Db } from '../client.ts';
import { Prisma } from '../generated/client.ts';

/** What the finished runs of an experiment take, in bytes. */
export interface StorageUse {
  experiment: string | null;
  runs: number;
  samplesBytes: number;
  artifactsBytes: number;
  logsBytes: number;
}

/** How much is stored. Samples and logs are measured once per run, since adding up their rows at every look is slow. */
export function createStorageUseRepository(db: Db) {
  return {
    /**
     * Measures finished runs that nobody has measured, the longest finished first. Repeatable, by anybody at once.
     * @param projectId of one project only
     * @returns how many there were, at most `limit`
     */
    async measure(limit: number, projectId?: string): Promise<number> {
      const ofProject = projectId === undefined ? Prisma.empty : Prisma.sql`AND "projectId" = ${projectId}`;
      return db.$executeRaw`
        UPDATE "Run" r SET "samplesBytes" = ${samplesBytes}, "logBytes" = ${logBytes}
        WHERE r."samplesBytes" IS NULL AND r."id" IN (
          SELECT "id" FROM "Run" WHERE "status" = 'finished' AND "samplesBytes" IS NULL ${ofProject}
          ORDER BY "finishedAt" LIMIT ${limit})`;
    },

    /** Finished runs that nobody has measured. */
    async countUnmeasured(projectId: string): Promise<number> {
      return db.run.count({ where: { projectId, status: 'finished', samplesBytes: null } });
    },

    /** Every experiment of a project, and the runs of none, largest first. */
    async readByExperiment(projectId: string): Promise<StorageUse[]> {
      const rows = await db.$queryRaw<StorageUse[]>`
        WITH run AS (
          SELECT "experimentId", count(*)::int AS runs, coalesce(sum("samplesBytes"), 0)::float8 AS samples,
                 coalesce(sum("logBytes"), 0)::float8 AS logs
          FROM "Run" WHERE "projectId" = ${projectId} AND "status" = 'finished' GROUP BY 1
        ), artifact AS (
          SELECT r."experimentId", sum(a."size")::float8 AS bytes
          FROM "Artifact" a JOIN "Run" r ON r."id" = a."runId"
          WHERE r."projectId" = ${projectId} AND r."status" = 'finished' AND a."expiredAt" IS NULL GROUP BY 1
        )
        SELECT e."name" AS experiment, run.runs, run.samples AS "samplesBytes", run.logs AS "logsBytes",
               coalesce(artifact.bytes, 0) AS "artifactsBytes"
        FROM run LEFT JOIN artifact ON artifact."experimentId" IS NOT DISTINCT FROM run."experimentId"
        LEFT JOIN "Experiment" e ON e."id" = run."experimentId"
        ORDER BY run.samples + run.logs + coalesce(artifact.bytes, 0) DESC, e."name"`;
      return rows;
    },
  };
}

/** `octet_length` of what is stored out of line reads its length alone. */
const samplesBytes = Prisma.sql`(
  SELECT coalesce(sum(octet_length(c."data")), 0) FROM "SeriesChunk" c WHERE c."runKey" = r."key"
) + (
  SELECT coalesce(sum(coalesce(octet_length(s."sketch"), 0) + coalesce(octet_length(s."overview"), 0)
    + pg_column_size(s."labels") + octet_length(s."metric")), 0)
  FROM "Series" s WHERE s."runKey" = r."key"
) + (
  SELECT coalesce(sum(octet_length(w."data")), 0) FROM "SamplePiece" w WHERE w."runKey" = r."key"
)`;

const logBytes = Prisma.sql`(
  SELECT coalesce(sum(octet_length(l."message")), 0) FROM "RunLogLine" l WHERE l."runId" = r."id"
)`;
