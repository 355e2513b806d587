import type { Db } from '../client.ts';
import { Prisma } from '../generated/client.ts';
import { type CompiledFilter, inSet, type ValueSet } from './filter-sql.ts';
import { type FoundPlaces, mostCounted, type PageQuery, selectInOrder } from './run-list-all.ts';
import { after, direction, type Place, type RunOrder } from './run-list-order.ts';
import { readPlaces, type StoredPlace, tuned } from './run-list-query.ts';

/** With no more runs than this in one of the sets, what else they have is looked up for each. */
const fewRuns = 2000;

/** The runs that are tried in order, in the hope that enough of them pass. */
const triedRuns = 2000;

/**
 * A page of the runs that pass a filter. When many do, the first ones in order are soon found and the count can stop
 * early. Else all are found, and sorted.
 */
export async function listMatchingRuns(
  db: Db,
  query: PageQuery,
  filter: CompiledFilter,
): Promise<FoundPlaces> {
  const { sets, size } = await smallestFirst(db, filter.sets);
  const sized = { ...filter, sets };
  if (size !== null && size <= fewRuns) return findAll(db, query, sized, true);
  const places = await tryInOrder(db, query, sized);
  if (places.length < query.limit) return findAll(db, query, sized, false);
  const total = await countRuns(db, query.projectId, sized);
  return { places, total: Math.min(total, mostCounted), isTotalExact: total <= mostCounted };
}

/** The sets with the smallest one first, and its size as far as it was counted. */
async function smallestFirst(
  db: Db,
  sets: readonly ValueSet[],
): Promise<{ sets: ValueSet[]; size: number | null }> {
  if (sets.length === 0) return { sets: [], size: null };
  const counts = sets.map(
    (set) => Prisma.sql`(SELECT count(*)::int FROM (
      SELECT FROM "RunValue" v WHERE ${inSet(set)} LIMIT ${fewRuns + 1}) bounded)`,
  );
  const [row] = await db.$queryRaw<{ sizes: number[] }[]>`SELECT ARRAY[${Prisma.join(counts)}] AS sizes`;
  const sized = sets.map((set, index) => ({ set, size: row?.sizes[index] ?? 0 }));
  sized.sort((a, b) => a.size - b.size);
  return { sets: sized.map(({ set }) => set), size: sized[0]?.size ?? 0 };
}

/** Those that pass among the next runs in order; nothing where no index has the order. */
async function tryInOrder(db: Db, query: PageQuery, filter: CompiledFilter): Promise<Place[]> {
  const inOrder = selectInOrder({ ...query, limit: triedRuns });
  if (inOrder === null) return [];
  const { order, limit, projectId } = query;
  const tests = [
    ...filter.sets.map(
      (set) => Prisma.sql`EXISTS (SELECT 1 FROM "RunValue" v WHERE v."run" = k.run AND ${inSet(set)})`,
    ),
    ...(filter.condition ? [filter.condition] : []),
  ];
  const run = filter.readsRun
    ? Prisma.sql`JOIN "Run" r ON r."key" = k.run AND r."projectId" = ${projectId}`
    : Prisma.empty;
  const rows = await tuned<StoredPlace>(
    db,
    'look-up',
    Prisma.sql`SELECT k.run, k.value FROM (${inOrder}) k ${run} WHERE ${Prisma.join(tests, ' AND ')}
      ORDER BY k.value ${direction(order)}, k.run ${direction(order)} LIMIT ${limit}`,
  );
  return readPlaces(rows);
}

async function countRuns(db: Db, projectId: string, filter: CompiledFilter): Promise<number> {
  const [counted] = await tuned<{ total: number }>(
    db,
    'merge',
    Prisma.sql`SELECT count(*)::int AS total FROM (
      ${selectMatching(projectId, filter)} LIMIT ${mostCounted + 1}) bounded`,
  );
  return counted?.total ?? 0;
}

