import type { FilterField, FilterNode, FilterOperator, FilterValue } from '@proofload/domain';
import { Prisma } from '../generated/client.ts';
import { isCutText, type RunFields } from './run-fields.ts';

/** Rows of `RunValue`: those of one field, or of those whose number passes a condition. */
export interface ValueSet {
  field: number;
  /** Over `v."number"`. */
  test: Prisma.Sql | null;
}

/**
 * A filter, taken apart into what is found by indexes alone and the rest. A run passes when it is in every set and
 * passes the condition.
 */
export interface CompiledFilter {
  sets: ValueSet[];
  /** Over `k.run`, the key of a run, and `"Run" r`; null when there is nothing more to ask. */
  condition: Prisma.Sql | null;
  /** Whether the condition reads `"Run" r`. */
  readsRun: boolean;
}

type Operator = Exclude<FilterOperator, '!='>;

interface Compiling {
  projectId: string;
  fields: RunFields;
  readsRun: boolean;
}

/** Names and values are parameters throughout. */
export function compileFilter(projectId: string, node: FilterNode | null, fields: RunFields): CompiledFilter {
  const compiling: Compiling = { projectId, fields, readsRun: false };
  const operands = node === null ? [] : node.kind === 'and' ? node.operands : [node];
  const sets: ValueSet[] = [];
  const conditions: Prisma.Sql[] = [];
  for (const operand of operands) {
    const set = operand.kind === 'compare' ? toSingleSet(compiling, operand) : null;
    if (set) sets.push(set);
    // What is unknown is as good as false here, and an index can answer a comparison that stands alone.
    else if (operand.kind === 'compare' && operand.operator !== '!=')
      conditions.push(test(compiling, operand.field, operand.operator, operand.value));
    else conditions.push(compileNode(compiling, operand));
  }
  const condition = conditions.length === 0 ? null : Prisma.join(conditions, ' AND ');
  return { sets, condition, readsRun: compiling.readsRun };
}

/** A comparison that one range of one field answers; null when it needs more. */
function toSingleSet(
  compiling: Compiling,
  { field, operator, value }: FilterNode & { kind: 'compare' },
): ValueSet | null {
  if (operator === '!=' || operator === '~') return null;
  const sets = toSets(compiling, field, operator, value);
  return sets?.length === 1 && !isCutText(String(value.value)) ? (sets[0] ?? null) : null;
}

function compileNode(compiling: Compiling, node: FilterNode): Prisma.Sql {
  switch (node.kind) {
    case 'and':
    case 'or': {
      const operands = node.operands.map((operand) => compileNode(compiling, operand));
      return Prisma.sql`(${Prisma.join(operands, node.kind === 'and' ? ' AND ' : ' OR ')})`;
    }
    case 'not':
      return Prisma.sql`(NOT ${compileNode(compiling, node.operand)})`;
    case 'compare':
      return compare(compiling, node.field, node.operator, node.value);
    case 'in':
      return Prisma.sql`(${Prisma.join(
        node.values.map((value) => compare(compiling, node.field, '=', value)),
        ' OR ',
      )})`;
  }
}

/** A value that the run does not have makes the comparison false; `!=` is the opposite of `=`. */
function compare(
  compiling: Compiling,
  field: FilterField,
  operator: FilterOperator,
  value: FilterValue,
): Prisma.Sql {
  if (operator === '!=') return Prisma.sql`(NOT ${compare(compiling, field, '=', value)})`;
  return Prisma.sql`COALESCE(${test(compiling, field, operator, value)}, false)`;
}

/** True, or else false or unknown. */
function test(compiling: Compiling, field: FilterField, operator: Operator, value: FilterValue): Prisma.Sql {
  const sets = toSets(compiling, field, operator, value);
  if (sets !== null && !isCutText(String(value.value))) return isInOneOf(sets);
  if (field.kind === 'plain' && compiling.fields.hasParam(field.name) && value.kind === 'number') {
    return testParamOrMeasurement(compiling, field.name, operator, value);
  }
  compiling.readsRun = true;
  return testRow(compiling, field, operator, value);
}

/** The sets of which a run must be in one to pass; null when sets cannot say it. */
function toSets(
  { fields }: Compiling,
  field: FilterField,
  operator: Operator,
  value: FilterValue,
): ValueSet[] | null {
  if (operator === '~') return null;
  const text = String(value.value);
  const ofText = (kind: 'param-text' | 'label'): ValueSet[] =>
    toSet(fields.find(kind, field.name, text), null);
  const ofNumber = (kind: 'measurement' | 'param-number', number: number): ValueSet[] =>
    toSet(fields.find(kind, field.name), Prisma.sql`v."number" ${operators[operator]} ${number}::float8`);
  const ofParam = (): ValueSet[] => {
    const isEqual = operator === '=';
    if (value.kind === 'number')
      return [...ofNumber('param-number', value.value), ...(isEqual ? ofText('param-text') : [])];
    // A number is equal to its text too, when that is how it would be written.
    const isNumber = String(Number(text)) === text && Number.isFinite(Number(text));
    return [...ofText('param-text'), ...(isNumber ? ofNumber('param-number', Number(text)) : [])];
  };
  switch (field.kind) {
    case 'label':
      return ofText('label');
    case 'measurement':
      return ofNumber('measurement', Number(text));
    case 'param':
      return ofParam();
    case 'plain':
      if (fields.hasParam(field.name)) {
        const isBoth = value.kind === 'number' && fields.find('measurement', field.name) !== null;
        return isBoth ? null : ofParam();
      }
      return value.kind === 'number' ? ofNumber('measurement', value.value) : [];
    default:
      return null;
  }
}

