import type { FilterField, FilterValue } from '@proofload/domain';
import { Prisma } from '../generated/client.ts';

/** Characters of a name and of a treatment that `Run_list_idx` has. */
const shortTextLength = 100;

/** A field that stands in a column of the run. */
export type ColumnField = Exclude<FilterField, { kind: 'label' | 'param' | 'measurement' | 'plain' }>;

export const comparisons = {
  '=': Prisma.sql`=`,
  '<': Prisma.sql`<`,
  '<=': Prisma.sql`<=`,
  '>': Prisma.sql`>`,
  '>=': Prisma.sql`>=`,
};
export type Comparison = keyof typeof comparisons;

const columns: Readonly<Record<ColumnField['name'], Prisma.Sql>> = {
  status: Prisma.sql`r."status"`,
  outcome: Prisma.sql`r."outcome"`,
  verdict: Prisma.sql`r."verdict"`,
  id: Prisma.sql`r."id"`,
  name: Prisma.sql`r."name"`,
  experiment: Prisma.sql`e."name"`,
  executor: Prisma.sql`r."executor"`,
  treatment: Prisma.sql`r."treatment"`,
  sweep: Prisma.sql`r."sweepId"`,
  replicate: Prisma.sql`r."replicate"`,
  createdAt: Prisma.sql`r."createdAt"`,
  startedAt: Prisma.sql`r."startedAt"`,
  finishedAt: Prisma.sql`r."finishedAt"`,
  pinned: Prisma.sql`(r."pinnedAt" IS NOT NULL)`,
  published: Prisma.sql`(r."citation" IS NOT NULL)`,
};

/** What of long columns stands in the index. */
const shortColumns: Readonly<Record<string, Prisma.Sql>> = {
  name: Prisma.sql`r."shortName"`,
  treatment: Prisma.sql`r."shortTreatment"`,
};

/** A comparison with a column of `"Run" r`; unknown where the run has no value. */
export function compareRow(
  projectId: string,
  field: ColumnField,
  comparison: Comparison,
  value: FilterValue,
): Prisma.Sql {
  const column = columns[field.name];
  const text = String(value.value);
  const sign = comparisons[comparison];
  if (field.kind === 'time') return Prisma.sql`${column} ${sign} ${new Date(Number(value.value))}`;
  if (field.kind === 'number') return Prisma.sql`${column} ${sign} ${Number(value.value)}`;
  if (field.kind === 'flag') return Prisma.sql`${column} = ${value.value === true}`;
  if (field.name === 'experiment') return ofExperiments(projectId, Prisma.sql`${column} = ${text}`);
  const short = shortColumns[field.name];
  if (!short) return Prisma.sql`${column} = ${text}`;
  const isShort = Prisma.sql`${short} = left(${text}, ${shortTextLength})`;
  return [...text].length < shortTextLength ? isShort : Prisma.sql`(${isShort} AND ${column} = ${text})`;
}

/** Conditions of which one holds when a column contains a text: what an index has, and the rest of long ones. */
export function searchRow(projectId: string, field: ColumnField, text: string): Prisma.Sql[] {
  const column = columns[field.name];
  if (field.name === 'experiment') return [ofExperiments(projectId, contains(column, text))];
  const short = shortColumns[field.name];
  if (!short) return [contains(column, text)];
  const isLong = Prisma.sql`char_length(${short}) = ${Prisma.raw(String(shortTextLength))}`;
  return [contains(short, text), Prisma.sql`${isLong} AND ${contains(column, text)}`];
}

/** Whether a text has another in it, without regard to case. */
export const contains = (expression: Prisma.Sql, text: string): Prisma.Sql =>
  Prisma.sql`strpos(lower(${expression}), lower(${text})) > 0`;

// As an array, which is found once and before; a join would be one more to be planned.
const ofExperiments = (projectId: string, test: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`r."experimentId" = ANY (ARRAY(SELECT e."id" FROM "Experiment" e WHERE e."projectId" = ${projectId} AND ${test}))`;
