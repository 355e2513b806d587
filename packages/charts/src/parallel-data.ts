import type { Comparison } from '@proofload/contracts';
import { type Amount, amountBounds, exactly } from '@proofload/domain';

/** One of the vertical axes: a factor or a measurement. */
export interface ParallelAxis {
  name: string;
  unit: string | null;
  kind: 'factor' | 'measurement';
  /** The levels of a factor that is no number, from the bottom up; null for numbers. */
  levels: readonly string[] | null;
  /** The ends of the axis, in its unit; places of levels where it has levels. */
  low: number;
  high: number;
}

/** A run or a group across all axes. */
export interface ParallelLine {
  key: string;
  label: string;
  /** Key of the group that it belongs to. */
  group: string;
  /** By the name of the axis; what is not known is not there. Levels are their places. */
  values: ReadonlyMap<string, Amount>;
}

export interface ParallelData {
  axes: ParallelAxis[];
  lines: ParallelLine[];
}

type Compared = Pick<Comparison, 'groups' | 'runs' | 'measurements'>;

/**
 * The factors and measurements of a comparison as axes, with a line for each group (its means) or each run. Runs that did
 * not complete have no values. What has the same value everywhere is an axis all the same: that it does not differ is told.
 */
export function listParallel(
  compared: Compared,
  by: 'runs' | 'groups',
  labels: ReadonlyMap<string, string>,
): ParallelData {
  const factors = [...new Set(compared.groups.flatMap(({ params }) => Object.keys(params)))];
  const levelsOf = new Map(factors.map((name) => [name, findLevels(compared, name)]));
  const measured = new Map(compared.measurements.map(({ name, cells }) => [name, valuesOf(cells, by)]));
  const groups = new Map(compared.groups.map((group) => [group.key, group]));
  const completed = new Set(
    compared.groups.flatMap(({ runs, excluded }) => {
      const apart = new Set(excluded.map(({ run }) => run));
      return runs.filter((run) => !apart.has(run));
    }),
  );
  const keys =
    by === 'groups'
      ? compared.groups.map(({ key }) => ({ key, group: key, label: labels.get(key) ?? key }))
      : compared.runs.flatMap(({ id, group, name, replicate }) =>
          completed.has(id)
            ? [{ key: id, group, label: replicate === null ? name : `${name} #${replicate}` }]
            : [],
        );
  const lines = keys.map((line): ParallelLine => {
    const params = groups.get(line.group)?.params ?? {};
    const values = new Map<string, Amount>();
    for (const name of factors) {
      const place = placeOf(params[name], levelsOf.get(name) ?? null);
      if (place !== null) values.set(name, exactly(place));
    }
    for (const [name, known] of measured) {
      const amount = known.get(line.key);
      if (amount) values.set(name, amount);
    }
    return { ...line, values };
  });
  const axes = [
    ...factors.map((name) => ({
      name,
      unit: null,
      kind: 'factor' as const,
      levels: levelsOf.get(name) ?? null,
    })),
    ...compared.measurements.map(({ name, unit }) => ({
      name,
      unit,
      kind: 'measurement' as const,
      levels: null,
    })),
  ];
  return {
    axes: axes.flatMap((axis) => {
      const ends = axis.levels ? [0, axis.levels.length - 1] : findEnds(lines, axis.name);
      return ends ? [{ ...axis, low: ends[0] ?? 0, high: ends[1] ?? 0 }] : [];
    }),
    lines,
  };
}

/** Levels in the order in which they come; null when all are numbers. */
function findLevels({ groups }: Compared, name: string): string[] | null {
  const values = groups.flatMap(({ params }) => (params[name] === undefined ? [] : [params[name]]));
  if (values.every((value) => typeof value === 'number')) return null;
  return [...new Set(values.map(String))];
}

function placeOf(value: unknown, levels: readonly string[] | null): number | null {
  if (value === undefined) return null;
  if (levels === null) return typeof value === 'number' ? value : null;
  const place = levels.indexOf(String(value));
  return place === -1 ? null : place;
}

type Cells = Comparison['measurements'][number]['cells'];

function valuesOf(cells: Cells, by: 'runs' | 'groups'): Map<string, Amount> {
  if (by === 'groups')
    return new Map(
      cells.flatMap(({ group, mean, amount }) =>
        mean !== null ? [[group, exactly(mean)] as const] : amount ? [[group, amount] as const] : [],
      ),
    );
  return new Map(
    cells.flatMap(({ values, amounts = [] }) => [
      ...values.map(({ run, value }) => [run, exactly(value)] as const),
      ...amounts.map(({ run, amount }) => [run, amount] as const),
    ]),
  );
}

function findEnds(lines: readonly ParallelLine[], name: string): [number, number] | null {
  const ends = lines.flatMap(({ values }) => {
    const amount = values.get(name);
    if (!amount) return [];
    const { low, high } = amountBounds(amount);
    return [low, high].filter(Number.isFinite);
  });
  return ends.length === 0 ? null : [Math.min(...ends), Math.max(...ends)];
}

/** A stretch of an axis that lines must lie in. An end that is null is open. */
export interface AxisFilter {
  axis: string;
  from: number | null;
  to: number | null;
}

/** Whether a line surely lies in all stretches. What is not known does not. */
export function isKept({ values }: ParallelLine, filters: readonly AxisFilter[]): boolean {
  return filters.every(({ axis, from, to }) => {
    const amount = values.get(axis);
    if (!amount) return false;
    const { low, high } = amountBounds(amount);
    return low >= (from ?? Number.NEGATIVE_INFINITY) && high <= (to ?? Number.POSITIVE_INFINITY);
  });
}
