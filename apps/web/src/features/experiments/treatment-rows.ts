import type { Comparison, Experiment } from '@proofload/contracts';

export interface TreatmentRow {
  key: string;
  params: Experiment['treatmentList'][number]['params'];
  /** Null when nothing was run of it yet. */
  group: Comparison['groups'][number] | null;
}

/**
 * The rows of the treatments table: every treatment of the definition in its order, then what was run of treatments
 * that the definition no longer has.
 */
export function listTreatmentRows(
  treatments: Experiment['treatmentList'],
  groups: Comparison['groups'],
): TreatmentRow[] {
  const byKey = new Map(groups.map((group) => [group.key, group]));
  const defined = treatments.map(({ key, params }) => ({ key, params, group: byKey.get(key) ?? null }));
  const known = new Set(treatments.map(({ key }) => key));
  const former = groups
    .filter(({ key }) => !known.has(key))
    .map((group) => ({ key: group.key, params: group.params, group }));
  return [...defined, ...former];
}

/** Names of the columns that say what a row is: one for each factor, in the order of the definition. */
export function listFactorNames(rows: readonly TreatmentRow[]): string[] {
  return [...new Set(rows.flatMap(({ params }) => Object.keys(params)))];
}

/** How a treatment's runs did against one objective. */
export interface ObjectiveTally {
  name: string;
  objective: string;
  met: number;
  judged: number;
}

export function tallyObjectives(
  comparison: Pick<Comparison, 'slos'>,
  runs: readonly string[],
): ObjectiveTally[] {
  return comparison.slos.map(({ name, objective, cells }) => {
    const results = cells.flatMap(({ run, result }) => (runs.includes(run) && result ? [result.met] : []));
    const judged = results.filter((met) => met !== null);
    return { name, objective, met: judged.filter((met) => met).length, judged: judged.length };
  });
}
