import type { ComparableRun } from './comparable-run.ts';
import type { RunGroup } from './group-runs.ts';

export interface Covariate {
  name: string;
  values: { run: string; value: string }[];
}

const maxCovariates = 40;

/** What differed between runs and is neither a factor nor what they are grouped by: environment, labels, version, executor. */
export function findCovariates(runs: readonly ComparableRun[], by: string): Covariate[] {
  const facts = runs.map((run) => ({ run: run.id, facts: factsOf(run) }));
  const names = [...new Set(facts.flatMap((entry) => [...entry.facts.keys()]))].filter((name) => name !== by);
  return names
    .map((name) => ({
      name,
      values: facts.map(({ run, facts: known }) => ({ run, value: known.get(name) ?? '' })),
    }))
    .filter(({ values }) => new Set(values.map(({ value }) => value)).size > 1)
    .slice(0, maxCovariates);
}

/** Covariates that are the same within every group but differ between groups: their effect and that of the groups cannot be told apart. */
export function findConfounded(covariates: readonly Covariate[], groups: readonly RunGroup[]): string[] {
  if (groups.length < 2 || groups.every(({ runs }) => runs.length < 2)) return [];
  return covariates
    .filter(({ values }) => {
      const byRun = new Map(values.map(({ run, value }) => [run, value]));
      return groups.every(({ runs }) => new Set(runs.map(({ id }) => byRun.get(id))).size === 1);
    })
    .map(({ name }) => name);
}

function factsOf(run: ComparableRun): Map<string, string> {
  const facts = new Map<string, string>(Object.entries(run.environment));
  for (const [name, value] of Object.entries(run.labels)) facts.set(`label.${name}`, value);
  facts.set('executor', run.executor);
  if (run.experimentVersion !== null) facts.set('definition version', String(run.experimentVersion));
  return facts;
}
