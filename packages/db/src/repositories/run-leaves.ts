import { Prisma } from '../generated/client.ts';
import { indexedTextLength } from './run-fields.ts';
import type { RunLeaf, RunSet } from './run-set.ts';

/**
 * Runs that have one of some fields, by an index of `RunValue`.
 * @param fields ids, or a query of one column with them; no run has more than one of them
 * @param test over `v."number"`; null for texts
 */
export function leafOfValues(fields: readonly number[] | Prisma.Sql, test: Prisma.Sql | null): RunLeaf {
  const [first, ...others] = 'sql' in fields ? [] : fields;
  const ids = 'sql' in fields ? Prisma.sql`ARRAY(${fields})` : Prisma.sql`${[...fields]}::int[]`;
  const isOne = first !== undefined && others.length === 0;
  const isField = isOne ? Prisma.sql`v."field" = ${first}` : Prisma.sql`v."field" = ANY (${ids})`;
  // With the number of texts said, an index has the runs of one field in their order.
  const condition = Prisma.sql`${isField} AND ${test ?? Prisma.sql`v."number" = 0`}`;
  return {
    kind: 'leaf',
    select: Prisma.sql`SELECT v."run" AS run FROM "RunValue" v WHERE ${condition}`,
    test: Prisma.sql`EXISTS (SELECT 1 FROM "RunValue" v WHERE v."run" = k.run AND ${condition})`,
    readsRun: false,
    ...(isOne && test ? { numbers: { field: first, test } } : {}),
  };
}

/** Runs whose rows pass a condition over `"Run" r`, by an index that has its columns. */
export function leafOfRows(projectId: string, condition: Prisma.Sql): RunLeaf {
  return {
    kind: 'leaf',
    select: Prisma.sql`SELECT r."key" AS run FROM "Run" r WHERE r."projectId" = ${projectId} AND ${condition}`,
    test: Prisma.sql`COALESCE(${condition}, false)`,
    readsRun: true,
    row: condition,
  };
}

const isLong = Prisma.raw(`char_length(f."text") >= ${indexedTextLength}`);

/** Puts leaves that are read from the same place together, so that it is read once. */
export function mergeLeaves(projectId: string, kind: 'and' | 'or', sets: readonly RunSet[]): RunSet[] {
  const join = (conditions: readonly Prisma.Sql[]): Prisma.Sql =>
    Prisma.sql`(${Prisma.join([...conditions], kind === 'and' ? ' AND ' : ' OR ')})`;
  const rows = sets.flatMap((set) => (set.kind === 'leaf' && set.row ? [set.row] : []));
  const numbers = new Map<number, Prisma.Sql[]>();
  for (const set of sets) {
    if (set.kind !== 'leaf' || !set.numbers) continue;
    const { field, test } = set.numbers;
    numbers.set(field, [...(numbers.get(field) ?? []), test]);
  }
  return [
    ...sets.filter((set) => set.kind !== 'leaf' || !(set.row || set.numbers)),
    ...[...numbers].map(([field, tests]) => leafOfValues([field], join(tests))),
    ...(rows.length === 0 ? [] : [leafOfRows(projectId, join(rows))]),
  ];
}

export interface TextLeaf {
  kind: 'param-text' | 'label';
  name: string;
  /** Over a column of texts. */
  test(column: Prisma.Sql): Prisma.Sql;
  /** Whether some of the texts go on where those of `RunField` end. */
  hasLong: boolean;
}

/** Runs with a text that passes a test, which is asked of each different text once; of long ones, of the row. */
export function leafOfTexts(projectId: string, { kind, name, test, hasLong }: TextLeaf): RunLeaf {
  const column = kind === 'label' ? Prisma.sql`r."labels"` : Prisma.sql`r."params"`;
  const isText = Prisma.sql`jsonb_typeof(${column} -> ${name}) IN ('string', 'boolean')`;
  const row = Prisma.sql`(${isText} AND ${test(Prisma.sql`(${column} ->> ${name})`)})`;
  const fields = Prisma.sql`SELECT f."id" FROM "RunField" f
    WHERE f."projectId" = ${projectId} AND f."name" = ${name} AND f."kind" = ${kind}`;
  const isWhole = hasLong ? Prisma.sql`AND NOT (${isLong})` : Prisma.empty;
  const found = Prisma.sql`${fields} ${isWhole} AND ${test(Prisma.sql`f."text"`)}`;
  const { select } = leafOfValues(found, null);
  const long = Prisma.sql`SELECT v."run" FROM "RunValue" v JOIN "Run" r ON r."key" = v."run"
    WHERE v."field" = ANY (ARRAY(${fields} AND ${isLong})) AND ${row}`;
  return {
    kind: 'leaf',
    select: hasLong ? Prisma.sql`${select} UNION ALL ${long}` : select,
    test: Prisma.sql`COALESCE(${row}, false)`,
    readsRun: true,
  };
}

/** Runs that have a parameter of a name, whatever it is. */
export function leafOfParam(projectId: string, name: string): RunLeaf {
  const fields = Prisma.sql`SELECT f."id" FROM "RunField" f WHERE f."projectId" = ${projectId}
    AND f."name" = ${name} AND f."kind" IN ('param-number', 'param-text')`;
  const type = Prisma.sql`jsonb_typeof(r."params" -> ${name})`;
  return {
    kind: 'leaf',
    select: leafOfValues(fields, Prisma.sql`true`).select,
    test: Prisma.sql`COALESCE(${type} IN ('number', 'string', 'boolean'), false)`,
    readsRun: true,
  };
}