async function findAll(
  db: Db,
  { projectId, order, place, limit }: PageQuery,
  filter: CompiledFilter,
  isFew: boolean,
): Promise<FoundPlaces> {
  const few =
    isFew && filter.sets[0] ? Prisma.sql`few AS MATERIALIZED (${selectSet(filter.sets[0])}),` : Prisma.empty;
  const sorted = (alias: Prisma.Sql): Prisma.Sql =>
    Prisma.sql`${alias}.value ${direction(order)} NULLS LAST, ${alias}.run ${direction(order)}`;
  const rows = await tuned<{ total: number; run: bigint | null; value: StoredPlace['value'] }>(
    db,
    isFew ? 'look-up' : 'merge',
    Prisma.sql`WITH ${few} hits AS MATERIALIZED (
        SELECT k.run, ${sortValue(order)} AS value ${fromHits(projectId, order, filter, isFew)})
      SELECT counted.total, page.run, page.value FROM (SELECT count(*)::int AS total FROM hits) counted
      LEFT JOIN LATERAL (
        SELECT h.run, h.value FROM hits h
        WHERE ${after(order, place, Prisma.sql`h.value`, Prisma.sql`h.run`)}
        ORDER BY ${sorted(Prisma.sql`h`)} LIMIT ${limit}) page ON true
      ORDER BY ${sorted(Prisma.sql`page`)}`,
  );
  const places = readPlaces(rows.flatMap(({ run, value }) => (run === null ? [] : [{ run, value }])));
  return { places, total: rows[0]?.total ?? 0, isTotalExact: true };
}

/** The keys of the runs that pass, as a query. */
export const selectMatching = (projectId: string, filter: CompiledFilter): Prisma.Sql =>
  Prisma.sql`SELECT k.run ${fromHits(projectId, null, filter, false)}`;

/**
 * The runs that pass, as `k`, with what they are sorted by.
 * @param order null when they are only counted
 * @param isFew whether `few` holds the first set
 */
function fromHits(
  projectId: string,
  order: RunOrder | null,
  { sets, condition, readsRun }: CompiledFilter,
  isFew: boolean,
): Prisma.Sql {
  const [first, ...others] = sets.map(selectSet);
  const ofRun = Prisma.sql`r."projectId" = ${projectId}`;
  const base = first
    ? Prisma.sql`${isFew ? Prisma.sql`few` : Prisma.sql`(${first})`} k`
    : Prisma.sql`"Run" r CROSS JOIN LATERAL (SELECT r."key" AS run) k`;
  const joins = others.map((other, index) => {
    const alias = Prisma.raw(`s${index}`);
    return Prisma.sql`JOIN (${other}) ${alias} ON ${alias}.run = k.run`;
  });
  if (first && (readsRun || order?.by === 'column'))
    joins.push(Prisma.sql`JOIN "Run" r ON r."key" = k.run AND ${ofRun}`);
  if (order?.by === 'field' && order.field !== null)
    joins.push(Prisma.sql`LEFT JOIN (SELECT v."run", v."number" FROM "RunValue" v WHERE v."field" = ${order.field}) o
      ON o.run = k.run`);
  const conditions = [...(first ? [] : [ofRun]), ...(condition ? [condition] : [])];
  const where =
    conditions.length === 0 ? Prisma.empty : Prisma.sql`WHERE ${Prisma.join(conditions, ' AND ')}`;
  return Prisma.sql`FROM ${Prisma.join([base, ...joins], ' ')} ${where}`;
}

const selectSet = (set: ValueSet): Prisma.Sql =>
  Prisma.sql`SELECT v."run" AS run FROM "RunValue" v WHERE ${inSet(set)}`;

function sortValue(order: RunOrder): Prisma.Sql {
  if (order.by === 'column') return order.column;
  return order.field === null ? Prisma.sql`NULL::float8` : Prisma.sql`o."number"`;
}
