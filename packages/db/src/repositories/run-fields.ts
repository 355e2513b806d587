import type { FilterNode } from '@proofload/domain';
import type { Db } from '../client.ts';
import { Prisma } from '../generated/client.ts';

type RunFieldKind = 'measurement' | 'param-number' | 'param-text' | 'label';

/** Characters of a text by which runs are found; longer ones are told apart by the rows of the runs. */
export const indexedTextLength = 200;

/** The fields of a project that a query names. */
export interface RunFields {
  /** The number of a field in `RunValue`; null when no run has it. */
  find(kind: RunFieldKind, name: string, text?: string): number | null;
  /** Whether some run has, or had, a parameter of that name. */
  hasParam(name: string): boolean;
  /** Whether some text of that name goes on where the index ends. */
  hasCutText(name: string): boolean;
}

interface FieldRow {
  id: number;
  kind: RunFieldKind;
  name: string;
  text: string;
}

/** Looks up what a filter and a sort name, texts included. One short query, as it asks for what is named alone. */
export async function findRunFields(
  db: Pick<Db, '$queryRaw'>,
  projectId: string,
  filter: FilterNode | null,
  sortName: string | null,
): Promise<RunFields> {
  const named = filter === null ? [] : collectNamed(filter);
  const names = [...new Set([...named.map(({ name }) => name), ...(sortName === null ? [] : [sortName])])];
  if (names.length === 0) return toRunFields([], []);
  const texts = [...new Set(['', ...named.flatMap(({ texts }) => texts.map(indexedText))])];
  const rows = await db.$queryRaw<FieldRow[]>`
    SELECT "id", "kind", "name", "text" FROM "RunField" f
    WHERE f."projectId" = ${projectId} AND f."name" IN (${Prisma.join(names)}) AND f."text" IN (${Prisma.join(texts)})`;
  const facts = await db.$queryRaw<NameFacts[]>`
    SELECT n.name, EXISTS (
        SELECT 1 FROM "RunField" f WHERE f."projectId" = ${projectId} AND f."name" = n.name
        AND f."kind" IN ('param-number', 'param-text')) AS "hasParam",
      EXISTS (
        SELECT 1 FROM "RunField" f WHERE f."projectId" = ${projectId} AND f."name" = n.name
        AND char_length(f."text") >= ${Prisma.raw(String(indexedTextLength))}) AS "hasCutText"
    FROM unnest(${names}::text[]) AS n(name)`;
  return toRunFields(rows, facts);
}

/** A text as `RunField` has it. */
const indexedText = (text: string): string => [...text].slice(0, indexedTextLength).join('');

export const isCutText = (text: string): boolean => [...text].length >= indexedTextLength;

interface NameFacts {
  name: string;
  hasParam: boolean;
  hasCutText: boolean;
}

function toRunFields(rows: readonly FieldRow[], facts: readonly NameFacts[]): RunFields {
  const keyOf = (kind: string, name: string, text: string): string => JSON.stringify([kind, name, text]);
  const ids = new Map(rows.map(({ id, kind, name, text }) => [keyOf(kind, name, text), id]));
  return {
    find: (kind, name, text = '') => ids.get(keyOf(kind, name, indexedText(text))) ?? null,
    hasParam: (name) => facts.some((one) => one.name === name && one.hasParam),
    hasCutText: (name) => facts.some((one) => one.name === name && one.hasCutText),
  };
}

function collectNamed(node: FilterNode): { name: string; texts: string[] }[] {
  switch (node.kind) {
    case 'and':
    case 'or':
      return node.operands.flatMap(collectNamed);
    case 'not':
      return collectNamed(node.operand);
    case 'compare':
      return [{ name: node.field.name, texts: [String(node.value.value)] }];
    case 'in':
      return [{ name: node.field.name, texts: node.values.map(({ value }) => String(value)) }];
  }
}
