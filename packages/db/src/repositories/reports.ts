import type { Db } from '../client.ts';

export type ReportVisibility = 'private' | 'link';

export interface ReportRecord {
  id: string;
  projectId: string;
  title: string;
  note: string;
  visibility: ReportVisibility;
  /** Hexadecimal SHA-256 of the frozen content before compression. */
  digest: string;
  runCount: number;
  createdAtMs: number;
  createdBy: string;
  revokedAtMs: number | null;
  /** Where it came from in a bundle; null for a report that was frozen here. */
  origin: ReportOrigin | null;
}

export interface ReportOrigin {
  /** Address of the instance that exported it. */
  from: string;
  exportedAtMs: number;
  importedAtMs: number;
  importedBy: string;
}

export interface FrozenRun {
  id: string;
  /** False for a run whose samples had expired before. */
  hasSamples: boolean;
}

/** Frozen pages. The snapshot is written once and never changed. */
export function createReportRepository(db: Db) {
  return {
    /**
     * Stores a report with the runs that it shows, which keep everything from now on.
     * @param snapshot gzip of the canonical JSON of the frozen view
     * @param runs those of its runs whose samples were there while it was frozen, and those whose samples were not
     * @returns false, and stores nothing, when samples of one of them have expired meanwhile
     */
    async insert(
      report: Omit<ReportRecord, 'revokedAtMs' | 'origin'>,
      snapshot: Uint8Array<ArrayBuffer>,
      runs: readonly FrozenRun[],
    ): Promise<boolean> {
      const { createdAtMs, ...rest } = report;
      const ids = runs.map(({ id }) => id);
      return db.$transaction(async (tx) => {
        // Whoever removes samples waits for this lock, and then finds the run in a report.
        const found = await tx.$queryRaw<{ id: string; hasExpired: boolean }[]>`
          SELECT "id", "samplesExpiredAt" IS NOT NULL AS "hasExpired" FROM "Run"
          WHERE "id" = ANY(${ids}) AND "projectId" = ${report.projectId} ORDER BY "id" FOR SHARE`;
        const complete = new Set(runs.filter(({ hasSamples }) => hasSamples).map(({ id }) => id));
        if (found.some(({ id, hasExpired }) => hasExpired && complete.has(id))) return false;
        await tx.report.create({
          data: {
            ...{ ...rest, createdAt: new Date(createdAtMs), snapshot, runsListed: true },
            runs: { create: found.map(({ id }) => ({ runId: id })) },
          },
        });
        return true;
      });
    },

    /**
     * Stores a report that came in a bundle. Its runs are no runs of the project.
     * @param bundleRuns gzip of the canonical JSON of the runs that came with it
     * @returns false, and stores nothing, when the project imported a report of this digest before
     */
    async insertImported(
      report: Omit<ReportRecord, 'revokedAtMs' | 'origin'> & { origin: ReportOrigin },
      snapshot: Uint8Array<ArrayBuffer>,
      bundleRuns: Uint8Array<ArrayBuffer>,
    ): Promise<boolean> {
      const { createdAtMs, origin, ...rest } = report;
      const { count } = await db.report.createMany({
        data: {
          ...{ ...rest, createdAt: new Date(createdAtMs), snapshot, runsListed: true },
          ...{ origin: { ...origin }, bundleRuns, importKey: report.digest },
        },
        skipDuplicates: true,
      });
      return count === 1;
    },

    /** A report of the project by what it says; the one that is shared, or the oldest, when it was frozen more than once. */
    async findByDigest(projectId: string, digest: string): Promise<ReportRecord | null> {
      const row = await db.report.findFirst({
        where: { projectId, digest },
        orderBy: [{ revokedAt: { sort: 'asc', nulls: 'first' } }, { createdAt: 'asc' }],
        omit: { snapshot: true, bundleRuns: true },
      });
      return row && toRecord(row);
    },

    /** The runs that came with an imported report, as they are stored; null for other reports. */
    async findBundleRuns(id: string): Promise<Uint8Array | null> {
      const row = await db.report.findUnique({ where: { id }, select: { bundleRuns: true } });
      return row?.bundleRuns ?? null;
    },

    /** Reports whose runs stand in their snapshots alone, which were frozen before they were listed. Not revoked ones. */
    async findUnlisted(
      projectId: string,
      limit: number,
    ): Promise<(ReportRecord & { snapshot: Uint8Array })[]> {
      const rows = await db.report.findMany({
        where: { projectId, runsListed: false, revokedAt: null },
        orderBy: { id: 'asc' },
        take: limit,
      });
      return rows.map((row) => ({ ...toRecord(row), snapshot: row.snapshot }));
    },

    /** Lists the runs of a report, those that still exist. */
    async listRuns(report: { id: string; projectId: string }, runIds: readonly string[]): Promise<void> {
      await db.$transaction([
        db.$executeRaw`
          INSERT INTO "ReportRun" ("reportId", "runId")
          SELECT ${report.id}, "id" FROM "Run" WHERE "id" = ANY(${[...runIds]}) AND "projectId" = ${report.projectId}
          ON CONFLICT DO NOTHING`,
        db.report.update({ where: { id: report.id }, data: { runsListed: true }, select: { id: true } }),
      ]);
    },

    /** A report of any project, so that it can be read without signing in. */
    async find(id: string): Promise<(ReportRecord & { snapshot: Uint8Array }) | null> {
      const row = await db.report.findUnique({ where: { id }, omit: { bundleRuns: true } });
      return row && { ...toRecord(row), snapshot: row.snapshot };
    },

    /** Newest first. */
    async list(projectId: string, limit: number): Promise<ReportRecord[]> {
      const rows = await db.report.findMany({
        where: { projectId },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        omit: { snapshot: true, bundleRuns: true },
        take: limit,
      });
      return rows.map(toRecord);
    },

    /** Changes who may read a report. A revoked one stays revoked. Null when the project has no such report. */
    async update(
      projectId: string,
      id: string,
      changes: { visibility?: ReportVisibility; revokedAtMs?: number },
    ): Promise<ReportRecord | null> {
      if (changes.visibility !== undefined) {
        await db.report.updateMany({ where: { projectId, id }, data: { visibility: changes.visibility } });
      }
      if (changes.revokedAtMs !== undefined) {
        await db.report.updateMany({
          where: { projectId, id, revokedAt: null },
          data: { revokedAt: new Date(changes.revokedAtMs) },
        });
      }
      const row = await db.report.findFirst({
        where: { projectId, id },
        omit: { snapshot: true, bundleRuns: true },
      });
      return row && toRecord(row);
    },
  };
}

export type ReportRepository = ReturnType<typeof createReportRepository>;

interface ReportRow {
  id: string;
  projectId: string;
  title: string;
  note: string;
  visibility: string;
  digest: string;
  runCount: number;
  createdAt: Date;
  createdBy: string;
  revokedAt: Date | null;
  origin: unknown;
}

function toRecord(row: ReportRow): ReportRecord {
  return {
    id: row.id,
    projectId: row.projectId,
    title: row.title,
    note: row.note,
    visibility: row.visibility as ReportVisibility,
    digest: row.digest,
    runCount: row.runCount,
    createdAtMs: row.createdAt.getTime(),
    createdBy: row.createdBy,
    revokedAtMs: row.revokedAt?.getTime() ?? null,
    // It was checked when it was written.
    origin: row.origin as ReportOrigin | null,
  };
}
