import type { FilterNode } from '@proofload/domain';
import { ProofloadError } from '@proofload/domain';
import type { Db } from '../client.ts';
import { Prisma } from '../generated/client.ts';
import { compileFilter } from './filter-sql.ts';
import { type RunRecord, toRunRecord, withExperimentName } from './run-record.ts';

export interface RunListQuery {
  filter: FilterNode | null;
  /** A column or a measurement; a leading `-` for descending. */
  sort: string;
  limit: number;
  cursor: string | null;
  experimentId?: string;
  sweepId?: string;
}

const columns: Readonly<Record<string, Prisma.Sql>> = {
  createdAt: Prisma.sql`extract(epoch from r."createdAt")::float8`,
  startedAt: Prisma.sql`extract(epoch from r."startedAt")::float8`,
  finishedAt: Prisma.sql`extract(epoch from r."finishedAt")::float8`,
  name: Prisma.sql`r."name"`,
  status: Prisma.sql`r."status"`,
  outcome: Prisma.sql`r."outcome"`,
  verdict: Prisma.sql`r."verdict"`,
  treatment: Prisma.sql`r."treatment"`,
};

interface Place {
  value: number | string | null;
  id: string;
}

/** The runs of a project, filtered, sorted by a column or any measurement, page by page. */
export function createRunListRepository(db: Db) {
  return {
    async list(
      projectId: string,
      query: RunListQuery,
    ): Promise<{ items: RunRecord[]; nextCursor: string | null; total: number }> {
      const isDescending = query.sort.startsWith('-');
      const sortName = isDescending ? query.sort.slice(1) : query.sort;
      const measured = columns[sortName] === undefined;
      const sortBy = columns[sortName] ?? Prisma.sql`v."value"`;
      const from = measured
        ? Prisma.sql`"Run" r LEFT JOIN "RunMeasurement" v ON v."runId" = r."id" AND v."name" = ${sortName}`
        : Prisma.sql`"Run" r`;
      const where = compileConditions(projectId, query);
      const place = query.cursor === null ? null : decodeCursor(query.cursor);
      const paged = place ? Prisma.sql`${where} AND ${after(sortBy, place, isDescending)}` : where;
      const direction = isDescending ? Prisma.sql`DESC` : Prisma.sql`ASC`;
      const found = await db.$queryRaw<Place[]>`
        SELECT r."id" AS id, ${sortBy} AS value FROM ${from} WHERE ${paged}
        ORDER BY ${sortBy} ${direction} NULLS LAST, r."id" ${direction} LIMIT ${query.limit + 1}`;
      const [counted] = await db.$queryRaw<{ total: number }[]>`
        SELECT count(*)::int AS total FROM "Run" r WHERE ${where}`;
      const page = found.slice(0, query.limit);
      const last = page.at(-1);
      return {
        items: await this.load(page.map((place) => place.id)),
        nextCursor: found.length > query.limit && last ? encodeCursor(last) : null,
        total: counted?.total ?? 0,
      };
    },

    /** Records by id, in the order of the ids. */
    async load(ids: readonly string[]): Promise<RunRecord[]> {
      const rows = await db.run.findMany({ where: { id: { in: [...ids] } }, include: withExperimentName });
      const byId = new Map(rows.map((row) => [row.id, toRunRecord(row)]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },
  };
}

function compileConditions(projectId: string, query: RunListQuery): Prisma.Sql {
  const conditions = [Prisma.sql`r."projectId" = ${projectId}`];
  if (query.experimentId) conditions.push(Prisma.sql`r."experimentId" = ${query.experimentId}`);
  if (query.sweepId) conditions.push(Prisma.sql`r."sweepId" = ${query.sweepId}`);
  if (query.filter) conditions.push(compileFilter(query.filter));
  return Prisma.join(conditions, ' AND ');
}

/** Rows after a place in the order; nulls come last either way. */
function after(sortBy: Prisma.Sql, place: Place, isDescending: boolean): Prisma.Sql {
  const sign = isDescending ? Prisma.sql`<` : Prisma.sql`>`;
  if (place.value === null) return Prisma.sql`(${sortBy} IS NULL AND r."id" ${sign} ${place.id})`;
  return Prisma.sql`(${sortBy} ${sign} ${place.value} OR (${sortBy} = ${place.value} AND r."id" ${sign} ${place.id}) OR ${sortBy} IS NULL)`;
}

function encodeCursor(place: Place): string {
  return Buffer.from(JSON.stringify([place.value, place.id])).toString('base64url');
}

function decodeCursor(cursor: string): Place {
  const refuse = (cause?: unknown): ProofloadError =>
    new ProofloadError('invalid', 'The cursor is not one that a list gave', {
      fields: [{ field: 'cursor', message: 'expected the nextCursor of an earlier page' }],
      cause,
    });
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch (cause) {
    throw refuse(cause);
  }
  if (!Array.isArray(parsed)) throw refuse();
  const [value, id] = parsed as unknown[];
  const isValue = value === null || typeof value === 'number' || typeof value === 'string';
  if (!isValue || typeof id !== 'string') throw refuse();
  return { value, id };
}
