import type { ExperimentDefinition } from './definition.ts';
import { diffDefinitions } from './diff-definitions.ts';

/** What of a definition decides how stored data are evaluated. The rest decides how data come about. */
export type EvaluatingPart = Pick<ExperimentDefinition, 'windows' | 'measurements' | 'slos' | 'goals'>;

/** Names the whole run among the windows of a run. No window of a definition can be called so. */
export const wholeRunWindow = '*';

export function evaluatingPart({ windows, measurements, slos, goals }: EvaluatingPart): EvaluatingPart {
  return { windows, measurements, slos, goals };
}

export interface EvaluatingChange {
  kind: 'window' | 'measurement' | 'slo' | 'goal';
  name: string;
  change: 'added' | 'removed' | 'changed';
}

/** What a version evaluates differently from another, thing by thing. Order alone is no change. */
export function compareEvaluatingParts(before: EvaluatingPart, after: EvaluatingPart): EvaluatingChange[] {
  const goalsOf = ({ goals }: EvaluatingPart) =>
    Object.fromEntries(goals.map((goal) => [`${goal.measurement} ${goal.target}`, goal]));
  const slosOf = ({ slos }: EvaluatingPart) => Object.fromEntries(slos.map((slo) => [slo.name, slo]));
  return [
    ...compareNamed('window', before.windows, after.windows),
    ...compareNamed('measurement', before.measurements, after.measurements),
    ...compareNamed('slo', slosOf(before), slosOf(after)),
    ...compareNamed('goal', goalsOf(before), goalsOf(after)),
  ];
}

/** Whether the results of single runs can differ: goals are about sweeps. */
export function changesRuns(changes: readonly EvaluatingChange[]): boolean {
  return changes.some(({ kind }) => kind !== 'goal');
}

function compareNamed(
  kind: EvaluatingChange['kind'],
  before: Readonly<Record<string, object>>,
  after: Readonly<Record<string, object>>,
): EvaluatingChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name): EvaluatingChange[] => {
    const [was, is] = [ownValue(before, name), ownValue(after, name)];
    if (was === undefined) return [{ kind, name, change: 'added' }];
    if (is === undefined) return [{ kind, name, change: 'removed' }];
    return diffDefinitions(was, is).length === 0 ? [] : [{ kind, name, change: 'changed' }];
  });
}

const ownValue = (record: Readonly<Record<string, object>>, name: string): object | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;
