import type { Citation } from '@proofload/contracts';
import type { Db } from '../client.ts';
import { Prisma } from '../generated/client.ts';

export interface StudyRecord {
  id: string;
  name: string;
  title: string;
  summary: string;
  system: string | null;
  citation: Citation;
  /** As the study brought it; its draft, of the same name, may have been changed since. */
  report: string | null;
  /** Of everything that the study was loaded from. */
  digest: string;
  updatedAtMs: number;
  updatedBy: string;
}

export type NewStudy = Omit<StudyRecord, 'updatedAtMs'>;

type Row = Prisma.StudyGetPayload<object>;

/** Published studies of a project. */
export function createStudyRepository(db: Db) {
  return {
    async list(projectId: string): Promise<StudyRecord[]> {
      const rows = await db.study.findMany({ where: { projectId }, orderBy: { title: 'asc' }, take: 500 });
      return rows.map(toRecord);
    },

    async find(projectId: string, name: string): Promise<StudyRecord | null> {
      const row = await db.study.findUnique({ where: { projectId_name: { projectId, name } } });
      return row && toRecord(row);
    },

    /** Adds a study, or changes the one of its name, which keeps its id. */
    async save(projectId: string, { id, citation, ...study }: NewStudy, nowMs: number): Promise<StudyRecord> {
      const data = {
        ...study,
        citation: citation as unknown as Prisma.InputJsonValue,
        updatedAt: new Date(nowMs),
      };
      const row = await db.study.upsert({
        where: { projectId_name: { projectId, name: study.name } },
        create: { id, projectId, ...data },
        update: data,
      });
      return toRecord(row);
    },

    /** Deletes a study with the runs that it brought. */
    async delete(projectId: string, name: string): Promise<boolean> {
      const { count } = await db.study.deleteMany({ where: { projectId, name } });
      return count === 1;
    },

    /** How many runs of which experiments each study brought; of one study alone when it is given. */
    async countRuns(
      projectId: string,
      studyId: string | null = null,
    ): Promise<{ studyId: string; experiment: string; runs: number }[]> {
      const isWanted =
        studyId === null ? Prisma.sql`run."studyId" IS NOT NULL` : Prisma.sql`run."studyId" = ${studyId}`;
      return db.$queryRaw<{ studyId: string; experiment: string; runs: number }[]>`
        SELECT run."studyId", experiment."name" AS experiment, count(*)::int AS runs
        FROM "Run" run JOIN "Experiment" experiment ON experiment."id" = run."experimentId"
        WHERE run."projectId" = ${projectId} AND ${isWanted}
        GROUP BY 1, 2 ORDER BY 1, min(run."key")`;
    },
  };
}

function toRecord({ updatedAt, citation, ...row }: Row): StudyRecord {
  return {
    id: row.id,
    name: row.name,
    title: row.title,
    summary: row.summary,
    system: row.system,
    citation: citation as unknown as Citation,
    report: row.report,
    digest: row.digest,
    updatedAtMs: updatedAt.getTime(),
    updatedBy: row.updatedBy,
  };
}
