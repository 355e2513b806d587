import type { ParamValue } from '@proofload/domain';
import type { ComparableRun } from './comparable-run.ts';
import { relatePartitions } from './find-confounding.ts';

type ParamRun = Pick<ComparableRun, 'id' | 'params'>;

/** Factors that always move together, and so have one effect that cannot be shared out. */
export interface FactorGroup {
  /** In the order of the parameters: the first names the group. */
  names: string[];
  /** `qps/burst`. */
  label: string;
  /** In the order of numbers where all are, else of first sight. */
  levels: string[];
  levelOf: (run: ParamRun) => string;
  /** The first factor as a number; null when it is none. */
  amountOf: (run: ParamRun) => number | null;
}

/** What varies between runs, with what moves together as one. */
export function groupFactors(runs: readonly ParamRun[], order: readonly string[]): FactorGroup[] {
  const seen = [...new Set(runs.flatMap(({ params }) => Object.keys(params)))];
  const names = [
    ...order.filter((name) => seen.includes(name)),
    ...seen.filter((name) => !order.includes(name)),
  ];
  const columns = names
    .map((name) => ({ name, values: runs.map((run) => sayLevel(paramOf(run, name))) }))
    .filter(({ values }) => new Set(values).size > 1);
  const groups: (typeof columns)[] = [];
  for (const column of columns) {
    const together = groups.find(
      ([first]) => first && relatePartitions(first.values, column.values) === 'same',
    );
    if (together) together.push(column);
    else groups.push([column]);
  }
  return groups.map((members) =>
    toGroup(
      members.map(({ name }) => name),
      runs,
    ),
  );
}

function toGroup(names: string[], runs: readonly ParamRun[]): FactorGroup {
  const [first = ''] = names;
  const levelOf = (run: ParamRun): string => {
    const parts = names.map((name) => sayLevel(paramOf(run, name)));
    return parts.every((part) => part === missing) ? missing : parts.join('/');
  };
  const amountOf = (run: ParamRun): number | null => toNumber(paramOf(run, first));
  const amounts = new Map(runs.map((run) => [levelOf(run), amountOf(run)]));
  const levels = [...amounts.keys()];
  const isOrdered = levels.every((level) => level === missing || amounts.get(level) !== null);
  return {
    names,
    label: names.join('/'),
    levels: isOrdered ? levels.sort((a, b) => (amounts.get(a) ?? -1) - (amounts.get(b) ?? -1)) : levels,
    levelOf,
    amountOf,
  };
}

const missing = 'not set';

const sayLevel = (value: ParamValue | undefined): string => (value === undefined ? missing : String(value));

const paramOf = ({ params }: ParamRun, name: string): ParamValue | undefined =>
  Object.hasOwn(params, name) ? params[name] : undefined;

/** A value as a number; null for texts and switches. */
export function toNumber(value: ParamValue | undefined): number | null {
  if (value === undefined || typeof value === 'boolean' || value === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}
