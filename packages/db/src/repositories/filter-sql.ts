import type { FilterField, FilterNode, FilterValue } from '@proofload/domain';
import { Prisma } from '../generated/client.ts';
import {
  type ColumnField,
  type Comparison,
  compareRow,
  comparisons,
  contains,
  searchRow,
} from './filter-row.ts';
import { isCutText, type RunFields } from './run-fields.ts';
import { leafOfParam, leafOfRows, leafOfTexts, leafOfValues, mergeLeaves } from './run-leaves.ts';
import { complement, intersect, noRuns, type RunSet, unite } from './run-set.ts';

interface Compiling {
  projectId: string;
  fields: RunFields;
}
/** Texts of a list whose runs are merged. */
const mostMerged = 8;

type ValueField = Exclude<FilterField, ColumnField>;

/** The runs that pass a filter. Names and values are parameters of the queries throughout. */
export function compileFilter(projectId: string, node: FilterNode, fields: RunFields): RunSet {
  return compileNode({ projectId, fields }, node);
}

function compileNode(compiling: Compiling, node: FilterNode): RunSet {
  switch (node.kind) {
    case 'and':
    case 'or': {
      const sets = node.operands.map((operand) => compileNode(compiling, operand));
      const merged = mergeLeaves(compiling.projectId, node.kind, sets);
      return node.kind === 'and' ? intersect(merged) : unite(merged);
    }
    case 'not':
      return complement(compileNode(compiling, node.operand));
    case 'in':
      return equal(compiling, node.field, node.values);
    case 'compare':
      return compare(compiling, node);
  }
}

/** A value that the run does not have makes the comparison false; `!=` is the opposite of `=`. */
function compare(compiling: Compiling, { field, operator, value }: FilterNode & { kind: 'compare' }): RunSet {
  if (operator === '=') return equal(compiling, field, [value]);
  if (operator === '!=') return complement(equal(compiling, field, [value]));
  if (operator === '~') return search(compiling, field, String(value.value));
  return order(compiling, field, operator, value);
}

/** Runs with one of some values. */
function equal(compiling: Compiling, field: FilterField, values: readonly FilterValue[]): RunSet {
  const { projectId, fields } = compiling;
  if (!isValueField(field)) {
    const tests = values.map((value) => compareRow(projectId, field, '=', value));
    return leafOfRows(projectId, Prisma.sql`(${Prisma.join(tests, ' OR ')})`);
  }
  const numbers = values.filter(({ kind }) => kind === 'number');
  const measured = (): RunSet => equalNumbers(compiling, 'measurement', field.name, numbers);
  const parameter = (): RunSet =>
    unite([
      equalNumbers(compiling, 'param-number', field.name, values),
      equalTexts(compiling, 'param-text', field.name, values),
    ]);
  switch (field.kind) {
    case 'label':
      return equalTexts(compiling, 'label', field.name, values);
    case 'measurement':
      return measured();
    case 'param':
      return parameter();
    case 'plain':
      return fields.hasParam(field.name)
        ? parameterOrElse(compiling, field.name, parameter(), measured())
        : measured();
  }
}

/** Runs with a value on one side of another. */
function order(compiling: Compiling, field: FilterField, comparison: Comparison, value: FilterValue): RunSet {
  const { projectId, fields } = compiling;
  if (!isValueField(field)) return leafOfRows(projectId, compareRow(projectId, field, comparison, value));
  const test = Prisma.sql`v."number" ${comparisons[comparison]} ${Number(value.value)}::float8`;
  const ofKind = (kind: 'measurement' | 'param-number'): RunSet =>
    ofNumbers(compiling, kind, field.name, test);
  if (field.kind === 'param') return ofKind('param-number');
  if (field.kind === 'plain' && fields.hasParam(field.name))
    return parameterOrElse(compiling, field.name, ofKind('param-number'), ofKind('measurement'));
  return ofKind('measurement');
}

/** Runs with a text that has another in it, without regard to case. */
function search(compiling: Compiling, field: FilterField, text: string): RunSet {
  const { projectId, fields } = compiling;
  if (!isValueField(field))
    return unite(searchRow(projectId, field, text).map((condition) => leafOfRows(projectId, condition)));
  const { name } = field;
  const isLabel = field.kind === 'label';
  const found = leafOfTexts(projectId, {
    kind: isLabel ? 'label' : 'param-text',
    name,
    test: (column) => contains(column, text),
    hasLong: fields.hasCutText(name),
  });
  // A number is searched as it is written.
  const isInNumber = contains(Prisma.sql`v."number"::text`, text);
  return isLabel ? found : unite([found, ofNumbers(compiling, 'param-number', name, isInNumber)]);
}

/** The parameter decides when the run has one of that name, whatever it is; else the measurement. */
function parameterOrElse(
  { projectId }: Compiling,
  name: string,
  parameter: RunSet,
  measured: RunSet,
): RunSet {
  return unite([parameter, intersect([measured, complement(leafOfParam(projectId, name))])]);
}

function equalNumbers(
  compiling: Compiling,
  kind: 'measurement' | 'param-number',
  name: string,
  values: readonly FilterValue[],
): RunSet {
  // A number is equal to its text too, when that is how it would be written.
  const numbers = values
    .map(({ value }) => Number(value))
    .filter((number, index) => {
      const text = String(values[index]?.value);
      return Number.isFinite(number) && String(number) === text;
    });
  if (numbers.length === 0) return noRuns;
  const isEqual =
    numbers.length === 1
      ? Prisma.sql`v."number" = ${numbers[0]}::float8`
      : Prisma.sql`v."number" = ANY (${numbers}::float8[])`;
  return ofNumbers(compiling, kind, name, isEqual);
}

function equalTexts(
  { projectId, fields }: Compiling,
  kind: 'param-text' | 'label',
  name: string,
  values: readonly FilterValue[],
): RunSet {
  const texts = values.map(({ value }) => String(value));
  const ids = texts.filter((text) => !isCutText(text)).flatMap((text) => fields.find(kind, name, text) ?? []);
  const long = texts.filter(isCutText).map((text) =>
    leafOfTexts(projectId, {
      kind,
      name,
      test: (column) => Prisma.sql`${column} = ${text}`,
      hasLong: true,
    }),
  );
  const different = [...new Set(ids)];
  // The runs of one text are in order as they stand in the index; many texts are read at once.
  const leaves = different.length > mostMerged ? [different] : different.map((id) => [id]);
  return unite([...leaves.map((found) => leafOfValues(found, null)), ...long]);
}

function ofNumbers(
  { fields }: Compiling,
  kind: 'measurement' | 'param-number',
  name: string,
  test: Prisma.Sql,
): RunSet {
  const field = fields.find(kind, name);
  return field === null ? noRuns : leafOfValues([field], test);
}

function isValueField(field: FilterField): field is ValueField {
  return ['label', 'param', 'measurement', 'plain'].includes(field.kind);
}
