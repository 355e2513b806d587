import {
  type FilterField,
  type FilterNode,
  type RunMatcher,
  runOutcomes,
  runStatuses,
} from '@proofload/domain';

/** More than that are asked for by experiment alone first. */
const maxBranches = 20;

/**
 * A filter that the database answers, which every run passes that a selection may want; what the database cannot ask is
 * asked of the runs afterwards. Null when some selection may want any run.
 */
export function compileSelections(selections: readonly (readonly RunMatcher[])[]): FilterNode | null {
  const fine = distinct(selections.map((matchers) => matchers.flatMap(toNode)));
  if (fine.length <= maxBranches) return unite(fine);
  const coarse = selections.map((matchers) =>
    matchers.filter(({ name }) => name === 'experiment').flatMap(toNode),
  );
  return unite(distinct(coarse));
}

function distinct(branches: readonly FilterNode[][]): FilterNode[][] {
  return [...new Map(branches.map((nodes) => [JSON.stringify(nodes), nodes])).values()];
}

function unite(branches: readonly FilterNode[][]): FilterNode | null {
  if (branches.some((nodes) => nodes.length === 0)) return null;
  const operands = branches.map(all);
  return operands.length === 1 ? (operands[0] ?? null) : { kind: 'or', operands };
}

const all = (nodes: readonly FilterNode[]): FilterNode =>
  nodes.length === 1 && nodes[0] ? nodes[0] : { kind: 'and', operands: nodes };

/** Only comparisons whose meaning is the same in the database as in `matchRun`, or wider. */
function toNode({ name, operator, value }: RunMatcher): FilterNode[] {
  if (operator === '!=' || operator === '=~' || operator === '!~' || value === '') return [];
  if (name === 'experiment' || name === 'treatment' || name === 'id') {
    return operator === '=' ? [equals({ kind: 'text', name }, String(value))] : [];
  }
  if (name === 'outcome' || name === 'status') {
    const words: readonly string[] = name === 'outcome' ? runOutcomes : runStatuses;
    return operator === '=' && words.includes(String(value))
      ? [equals({ kind: 'enum', name }, String(value))]
      : [];
  }
  if (name.startsWith('label.') && operator === '=')
    return [equals({ kind: 'label', name: name.slice('label.'.length) }, String(value))];
  return [];
}

const equals = (field: FilterField, value: string): FilterNode => ({
  kind: 'compare',
  field,
  operator: '=',
  value: { kind: 'text', value },
});
