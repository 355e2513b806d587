import type { Db } from '../client.ts';

export interface SavedViewRecord {
  id: string;
  /** Null for what stands behind a short address alone. */
  name: string | null;
  path: string;
  search: string;
  createdAtMs: number;
  createdBy: string;
}

/** States of pages, by a name or behind a short address. */
export function createSavedViewRepository(db: Db) {
  const toRecord = ({ createdAt, ...row }: Row): SavedViewRecord => ({
    id: row.id,
    name: row.name,
    path: row.path,
    search: row.search,
    createdAtMs: createdAt.getTime(),
    createdBy: row.createdBy,
  });
  return {
    /** Those with a name, in the order of their names. */
    async listNamed(projectId: string, path: string | null, limit: number): Promise<SavedViewRecord[]> {
      const where = { projectId, name: { not: null }, ...(path === null ? {} : { path }) };
      return (await db.savedView.findMany({ where, orderBy: [{ name: 'asc' }], take: limit })).map(toRecord);
    },

    async find(projectId: string, id: string): Promise<SavedViewRecord | null> {
      const row = await db.savedView.findUnique({ where: { projectId_id: { projectId, id } } });
      return row && toRecord(row);
    },

    async count(projectId: string): Promise<number> {
      return db.savedView.count({ where: { projectId } });
    },

    /** A view of the same name on the same page gets the new state and keeps its id; one without a name stays as it is. */
    async save(projectId: string, view: SavedViewRecord): Promise<SavedViewRecord> {
      const { createdAtMs, name, ...rest } = view;
      const state = { createdAt: new Date(createdAtMs), createdBy: view.createdBy };
      const create = { ...rest, ...state, projectId, name };
      const row =
        name === null
          ? await db.savedView.upsert({
              where: { projectId_id: { projectId, id: view.id } },
              create,
              update: {},
            })
          : await db.savedView.upsert({
              where: { projectId_path_name: { projectId, path: view.path, name } },
              create,
              update: { search: view.search, ...state },
            });
      return toRecord(row);
    },

    async delete(projectId: string, id: string): Promise<boolean> {
      return (await db.savedView.deleteMany({ where: { projectId, id } })).count === 1;
    },
  };
}

interface Row {
  id: string;
  name: string | null;
  path: string;
  search: string;
  createdAt: Date;
  createdBy: string;
}
