import { Prisma } from '../generated/client.ts';

/** Some of the runs of a project, as a filter describes them. */
export type RunSet =
  | { kind: 'none' }
  | { kind: 'all' }
  | RunLeaf
  | { kind: 'and' | 'or'; parts: readonly RunSet[] }
  | { kind: 'not'; part: RunSet };

/** What one index finds. Both ways of asking give the same runs. */
export interface RunLeaf {
  kind: 'leaf';
  /** A query of the keys of these runs, each once, as `run`. */
  select: Prisma.Sql;
  /** Whether `k.run`, the key of a run of the project, is one of them; never unknown. */
  test: Prisma.Sql;
  /** Whether the test reads `"Run" r`. */
  readsRun: boolean;
  /** The condition over `"Run" r`, where it is nothing else. */
  row?: Prisma.Sql;
  /** The field and the condition over `v."number"`, where it is nothing else. */
  numbers?: { field: number; test: Prisma.Sql };
}

export const noRuns: RunSet = { kind: 'none' };
export const allRuns: RunSet = { kind: 'all' };

/** Those that are in every one of the sets. */
export function intersect(sets: readonly RunSet[]): RunSet {
  const parts = sets.flatMap((set) => (set.kind === 'and' ? set.parts : [set]));
  if (parts.some(({ kind }) => kind === 'none')) return noRuns;
  const kept = parts.filter(({ kind }) => kind !== 'all');
  return kept.length < 2 ? (kept[0] ?? allRuns) : { kind: 'and', parts: kept };
}

/** Those that are in one of the sets at least. */
export function unite(sets: readonly RunSet[]): RunSet {
  const parts = sets.flatMap((set) => (set.kind === 'or' ? set.parts : [set]));
  if (parts.some(({ kind }) => kind === 'all')) return allRuns;
  const kept = parts.filter(({ kind }) => kind !== 'none');
  if (kept.length < 2) return kept[0] ?? noRuns;
  // Everything but a set is large: what is in none of the sets is found instead.
  return kept.some(({ kind }) => kind === 'not')
    ? complement(intersect(kept.map(complement)))
    : { kind: 'or', parts: kept };
}

export function complement(set: RunSet): RunSet {
  if (set.kind === 'none') return allRuns;
  if (set.kind === 'all') return noRuns;
  if (set.kind === 'not') return set.part;
  // What is in none of several sets is found without uniting them.
  return set.kind === 'or' ? intersect(set.parts.map(complement)) : { kind: 'not', part: set };
}

/** The leaves of which a run must be in one at least; none where there are no such leaves. */
export function positiveLeaves(set: RunSet): RunLeaf[] {
  if (set.kind === 'leaf') return [set];
  return set.kind === 'and' || set.kind === 'or' ? set.parts.flatMap(positiveLeaves) : [];
}

/** Keys of runs, as the database writes arrays: they only go back there. */
export interface FoundKeys {
  arrays: readonly string[];
  /** How many they are at most. */
  size: number;
}

/**
 * Keys among which all runs of a set are, from what is known of its leaves; null when they may be many.
 * @param known the keys of those leaves that have few
 */
export function findCandidates(set: RunSet, known: ReadonlyMap<RunLeaf, FoundKeys>): FoundKeys | null {
  if (set.kind === 'none') return { arrays: [], size: 0 };
  if (set.kind === 'leaf') return known.get(set) ?? null;
  if (set.kind !== 'and' && set.kind !== 'or') return null;
  const found = set.parts.map((part) => findCandidates(part, known));
  const few = found.filter((keys) => keys !== null);
  if (set.kind === 'and') return few.sort((a, b) => a.size - b.size)[0] ?? null;
  if (few.length < found.length) return null;
  return {
    arrays: few.flatMap(({ arrays }) => arrays),
    size: few.reduce((sum, { size }) => sum + size, 0),
  };
}

/** Whether a test of the set reads `"Run" r`. */
export function readsRun(set: RunSet): boolean {
  if (set.kind === 'leaf') return set.readsRun;
  if (set.kind === 'not') return readsRun(set.part);
  return set.kind === 'and' || set.kind === 'or' ? set.parts.some(readsRun) : false;
}

