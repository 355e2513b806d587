import type { FilterField, FilterNode, FilterOperator, FilterValue } from '@proofload/domain';
import { Prisma } from '../generated/client.ts';

/** A filter over `"Run" r` as a condition; names and values are parameters throughout. */
export function compileFilter(node: FilterNode): Prisma.Sql {
  switch (node.kind) {
    case 'and':
    case 'or':
      return Prisma.sql`(${Prisma.join(node.operands.map(compileFilter), node.kind === 'and' ? ' AND ' : ' OR ')})`;
    case 'not':
      return Prisma.sql`(NOT ${compileFilter(node.operand)})`;
    case 'compare':
      return compare(node.field, node.operator, node.value);
    case 'in':
      return Prisma.sql`(${Prisma.join(
        node.values.map((value) => compare(node.field, '=', value)),
        ' OR ',
      )})`;
  }
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
  experiment: Prisma.sql`(SELECT e."name" FROM "Experiment" e WHERE e."id" = r."experimentId")`,
  replicate: Prisma.sql`r."replicate"`,
  createdAt: Prisma.sql`r."createdAt"`,
  startedAt: Prisma.sql`r."startedAt"`,
  finishedAt: Prisma.sql`r."finishedAt"`,
  pinned: Prisma.sql`(r."pinnedAt" IS NOT NULL)`,
};

const operators: Readonly<Record<Exclude<FilterOperator, '~' | '!='>, Prisma.Sql>> = {
  '=': Prisma.sql`=`,
  '<': Prisma.sql`<`,
  '<=': Prisma.sql`<=`,
  '>': Prisma.sql`>`,
  '>=': Prisma.sql`>=`,
};

/** A value that the run does not have makes the comparison false; `!=` is the opposite of `=`. */
function compare(field: FilterField, operator: FilterOperator, value: FilterValue): Prisma.Sql {
  if (operator === '!=') return Prisma.sql`(NOT ${compare(field, '=', value)})`;
  return Prisma.sql`COALESCE(${test(field, operator, value)}, false)`;
}

function test(field: FilterField, operator: Exclude<FilterOperator, '!='>, value: FilterValue): Prisma.Sql {
  switch (field.kind) {
    case 'label':
      return testText(Prisma.sql`(r."labels" ->> ${field.name})`, operator, value);
    case 'param':
      return testParam(field.name, operator, value);
    case 'measurement':
      return testMeasurement(field.name, operator, value);
    case 'plain':
      return Prisma.sql`CASE WHEN r."params" ? ${field.name} THEN ${testParam(field.name, operator, value)}
        ELSE ${value.kind === 'number' ? testMeasurement(field.name, operator, value) : Prisma.sql`false`} END`;
    case 'time':
      return Prisma.sql`${columns[field.name]} ${comparison(operator)} ${new Date(Number(value.value))}`;
    case 'flag':
      return Prisma.sql`${columns[field.name]} = ${value.value === true}`;
    case 'number':
      return Prisma.sql`${columns[field.name]} ${comparison(operator)} ${Number(value.value)}`;
    default:
      return testText(columns[field.name] ?? Prisma.sql`NULL::text`, operator, value);
  }
}

const comparison = (operator: Exclude<FilterOperator, '!='>): Prisma.Sql =>
  operators[operator === '~' ? '=' : operator];

function testText(expression: Prisma.Sql, operator: FilterOperator, value: FilterValue): Prisma.Sql {
  if (operator === '~') return Prisma.sql`strpos(lower(${expression}), lower(${String(value.value)})) > 0`;
  return Prisma.sql`${expression} = ${String(value.value)}`;
}

function testParam(name: string, operator: Exclude<FilterOperator, '!='>, value: FilterValue): Prisma.Sql {
  const text = Prisma.sql`(r."params" ->> ${name})`;
  if (operator === '~') return testText(text, operator, value);
  const type = Prisma.sql`jsonb_typeof(r."params" -> ${name})`;
  if (value.kind === 'number') {
    // CASE, because AND may be evaluated in either order and the cast would fail on a text.
    const otherwise = operator === '=' ? Prisma.sql`${text} = ${String(value.value)}` : Prisma.sql`false`;
    return Prisma.sql`CASE WHEN ${type} = 'number' THEN ${text}::float8 ${comparison(operator)} ${value.value}::float8 ELSE ${otherwise} END`;
  }
  return Prisma.sql`(${text} = ${String(value.value)})`;
}

function testMeasurement(
  name: string,
  operator: Exclude<FilterOperator, '!='>,
  value: FilterValue,
): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT 1 FROM "RunMeasurement" m WHERE m."runId" = r."id" AND m."name" = ${name}
    AND m."value" ${comparison(operator)} ${Number(value.value)}::float8)`;
}
