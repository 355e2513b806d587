import type { DraftEnvironment } from '@proofload/contracts';
import type { ExpressionRun } from '../expressions/select-values.ts';

const maxFacts = 200;
const maxValues = 50;

/** What the runs ran on: facts that all have in common, and those that differ, with the treatments that had them. */
export function describeEnvironment(runs: readonly ExpressionRun[]): DraftEnvironment {
  const names = [...new Set(runs.flatMap(({ environment }) => Object.keys(environment)))].sort();
  const environment: DraftEnvironment = { runs: runs.length, common: [], differing: [] };
  for (const name of names.slice(0, maxFacts)) {
    const values = new Map<string, ExpressionRun[]>();
    for (const run of runs) {
      const value = Object.hasOwn(run.environment, name) ? (run.environment[name] ?? '') : '';
      values.set(value, [...(values.get(value) ?? []), run]);
    }
    const [only, ...others] = values.keys();
    if (only !== undefined && others.length === 0) environment.common.push({ name, value: only });
    else environment.differing.push({ name, values: toValues(values) });
  }
  return environment;
}

function toValues(values: ReadonlyMap<string, ExpressionRun[]>) {
  return [...values]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, maxValues)
    .map(([value, runs]) => ({
      value,
      treatments: [...new Set(runs.map(({ treatment }) => treatment))].slice(0, maxValues),
      runs: runs.length,
    }));
}
