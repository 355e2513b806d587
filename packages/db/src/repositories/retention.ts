import type { ExperimentDefinition, RetentionRules } from '@proofload/domain';
import type { Db } from '../client.ts';

/** Rules of a project, with when they are carried out. Times are unix milliseconds. */
export interface RetentionRecord {
  rules: RetentionRules;
  updatedAtMs: number;
  updatedBy: string;
  nextAtMs: number;
  lastAppliedAtMs: number | null;
}

/** What of a version of an experiment says which runs others are compared with. */
export interface BaselineSource {
  experimentId: string;
  definition: Pick<ExperimentDefinition, 'factors' | 'baseline'>;
}

interface RulesRow {
  samplesDays: number | null;
  artifactsDays: number | null;
  logsDays: number | null;
}

/** Rules of retention, and who carries them out when. */
export function createRetentionRepository(db: Db) {
  return {
    async find(projectId: string): Promise<RetentionRecord | null> {
      const row = await db.retentionRules.findUnique({ where: { projectId } });
      return (
        row && {
          rules: toRules(row),
          updatedAtMs: row.updatedAt.getTime(),
          updatedBy: row.updatedBy,
          nextAtMs: row.nextAt.getTime(),
          lastAppliedAtMs: row.lastAppliedAt?.getTime() ?? null,
        }
      );
    },

    async save(
      projectId: string,
      change: { rules: RetentionRules; atMs: number; by: string; nextAtMs: number },
    ): Promise<void> {
      const { samples, artifacts, logs } = change.rules;
      const data = {
        samplesDays: samples?.days ?? null,
        artifactsDays: artifacts?.days ?? null,
        logsDays: logs?.days ?? null,
        updatedAt: new Date(change.atMs),
        updatedBy: change.by,
        nextAt: new Date(change.nextAtMs),
      };
      await db.retentionRules.upsert({
        where: { projectId },
        create: { projectId, ...data },
        update: data,
      });
    },

    /**
     * Takes a project whose rules are due, for one worker alone.
     * @param nextAtMs when they are due again, whatever becomes of this worker
     */
    async claimDue(
      nowMs: number,
      nextAtMs: number,
    ): Promise<{ projectId: string; rules: RetentionRules } | null> {
      const [row] = await db.$queryRaw<(RulesRow & { projectId: string })[]>`
        UPDATE "RetentionRules" SET "nextAt" = ${new Date(nextAtMs)}
        WHERE "projectId" = (
          SELECT "projectId" FROM "RetentionRules" WHERE "nextAt" <= ${new Date(nowMs)}
          ORDER BY "nextAt" LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING "projectId", "samplesDays", "artifactsDays", "logsDays"`;
      return row ? { projectId: row.projectId, rules: toRules(row) } : null;
    },

    /** Notes that rules were carried out. @param next when they are due again, if that changes */
    async noteApplied(projectId: string, atMs: number, next?: { atMs: number }): Promise<void> {
      await db.retentionRules.updateMany({
        where: { projectId },
        data: { lastAppliedAt: new Date(atMs), ...(next ? { nextAt: new Date(next.atMs) } : {}) },
      });
    },

    /** Factors and baselines of all versions of the project's experiments, each once. */
    async findBaselineSources(projectId: string): Promise<BaselineSource[]> {
      const rows = await db.$queryRaw<{ experimentId: string; baseline: string; factors: string }[]>`
        SELECT DISTINCT v."experimentId", coalesce(v."definition" ->> 'baseline', 'null') AS baseline,
               v."definition" ->> 'factors' AS factors
        FROM "ExperimentVersion" v JOIN "Experiment" e ON e."id" = v."experimentId"
        WHERE e."projectId" = ${projectId}`;
      return rows.map(({ experimentId, baseline, factors }) => ({
        experimentId,
        definition: { baseline: JSON.parse(baseline), factors: JSON.parse(factors) },
      }));
    },
  };
}

const toRule = (days: number | null) => (days === null ? null : { days });

const toRules = (row: RulesRow): RetentionRules => ({
  samples: toRule(row.samplesDays),
  artifacts: toRule(row.artifactsDays),
  logs: toRule(row.logsDays),
});
