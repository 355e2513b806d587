import type { Db } from '../client.ts';
import { Prisma } from '../generated/client.ts';
import { type FoundPlaces, mostCounted, type PageQuery, selectInOrder } from './run-list-all.ts';
import { after, direction, type Place, type RunOrder } from './run-list-order.ts';
import { readPlaces, type StoredPlace, tuned } from './run-list-query.ts';
import {
  type FoundKeys,
  findCandidates,
  positiveLeaves,
  type RunLeaf,
  type RunSet,
  readsRun,
  selectAllRuns,
  selectRuns,
  testRun,
} from './run-set.ts';

/** How many runs make which way of finding them the best; only times depend on it. */
export interface ListBounds {
  /** With no more runs than this to be tried, each of them is looked up. */
  few: number;
  /** The runs that are tried in order, in the hope that enough of them pass. */
  tried: number;
  /** With no more runs left of the first sets, these are looked up in the others. */
  leftOver: number;
}

export const usualBounds: ListBounds = { few: 2000, tried: 2000, leftOver: 5000 };

/**
 * A page of the runs of a set. When what one index finds is little, that is looked through. When many pass, the first
 * ones in order are soon found and the count can stop early. Else all are found, and sorted.
 */
export async function listMatchingRuns(
  db: Db,
  query: PageQuery,
  set: RunSet,
  bounds: ListBounds,
): Promise<FoundPlaces> {
  const candidates = findCandidates(set, await readFew(db, positiveLeaves(set), bounds));
  if (candidates?.size === 0) return { places: [], total: 0, isTotalExact: true };
  if (candidates !== null && candidates.size <= bounds.few) return findAmong(db, query, set, candidates);
  const places = await tryInOrder(db, query, set, bounds);
  if (places.length < query.limit) return findAll(db, query, set, bounds);
  const total = await countRuns(db, query.projectId, set);
  return { places, total: Math.min(total, mostCounted), isTotalExact: total <= mostCounted };
}

/** The runs of those leaves that have few. */
async function readFew(
  db: Db,
  leaves: readonly RunLeaf[],
  { few }: ListBounds,
): Promise<Map<RunLeaf, FoundKeys>> {
  if (leaves.length === 0) return new Map();
  const asked = leaves.map(
    ({ select }, index) => Prisma.sql`SELECT ${index}::int AS leaf,
      ARRAY(SELECT b.run FROM (${select}) b LIMIT ${few + 1}) AS runs`,
  );
  const rows = await db.$queryRaw<{ leaf: number; runs: string; size: number }[]>`
    WITH bounded AS MATERIALIZED (${Prisma.join(asked, ' UNION ALL ')})
    SELECT leaf, cardinality(runs) AS size, runs::text AS runs FROM bounded WHERE cardinality(runs) <= ${few}`;
  return new Map(
    rows.flatMap(({ leaf, runs, size }) => (leaves[leaf] ? [[leaves[leaf], { arrays: [runs], size }]] : [])),
  );
}

/** Those that pass among the next runs in order; nothing where no index has the order. */
async function tryInOrder(db: Db, query: PageQuery, set: RunSet, { tried }: ListBounds): Promise<Place[]> {
  const inOrder = selectInOrder({ ...query, limit: tried });
  if (inOrder === null) return [];
  const { order, limit, projectId } = query;
  const run = readsRun(set) ? joinRun(projectId) : Prisma.empty;
  const rows = await tuned<StoredPlace>(
    db,
    'look-up',
    Prisma.sql`SELECT k.run, k.value FROM (${inOrder}) k ${run} WHERE ${testRun(set)}
      ORDER BY k.value ${direction(order)}, k.run ${direction(order)} LIMIT ${limit}`,
  );
  return readPlaces(rows);
}

async function countRuns(db: Db, projectId: string, set: RunSet): Promise<number> {
  const [counted] = await tuned<{ total: number }>(
    db,
    'merge-some',
    Prisma.sql`SELECT count(*)::int AS total FROM (
      SELECT FROM (${selectRuns(projectId, set)}) k LIMIT ${mostCounted + 1}) bounded`,
  );
  return counted?.total ?? 0;
}

