import type { Db } from '../client.ts';

export interface ReportDraftRecord {
  id: string;
  projectId: string;
  name: string;
  title: string;
  source: string;
  revision: number;
  createdAtMs: number;
  updatedAtMs: number;
  updatedBy: string;
}

export type ReportDraftSummary = Omit<ReportDraftRecord, 'source'>;

/** Reports that are being written. */
export function createReportDraftRepository(db: Db) {
  return {
    /** The one changed last first. */
    async list(projectId: string, limit: number): Promise<ReportDraftSummary[]> {
      const rows = await db.reportDraft.findMany({
        where: { projectId },
        orderBy: [{ updatedAt: 'desc' }, { name: 'asc' }],
        omit: { source: true },
        take: limit,
      });
      return rows.map(withTimes);
    },

    async count(projectId: string): Promise<number> {
      return db.reportDraft.count({ where: { projectId } });
    },

    async find(projectId: string, name: string): Promise<ReportDraftRecord | null> {
      const row = await db.reportDraft.findUnique({ where: { projectId_name: { projectId, name } } });
      return row && { ...withTimes(row), source: row.source };
    },

    /** False when the project has a draft of that name already. */
    async insert(draft: ReportDraftRecord): Promise<boolean> {
      const { createdAtMs, updatedAtMs, ...data } = draft;
      const times = { createdAt: new Date(createdAtMs), updatedAt: new Date(updatedAtMs) };
      const { count } = await db.reportDraft.createMany({
        data: { ...data, ...times },
        skipDuplicates: true,
      });
      return count === 1;
    },

    /** Takes the place of a revision; false when it is not the newest any more, or the draft is gone. */
    async replace(
      draft: Pick<ReportDraftRecord, 'projectId' | 'name' | 'title' | 'source' | 'updatedAtMs' | 'updatedBy'>,
      revision: number,
    ): Promise<boolean> {
      const { projectId, name, title, source, updatedAtMs, updatedBy } = draft;
      const { count } = await db.reportDraft.updateMany({
        where: { projectId, name, revision },
        data: { title, source, updatedBy, updatedAt: new Date(updatedAtMs), revision: { increment: 1 } },
      });
      return count === 1;
    },

    async delete(projectId: string, name: string): Promise<boolean> {
      const { count } = await db.reportDraft.deleteMany({ where: { projectId, name } });
      return count === 1;
    },
  };
}

function withTimes<T extends { createdAt: Date; updatedAt: Date }>({ createdAt, updatedAt, ...rest }: T) {
  return { ...rest, createdAtMs: createdAt.getTime(), updatedAtMs: updatedAt.getTime() };
}
