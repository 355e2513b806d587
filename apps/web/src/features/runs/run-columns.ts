import type { RunSummary } from '@proofload/contracts';
import { chooseScale, type Scale } from '@proofload/domain';

/** Measurements that a list shows when nobody chose its columns. */
const maxMeasurements = 5;

/** A parameter, measurement or label as a column of a list. Its key is as a filter names it: `measurement.p95`. */
export interface RunColumn {
  key: string;
  kind: 'param' | 'measurement' | 'label';
  name: string;
  /** By what the API sorts; null for what has no order. */
  sort: string | null;
  /** One unit for the whole column; absent where runs measure something else by the same name. */
  scale: Scale | undefined;
}

/** The columns that are chosen, or those that most come for: the first few measurements. Unknown keys are left out. */
export function listColumns(runs: readonly RunSummary[], chosen: readonly string[] | null): RunColumn[] {
  const measured = [...new Set(runs.flatMap(({ measurements }) => Object.keys(measurements)))];
  const keys = chosen ?? measured.slice(0, maxMeasurements).map((name) => `measurement.${name}`);
  return [...new Set(keys)].flatMap((key): RunColumn[] => {
    const [, kind, name] = /^(param|measurement|label)\.(.+)$/.exec(key) ?? [];
    if (name === undefined) return [];
    const column = { key, kind: kind as RunColumn['kind'], name };
    if (column.kind === 'measurement') return [{ ...column, sort: name, scale: scaleOf(runs, name) }];
    // A measurement of the same name is what the API would sort by.
    const isSorted = column.kind === 'param' && !measured.includes(name) && hasNumbers(runs, name);
    return [{ ...column, sort: isSorted ? name : null, scale: undefined }];
  });
}

function hasNumbers(runs: readonly RunSummary[], name: string): boolean {
  return runs.some(({ params }) => typeof params[name] === 'number');
}

function scaleOf(runs: readonly RunSummary[], name: string): Scale | undefined {
  const measured = runs.flatMap(({ measurements }) => measurements[name] ?? []);
  const units = new Set(measured.map(({ unit }) => unit));
  const [unit = null] = units;
  return units.size === 1
    ? chooseScale(
        measured.map(({ value }) => value),
        unit,
      )
    : undefined;
}