function findAmong(db: Db, query: PageQuery, set: RunSet, keys: FoundKeys): Promise<FoundPlaces> {
  const { projectId, order } = query;
  const run = readsRun(set) || order.by === 'column' ? joinRun(projectId) : Prisma.empty;
  const arrays = keys.arrays.map((array) => Prisma.sql`SELECT unnest(${array}::text::bigint[])`);
  return sortHits(
    db,
    'look-up',
    query,
    Prisma.sql`valued AS MATERIALIZED (SELECT k.run, ${sortValue(order)} AS value
      FROM (${Prisma.join(arrays, ' UNION ')}) k(run) ${run} ${joinOrder(order)} WHERE ${testRun(set)})`,
  );
}

function findAll(db: Db, query: PageQuery, set: RunSet, { few, leftOver }: ListBounds): Promise<FoundPlaces> {
  const { projectId, order } = query;
  const run = order.by === 'column' ? joinRun(projectId) : Prisma.empty;
  // Only one of the branches is carried out.
  return sortHits(
    db,
    'merge',
    query,
    Prisma.sql`hits AS MATERIALIZED (${selectAllRuns(projectId, set, leftOver)}),
      counted AS MATERIALIZED (SELECT count(*) <= ${few} AS few FROM hits),
      valued AS MATERIALIZED (
        SELECT k.run, ${lookUpValue(order)} AS value FROM hits k WHERE (SELECT few FROM counted)
        UNION ALL
        SELECT k.run, ${sortValue(order)} FROM hits k ${run} ${joinOrder(order)} WHERE NOT (SELECT few FROM counted))`,
  );
}

/** @param valued the query `valued`, of `run` and `value`, with those that it needs */
async function sortHits(
  db: Db,
  joins: 'merge' | 'look-up',
  { order, place, limit }: PageQuery,
  valued: Prisma.Sql,
): Promise<FoundPlaces> {
  const sorted = (alias: Prisma.Sql): Prisma.Sql =>
    Prisma.sql`${alias}.value ${direction(order)} NULLS LAST, ${alias}.run ${direction(order)}`;
  const rows = await tuned<{ total: number; run: bigint | null; value: StoredPlace['value'] }>(
    db,
    joins,
    Prisma.sql`WITH ${valued}
      SELECT total.total, page.run, page.value FROM (SELECT count(*)::int AS total FROM valued) total
      LEFT JOIN LATERAL (
        SELECT h.run, h.value FROM valued h
        WHERE ${after(order, place, Prisma.sql`h.value`, Prisma.sql`h.run`)}
        ORDER BY ${sorted(Prisma.sql`h`)} LIMIT ${limit}) page ON true
      ORDER BY ${sorted(Prisma.sql`page`)}`,
  );
  const places = readPlaces(rows.flatMap(({ run, value }) => (run === null ? [] : [{ run, value }])));
  return { places, total: rows[0]?.total ?? 0, isTotalExact: true };
}

const joinRun = (projectId: string): Prisma.Sql =>
  Prisma.sql`JOIN "Run" r ON r."key" = k.run AND r."projectId" = ${projectId}`;

const joinOrder = (order: RunOrder): Prisma.Sql =>
  order.by === 'field' && order.field !== null
    ? Prisma.sql`LEFT JOIN (SELECT v."run", v."number" FROM "RunValue" v WHERE v."field" = ${order.field}) o
        ON o.run = k.run`
    : Prisma.empty;

function sortValue(order: RunOrder): Prisma.Sql {
  if (order.by === 'column') return order.column;
  return order.field === null ? Prisma.sql`NULL::float8` : Prisma.sql`o."number"`;
}

/** The same for one run. */
function lookUpValue(order: RunOrder): Prisma.Sql {
  if (order.by === 'column') return Prisma.sql`(SELECT ${order.column} FROM "Run" r WHERE r."key" = k.run)`;
  if (order.field === null) return Prisma.sql`NULL::float8`;
  return Prisma.sql`(SELECT v."number" FROM "RunValue" v WHERE v."field" = ${order.field} AND v."run" = k.run)`;
}
