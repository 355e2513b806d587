import type { RunEvaluation } from '@proofload/contracts';
import { convertUnit, formatChange, formatQuantity } from '@proofload/domain';

interface Figure {
  value: number | null;
  unit: string | null;
  note: string | null;
}

export interface EvaluationRow {
  name: string;
  /** Null when the evaluation did not have it. */
  before: Figure | null;
  after: Figure | null;
  /** In words. */
  difference: string;
}

export interface ObjectiveRow {
  name: string;
  before: string;
  after: string;
}

type Results = Pick<RunEvaluation, 'measurements' | 'slos' | 'verdict'>;

/** Two evaluations side by side: measurements in the order of the newer one, then those that it does not have. */
export function compareMeasurements(before: Results, after: Results): EvaluationRow[] {
  const names = [...new Set([...Object.keys(after.measurements), ...Object.keys(before.measurements)])];
  return names.map((name) => {
    const was = figureOf(before, name);
    const is = figureOf(after, name);
    return { name, before: was, after: is, difference: sayDifference(was, is) };
  });
}

function figureOf({ measurements }: Results, name: string): Figure | null {
  const found = Object.hasOwn(measurements, name) ? measurements[name] : undefined;
  return found ? { value: found.value, unit: found.unit, note: found.note } : null;
}

function sayDifference(before: Figure | null, after: Figure | null): string {
  if (before === null) return 'new';
  if (after === null) return 'no longer measured';
  if (before.value === null && after.value === null) return 'no value';
  const was = before.value === null ? null : convertUnit(before.value, before.unit ?? '', after.unit ?? '');
  if (was === null || after.value === null) return '–';
  if (was === after.value) return 'none';
  return was === 0 ? formatQuantity(after.value - was, after.unit) : formatChange(after.value / was);
}

/** The objectives and the verdict of two evaluations. */
export function compareObjectives(before: Results, after: Results): ObjectiveRow[] {
  const keyOf = ({ name, objective }: RunEvaluation['slos'][number]) => `${name} ${objective}`;
  const keys = [...new Set([...after.slos.map(keyOf), ...before.slos.map(keyOf)])];
  const say = ({ slos }: Results, key: string): string => {
    const found = slos.find((slo) => keyOf(slo) === key);
    if (!found) return 'not judged';
    return found.met === null ? 'not assessable' : found.met ? 'met' : 'missed';
  };
  return [
    ...keys.map((name) => ({ name, before: say(before, name), after: say(after, name) })),
    { name: 'Verdict', before: before.verdict, after: after.verdict },
  ];
}
