import { ProofloadError } from '@proofload/domain';
import { Prisma } from '../generated/client.ts';
import type { RunFields } from './run-fields.ts';

/** By what a list is sorted: a column of `"Run" r`, or the number of a field. */
export type RunOrder = { isDescending: boolean } & (
  | { by: 'column'; column: Prisma.Sql; type: 'time' | 'text' }
  /** Null when no run has it, and the order is that of their creation. */
  | { by: 'field'; field: number | null; type: 'number' }
);

/** The place of a run in an order. Runs without a value come last, in either direction. */
export interface Place {
  value: number | string | null;
  run: number;
}

/** Each has an index of the project, the column and the key. */
const columns: Readonly<Record<string, { column: Prisma.Sql; type: 'time' | 'text' }>> = {
  createdAt: { column: Prisma.sql`r."createdAt"`, type: 'time' },
  startedAt: { column: Prisma.sql`r."startedAt"`, type: 'time' },
  finishedAt: { column: Prisma.sql`r."finishedAt"`, type: 'time' },
  // Of long ones the beginning, which the index has.
  name: { column: Prisma.sql`r."shortName"`, type: 'text' },
  status: { column: Prisma.sql`r."status"`, type: 'text' },
  outcome: { column: Prisma.sql`r."outcome"`, type: 'text' },
  verdict: { column: Prisma.sql`r."verdict"`, type: 'text' },
  treatment: { column: Prisma.sql`r."shortTreatment"`, type: 'text' },
};

/** The name that a sort (`-p95`) asks for, when it is none of a column; else null. */
export function sortedField(sort: string): string | null {
  const name = sort.replace(/^-/, '');
  return Object.hasOwn(columns, name) ? null : name;
}

/** A name that is no column is that of a measurement, or else of a numeric parameter. */
export function readOrder(sort: string, fields: RunFields): RunOrder {
  const isDescending = sort.startsWith('-');
  const name = sort.replace(/^-/, '');
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
  if (column) return { by: 'column', isDescending, ...column };
  const field = fields.find('measurement', name) ?? fields.find('param-number', name);
  return { by: 'field', isDescending, field, type: 'number' };
}

export const direction = ({ isDescending }: RunOrder): Prisma.Sql =>
  isDescending ? Prisma.sql`DESC` : Prisma.sql`ASC`;

/** What comes after a place, in the order of a value and the key of the run. */
export function after(order: RunOrder, place: Place | null, value: Prisma.Sql, run: Prisma.Sql): Prisma.Sql {
  if (place === null) return Prisma.sql`true`;
  const sign = order.isDescending ? Prisma.sql`<` : Prisma.sql`>`;
  const isLater = Prisma.sql`${run} ${sign} ${place.run}`;
  if (place.value === null) return Prisma.sql`(${value} IS NULL AND ${isLater})`;
  const from = placeValue(order, place);
  return Prisma.sql`(${value} ${sign} ${from} OR (${value} = ${from} AND ${isLater}) OR ${value} IS NULL)`;
}

/** The same where nothing is null, in the one form that an index is entered by. */
export function afterInIndex(
  order: RunOrder,
  place: Place | null,
  value: Prisma.Sql,
  run: Prisma.Sql,
): Prisma.Sql {
  if (place === null) return Prisma.sql`true`;
  const sign = order.isDescending ? Prisma.sql`<` : Prisma.sql`>`;
  return Prisma.sql`(${value}, ${run}) ${sign} (${placeValue(order, place)}, ${place.run}::bigint)`;
}

function placeValue({ type }: RunOrder, { value }: Place): Prisma.Sql {
  if (type === 'time') return Prisma.sql`${new Date(Number(value))}`;
  return type === 'number' ? Prisma.sql`${Number(value)}::float8` : Prisma.sql`${String(value)}`;
}

export function encodeCursor({ value, run }: Place): string {
  return Buffer.from(JSON.stringify([value, run])).toString('base64url');
}

/** Throws `invalid` for anything but a cursor of a list in this order. */
export function decodeCursor(cursor: string, order: RunOrder): Place {
  const refuse = (cause?: unknown): ProofloadError =>
    new ProofloadError('invalid', 'The cursor is not one that a list gave', {
      fields: [{ field: 'cursor', message: 'expected the nextCursor of an earlier page with the same sort' }],
      cause,
    });
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch (cause) {
    throw refuse(cause);
  }
  if (!Array.isArray(parsed)) throw refuse();
  const [value, run] = parsed as unknown[];
  if (typeof run !== 'number' || !Number.isSafeInteger(run)) throw refuse();
  if (value === null) return { value, run };
  if (order.type === 'text' ? typeof value !== 'string' : typeof value !== 'number') throw refuse();
  if (order.type === 'time' && Number.isNaN(new Date(value as number).getTime())) throw refuse();
  return { value: value as string | number, run };
}
