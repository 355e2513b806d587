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
}

/** Frozen pages. The snapshot is written once and never changed. */
export function createReportRepository(db: Db) {
  return {
    /** @param snapshot gzip of the canonical JSON of the frozen view */
    async insert(
      report: Omit<ReportRecord, 'revokedAtMs'>,
      snapshot: Uint8Array<ArrayBuffer>,
    ): Promise<void> {
      const { createdAtMs, ...rest } = report;
      await db.report.create({ data: { ...rest, createdAt: new Date(createdAtMs), snapshot } });
    },

    /** A report of any project, so that it can be read without signing in. */
    async find(id: string): Promise<(ReportRecord & { snapshot: Uint8Array }) | null> {
      const row = await db.report.findUnique({ where: { id } });
      return row && { ...toRecord(row), snapshot: row.snapshot };
    },

    /** Newest first. */
    async list(projectId: string, limit: number): Promise<ReportRecord[]> {
      const rows = await db.report.findMany({
        where: { projectId },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        omit: { snapshot: true },
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
      const row = await db.report.findFirst({ where: { projectId, id }, omit: { snapshot: true } });
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
  };
}