/** Whether `k.run` is in the set: for few runs, each of which is looked up. */
export function testRun(set: RunSet): Prisma.Sql {
  switch (set.kind) {
    case 'none':
      return Prisma.sql`false`;
    case 'all':
      return Prisma.sql`true`;
    case 'leaf':
      return set.test;
    case 'not':
      return Prisma.sql`(NOT ${testRun(set.part)})`;
    case 'and':
    case 'or':
      return Prisma.sql`(${Prisma.join(set.parts.map(testRun), set.kind === 'and' ? ' AND ' : ' OR ')})`;
  }
}

/** A query of the keys of all runs of the set, each once, as `run`: for many, of which the leaves are read side by side. */
export function selectRuns(projectId: string, set: RunSet): Prisma.Sql {
  switch (set.kind) {
    case 'none':
      return Prisma.sql`SELECT NULL::bigint AS run WHERE false`;
    case 'all':
      return Prisma.sql`SELECT r."key" AS run FROM "Run" r WHERE r."projectId" = ${projectId}`;
    case 'leaf':
      return set.select;
    case 'or':
      return Prisma.join(
        set.parts.map((part) => Prisma.sql`(${selectRuns(projectId, part)})`),
        ' UNION ',
      );
    case 'not':
      return selectCommon(projectId, [set]);
    case 'and':
      return selectCommon(projectId, set.parts);
  }
}

function selectCommon(projectId: string, parts: readonly RunSet[]): Prisma.Sql {
  const [first = allRuns, ...others] = parts.filter(({ kind }) => kind !== 'not');
  const without = parts.flatMap((part) => (part.kind === 'not' ? [part.part] : []));
  const joins = others.map(
    (other, index) =>
      Prisma.sql`JOIN (${selectRuns(projectId, other)}) ${alias(index)} ON ${alias(index)}.run = k.run`,
  );
  const lacks = without.map(
    (set) => Prisma.sql`NOT EXISTS (SELECT 1 FROM (${selectRuns(projectId, set)}) n WHERE n.run = k.run)`,
  );
  const where = lacks.length === 0 ? Prisma.empty : Prisma.sql`WHERE ${Prisma.join(lacks, ' AND ')}`;
  const from = Prisma.join([Prisma.sql`(${selectRuns(projectId, first)}) k`, ...joins], ' ');
  return Prisma.sql`SELECT k.run FROM ${from} ${where}`;
}

/** Sets that are read side by side before what is left of them is counted. */
const readFirst = 5;

/**
 * The same, of all runs: when few are left of the first sets, those are looked up in the others instead.
 * @param few as many are looked up
 */
export function selectAllRuns(projectId: string, set: RunSet, few: number): Prisma.Sql {
  const parts = set.kind === 'and' ? [...set.parts].sort((a, b) => rank(a) - rank(b)) : [];
  if (parts.length <= readFirst) return selectRuns(projectId, set);
  const rest = parts.slice(readFirst);
  const test = Prisma.join(rest.map(testRun), ' AND ');
  const look = rest.some(readsRun)
    ? Prisma.sql`EXISTS (SELECT 1 FROM "Run" r WHERE r."key" = k.run AND ${test})`
    : test;
  const joined = selectCommon(projectId, [
    { kind: 'leaf', select: firstKeys, test, readsRun: false },
    ...rest,
  ]);
  // Only one of the branches is carried out. In the CASE the tests stay look-ups, and become no joins.
  return Prisma.sql`WITH first AS MATERIALIZED (${selectCommon(projectId, parts.slice(0, readFirst))}),
      left_over AS MATERIALIZED (SELECT count(*) <= ${few} AS few FROM first)
    SELECT k.run FROM first k WHERE (SELECT few FROM left_over) AND CASE WHEN true THEN ${look} END
    UNION ALL
    SELECT k.run FROM (${joined}) k WHERE NOT (SELECT few FROM left_over)`;
}

const firstKeys = Prisma.sql`SELECT f.run FROM first f`;
const rank = ({ kind }: RunSet): number => (kind === 'leaf' ? 0 : kind === 'not' ? 2 : 1);

const alias = (index: number): Prisma.Sql => Prisma.raw(`s${index}`);
