import { type Params, type ParamValue, treatmentKey } from '@proofload/domain';
import { type ComparableRun, exclusionReason } from './comparable-run.ts';

export interface RunGroup {
  key: string;
  /** Parameters that all runs of the group have in common. */
  params: Params;
  runs: readonly ComparableRun[];
  /** Runs that count in averages. */
  included: readonly ComparableRun[];
}

/** Groups runs by `treatment`, `run`, `label.x` or a factor; in order of first sight. Runs without the factor or label form a group of their own. */
export function groupRuns(runs: readonly ComparableRun[], by: string): RunGroup[] {
  const groups = new Map<string, ComparableRun[]>();
  for (const run of runs) {
    const key = groupKey(run, by);
    const known = groups.get(key);
    if (known) known.push(run);
    else groups.set(key, [run]);
  }
  return [...groups].map(([key, members]) => ({
    key,
    params: commonParams(members),
    runs: members,
    included: members.filter((run) => exclusionReason(run) === null),
  }));
}

/** The key of the group that a run belongs to. */
export function groupKey(
  run: Pick<ComparableRun, 'id' | 'treatment' | 'params' | 'labels'>,
  by: string,
): string {
  if (by === 'treatment') return run.treatment;
  if (by === 'run') return run.id;
  const label = by.startsWith('label.') ? by.slice('label.'.length) : null;
  const value: ParamValue | undefined =
    label === null ? ownValue(run.params, by) : ownValue(run.labels, label);
  return value === undefined ? `no ${by}` : treatmentKey({ [by]: value });
}

function commonParams(runs: readonly ComparableRun[]): Params {
  const [first, ...others] = runs;
  const entries = Object.entries(first?.params ?? {});
  return Object.fromEntries(
    entries.filter(([name, value]) => others.every(({ params }) => ownValue(params, name) === value)),
  );
}

function ownValue<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
