import type { ExperimentDefinition } from '@proofload/domain';
import type { Db } from '../client.ts';
import { Prisma } from '../generated/client.ts';

export interface ExperimentVersionRecord {
  experimentId: string;
  name: string;
  version: number;
  latestVersion: number;
  source: string;
  definition: ExperimentDefinition;
  createdAtMs: number;
  updatedAtMs: number;
}

export interface RunCounts {
  total: number;
  active: number;
  failed: number;
  lastRunAtMs: number | null;
  lastVerdict: string | null;
}

/** Experiments and their versions. */
export function createExperimentRepository(db: Db) {
  return {
    /** Adds a version, unless the newest has the very same text. */
    async saveVersion(input: {
      id: string;
      projectId: string;
      name: string;
      source: string;
      definition: ExperimentDefinition;
      createdBy: string;
    }): Promise<{ version: number; isUnchanged: boolean }> {
      return db.$transaction(async (tx) => {
        await tx.$executeRaw`
          INSERT INTO "Experiment" ("id", "projectId", "name", "latestVersion")
          VALUES (${input.id}, ${input.projectId}, ${input.name}, 0) ON CONFLICT ("projectId", "name") DO NOTHING`;
        const [locked] = await tx.$queryRaw<{ id: string; latestVersion: number }[]>`
          SELECT "id", "latestVersion" FROM "Experiment"
          WHERE "projectId" = ${input.projectId} AND "name" = ${input.name} FOR UPDATE`;
        if (!locked) throw new Error(`The experiment ${input.name} vanished while it was saved`);
        const newest = await tx.experimentVersion.findUnique({
          where: { experimentId_version: { experimentId: locked.id, version: locked.latestVersion } },
        });
        if (newest?.source === input.source) return { version: newest.version, isUnchanged: true };
        const version = locked.latestVersion + 1;
        await tx.experimentVersion.create({
          data: {
            experimentId: locked.id,
            version,
            source: input.source,
            definition: input.definition as unknown as Prisma.InputJsonValue,
            createdBy: input.createdBy,
          },
        });
        await tx.experiment.update({
          where: { id: locked.id },
          data: { latestVersion: version, updatedAt: new Date() },
        });
        return { version, isUnchanged: false };
      });
    },

    /** A version of an experiment by name, the newest when none is given. */
    async find(projectId: string, name: string, version?: number): Promise<ExperimentVersionRecord | null> {
      const experiment = await db.experiment.findUnique({ where: { projectId_name: { projectId, name } } });
      return experiment && this.findVersion(experiment.id, version ?? experiment.latestVersion);
    },

    /** The newest version of an experiment that has this very text; null when none has. */
    async findSource(
      projectId: string,
      name: string,
      source: string,
    ): Promise<ExperimentVersionRecord | null> {
      const row = await db.experimentVersion.findFirst({
        where: { source, experiment: { projectId, name } },
        orderBy: { version: 'desc' },
        select: { experimentId: true, version: true },
      });
      return row && this.findVersion(row.experimentId, row.version);
    },

    async findVersion(experimentId: string, version: number): Promise<ExperimentVersionRecord | null> {
      const row = await db.experimentVersion.findUnique({
        where: { experimentId_version: { experimentId, version } },
        include: { experiment: true },
      });
      return (
        row && {
          experimentId,
          name: row.experiment.name,
          version: row.version,
          latestVersion: row.experiment.latestVersion,
          source: row.source,
          definition: row.definition as unknown as ExperimentDefinition,
          createdAtMs: row.createdAt.getTime(),
          updatedAtMs: row.experiment.updatedAt.getTime(),
        }
      );
    },

    /** Definitions of versions, of any of the experiments given. Versions that are not there are left out. */
    async findDefinitions(
      keys: readonly { experimentId: string; version: number }[],
    ): Promise<{ experimentId: string; version: number; definition: ExperimentDefinition }[]> {
      if (keys.length === 0) return [];
      const rows = await db.experimentVersion.findMany({
        where: { OR: keys.map(({ experimentId, version }) => ({ experimentId, version })) },
        select: { experimentId: true, version: true, definition: true },
      });
      return rows.map((row) => ({ ...row, definition: row.definition as unknown as ExperimentDefinition }));
    },

    async listVersions(
      experimentId: string,
    ): Promise<{ version: number; createdAtMs: number; createdBy: string }[]> {
      const rows = await db.experimentVersion.findMany({
        where: { experimentId },
        orderBy: { version: 'desc' },
        select: { version: true, createdAt: true, createdBy: true },
        take: 1000,
      });
      return rows.map((row) => ({
        version: row.version,
        createdAtMs: row.createdAt.getTime(),
        createdBy: row.createdBy,
      }));
    },

    /** Newest versions by name, after a name. */
    async list(
      projectId: string,
      limit: number,
      afterName: string | null,
    ): Promise<ExperimentVersionRecord[]> {
      const rows = await db.experiment.findMany({
        where: { projectId, ...(afterName === null ? {} : { name: { gt: afterName } }) },
        orderBy: { name: 'asc' },
        take: limit,
      });
      const found = await Promise.all(rows.map((row) => this.findVersion(row.id, row.latestVersion)));
      return found.filter((record) => record !== null);
    },

    async countRuns(experimentIds: readonly string[]): Promise<Map<string, RunCounts>> {
      if (experimentIds.length === 0) return new Map();
      const rows = await db.$queryRaw<(RunCounts & { experimentId: string; lastRunAt: Date | null })[]>`
        SELECT "experimentId", count(*)::int AS total,
               count(*) FILTER (WHERE "status" <> 'finished')::int AS active,
               count(*) FILTER (WHERE "outcome" IN ('failed', 'stalled'))::int AS failed,
               max("createdAt") AS "lastRunAt",
               (array_agg("verdict" ORDER BY "finishedAt" DESC) FILTER (WHERE "status" = 'finished' AND "verdict" IS NOT NULL))[1] AS "lastVerdict"
        FROM "Run" WHERE "experimentId" IN (${Prisma.join([...experimentIds])}) GROUP BY 1`;
      return new Map(
        rows.map(({ experimentId, lastRunAt, ...row }) => [
          experimentId,
          { ...row, lastRunAtMs: lastRunAt?.getTime() ?? null },
        ]),
      );
    },
  };
}
