import type { Db } from '../client.ts';
import { Prisma } from '../generated/client.ts';
import { after, afterInIndex, direction, type Place, type RunOrder } from './run-list-order.ts';
import { readPlaces, type StoredPlace, tuned } from './run-list-query.ts';

export interface PageQuery {
  projectId: string;
  order: RunOrder;
  /** The last run of the page before. */
  place: Place | null;
  limit: number;
}

export interface FoundPlaces {
  places: Place[];
  total: number;
  isTotalExact: boolean;
}

/** Runs are counted up to here. */
export const mostCounted = 10_000;

/** A page of all runs of a project, from an index in the order that is asked for. */
export async function listAllRuns(db: Db, query: PageQuery): Promise<FoundPlaces> {
  const [places, total] = await Promise.all([findPlaces(db, query), countRuns(db, query.projectId)]);
  return { places, total: Math.min(total, mostCounted), isTotalExact: total <= mostCounted };
}

async function countRuns(db: Db, projectId: string): Promise<number> {
  const [counted] = await db.$queryRaw<{ total: number }[]>`
    SELECT count(*)::int AS total FROM (
      SELECT FROM "Run" r WHERE r."projectId" = ${projectId} LIMIT ${mostCounted + 1}) bounded`;
  return counted?.total ?? 0;
}

async function findPlaces(db: Db, query: PageQuery): Promise<Place[]> {
  const { order, place, limit } = query;
  const inOrder = selectInOrder(query);
  const found = inOrder === null ? [] : readPlaces(await db.$queryRaw<StoredPlace[]>(inOrder));
  if (found.length >= limit) return found;
  const isPastValues = place !== null && place.value === null;
  const rest = { ...query, limit: limit - found.length, place: isPastValues ? place : null };
  const without =
    order.by === 'column'
      ? await findWithoutColumn(db, rest, order)
      : await findWithoutField(db, rest, order);
  return [...found, ...without];
}

/** The next runs that have a value, read from the index that has their order; null when there is none. */
export function selectInOrder({ projectId, order, place, limit }: PageQuery): Prisma.Sql | null {
  if (place !== null && place.value === null) return null;
  const sorted = (value: Prisma.Sql, run: Prisma.Sql): Prisma.Sql => Prisma.sql`
    ${afterInIndex(order, place, value, run)}
    ORDER BY ${value} ${direction(order)}, ${run} ${direction(order)} LIMIT ${limit}`;
  if (order.by === 'column')
    return Prisma.sql`SELECT r."key" AS run, ${order.column} AS value FROM "Run" r
      WHERE r."projectId" = ${projectId} AND ${order.column} IS NOT NULL
        AND ${sorted(order.column, Prisma.sql`r."key"`)}`;
  if (order.field === null) return null;
  return Prisma.sql`SELECT v."run" AS run, v."number" AS value FROM "RunValue" v
    WHERE v."field" = ${order.field} AND ${sorted(Prisma.sql`v."number"`, Prisma.sql`v."run"`)}`;
}

/** The runs in whose column nothing stands, in the order of their keys. */
async function findWithoutColumn(
  db: Db,
  { projectId, order, place, limit }: PageQuery,
  { column }: RunOrder & { by: 'column' },
): Promise<Place[]> {
  // The column is the same for all of them, but named for the index.
  const rows = await db.$queryRaw<StoredPlace[]>`
    SELECT r."key" AS run, NULL AS value FROM "Run" r
    WHERE r."projectId" = ${projectId} AND ${column} IS NULL
      AND ${after(order, place, Prisma.sql`NULL::text`, Prisma.sql`r."key"`)}
    ORDER BY ${column} ${direction(order)}, r."key" ${direction(order)} LIMIT ${limit}`;
  return readPlaces(rows);
}

/** The runs that have no value, in the order of their keys. */
async function findWithoutField(
  db: Db,
  { projectId, order, place, limit }: PageQuery,
  { field }: RunOrder & { by: 'field' },
): Promise<Place[]> {
  const value = Prisma.sql`NULL::float8`;
  const isWithout =
    field === null
      ? Prisma.sql`true`
      : Prisma.sql`NOT EXISTS (SELECT 1 FROM "RunValue" v WHERE v."field" = ${field} AND v."run" = r."key")`;
  // Both in the order of the key: they are merged until the page is full.
  const rows = await tuned<StoredPlace>(
    db,
    'merge',
    Prisma.sql`SELECT r."key" AS run, ${value} AS value FROM "Run" r
      WHERE r."projectId" = ${projectId} AND ${after(order, place, value, Prisma.sql`r."key"`)} AND ${isWithout}
      ORDER BY r."key" ${direction(order)} LIMIT ${limit}`,
  );
  return readPlaces(rows);
}
