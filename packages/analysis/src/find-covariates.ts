import type { ComparableRun } from './comparable-run.ts';

export interface Covariate {
  name: string;
  values: { run: string; value: string }[];
}

const maxCovariates = 40;

/** What differed between runs and is neither a factor nor what they are grouped by: environment, labels, version, executor. */
export function findCovariates(runs: readonly ComparableRun[], by: string): Covariate[] {
  const facts = runs.map((run) => ({ run: run.id, facts: factsOf(run) }));
  const factors = new Set(runs.flatMap(({ params }) => Object.keys(params).map((name) => `label.${name}`)));
  // A label that is called as a factor repeats it.
  const names = [...new Set(facts.flatMap((entry) => [...entry.facts.keys()]))].filter(
    (name) => name !== by && !factors.has(name),
  );
  return names
    .map((name) => ({
      name,
      values: facts.map(({ run, facts: known }) => ({ run, value: known.get(name) ?? '' })),
    }))
    .filter(({ values }) => new Set(values.map(({ value }) => value)).size > 1)
    .slice(0, maxCovariates);
}

function factsOf(run: ComparableRun): Map<string, string> {
  const facts = new Map<string, string>(Object.entries(run.environment));
  for (const [name, value] of Object.entries(run.labels)) facts.set(`label.${name}`, value);
  facts.set('executor', run.executor);
  if (run.experimentVersion !== null) facts.set('definition version', String(run.experimentVersion));
  return facts;
}