const toSet = (field: number | null, test: Prisma.Sql | null): ValueSet[] =>
  field === null ? [] : [{ field, test }];

/** Rows of a set, as a condition over `"RunValue" v`. */
export const inSet = ({ field, test }: ValueSet): Prisma.Sql =>
  test ? Prisma.sql`v."field" = ${field} AND ${test}` : Prisma.sql`v."field" = ${field}`;

function isInOneOf(sets: readonly ValueSet[]): Prisma.Sql {
  if (sets.length === 0) return Prisma.sql`false`;
  const tests = sets.map(
    (set) => Prisma.sql`k.run IN (SELECT v."run" FROM "RunValue" v WHERE ${inSet(set)})`,
  );
  return Prisma.sql`(${Prisma.join(tests, ' OR ')})`;
}

/** The parameter decides when the run has one of that name, whatever it is; else the measurement. */
function testParamOrMeasurement(
  compiling: Compiling,
  name: string,
  operator: Operator,
  value: FilterValue,
): Prisma.Sql {
  const ofParam = isInOneOf(toSets(compiling, { kind: 'param', name }, operator, value) ?? []);
  const measured = isInOneOf(toSets(compiling, { kind: 'measurement', name }, operator, value) ?? []);
  return Prisma.sql`(${ofParam} OR (${measured} AND k.run NOT IN (
    SELECT v."run" FROM "RunValue" v WHERE v."field" IN (
      SELECT f."id" FROM "RunField" f WHERE f."projectId" = ${compiling.projectId} AND f."name" = ${name}
      AND f."kind" IN ('param-number', 'param-text')))))`;
}

const columns: Readonly<Record<string, Prisma.Sql>> = {
  status: Prisma.sql`r."status"`,
  outcome: Prisma.sql`r."outcome"`,
  verdict: Prisma.sql`r."verdict"`,
  id: Prisma.sql`r."id"`,
  name: Prisma.sql`r."name"`,
  executor: Prisma.sql`r."executor"`,
  treatment: Prisma.sql`r."treatment"`,
  sweep: Prisma.sql`r."sweepId"`,
  replicate: Prisma.sql`r."replicate"`,
  createdAt: Prisma.sql`r."createdAt"`,
  startedAt: Prisma.sql`r."startedAt"`,
  finishedAt: Prisma.sql`r."finishedAt"`,
  pinned: Prisma.sql`(r."pinnedAt" IS NOT NULL)`,
};

const operators: Readonly<Record<Exclude<Operator, '~'>, Prisma.Sql>> = {
  '=': Prisma.sql`=`,
  '<': Prisma.sql`<`,
  '<=': Prisma.sql`<=`,
  '>': Prisma.sql`>`,
  '>=': Prisma.sql`>=`,
};

/** A comparison with what stands in the row of the run. */
function testRow(
  { projectId }: Compiling,
  field: FilterField,
  operator: Operator,
  value: FilterValue,
): Prisma.Sql {
  const text = String(value.value);
  switch (field.kind) {
    case 'label':
      return testText(Prisma.sql`(r."labels" ->> ${field.name})`, operator, text);
    case 'param':
    case 'plain':
      return testText(Prisma.sql`(r."params" ->> ${field.name})`, operator, text);
    case 'time':
      return Prisma.sql`${columns[field.name]} ${comparison(operator)} ${new Date(Number(value.value))}`;
    case 'flag':
      return Prisma.sql`${columns[field.name]} = ${value.value === true}`;
    case 'number':
      return Prisma.sql`${columns[field.name]} ${comparison(operator)} ${Number(value.value)}`;
    default:
      if (field.name !== 'experiment') return testText(columns[field.name] ?? Prisma.empty, operator, text);
      // As an array, which is found once and before; a join would be one more to be planned.
      return Prisma.sql`r."experimentId" = ANY (ARRAY(SELECT e."id" FROM "Experiment" e
        WHERE e."projectId" = ${projectId} AND ${testText(Prisma.sql`e."name"`, operator, text)}))`;
  }
}

const comparison = (operator: Operator): Prisma.Sql => operators[operator === '~' ? '=' : operator];

function testText(expression: Prisma.Sql, operator: Operator, text: string): Prisma.Sql {
  if (operator === '~') return Prisma.sql`strpos(lower(${expression}), lower(${text})) > 0`;
  return Prisma.sql`${expression} = ${text}`;
}
