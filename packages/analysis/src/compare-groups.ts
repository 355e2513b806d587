import type { Comparison } from '@proofload/contracts';
import { type ExperimentDefinition, treatmentKey } from '@proofload/domain';
import { type ComparableRun, countLimited, exclusionReason, isLimited } from './comparable-run.ts';
import { compareMeasurement } from './compare-measurement.ts';
import { type Confounding, findConfounding } from './find-confounding.ts';
import { type Covariate, findCovariates } from './find-covariates.ts';
import { type DefinitionOf, findMixed } from './find-mixed.ts';
import { groupKey, groupRuns, type RunGroup } from './group-runs.ts';
import { judgeGoals } from './judge-goals.ts';
import { judgeTogether } from './judge-together.ts';
import { summariseComparison } from './summarise-comparison.ts';

export interface CompareInput {
  runs: readonly ComparableRun[];
  /** The newest definition among the runs; null for runs without an experiment. */
  definition: Pick<ExperimentDefinition, 'baseline' | 'measurements' | 'slos' | 'goals' | 'factors'> | null;
  /** What evaluated each run, to tell values that were measured differently. */
  definitionOf?: DefinitionOf;
  /** `treatment`, `run`, `label.x` or a factor. */
  by: string;
  /** Key of the group that ratios are taken to; the definition's baseline, else the first group, when null. */
  baseline: string | null;
  /** Names to compare; all when null. */
  measurements: readonly string[] | null;
  /** Whether limited runs take part in averages. */
  countsLimited?: boolean;
}

/**
 * Compares groups of runs with a baseline, measurement by measurement, with replicates and uncertainty. Runs that failed,
 * stalled, were limited or cancelled are listed and left out of averages.
 */
export function compareGroups(input: CompareInput): Comparison {
  const { runs: shown, definition, by } = input;
  const runs = input.countsLimited ? shown.map(countLimited) : shown;
  const groups = groupRuns(runs, by);
  const baseline = chooseBaseline(input, groups);
  const definitionOf = input.definitionOf ?? (() => null);
  const covariates = findCovariates(runs, by);
  const confounding = withholdVerdicts(by, groups, covariates, baseline);
  const judged = measurementNames(input).map((name) => ({
    ...compareMeasurement(name, {
      groups,
      baseline,
      runs,
      minimumEffect: ownValue(definition?.measurements ?? {}, name)?.minimumEffect,
    }),
    mixed: findMixed(name, runs, definitionOf),
  }));
  const { measurements, multiplicity } = judgeTogether(judged, confounding);
  const goals = definition === null ? [] : judgeGoals(definition, runs);
  const slos = compareObjectives(runs);
  const comparedGroups = groups.map(({ key, params, runs: members, included }) => ({
    key,
    params,
    runs: members.map(({ id }) => id),
    n: included.length,
    excluded: members.flatMap((run) => {
      const reason = exclusionReason(run);
      return reason === null ? [] : [{ run: run.id, outcome: run.outcome, reason }];
    }),
  }));
  const names = new Map(by === 'run' ? runs.map(({ id, name }) => [id, name]) : []);
  return {
    experiment: commonExperiment(runs),
    by,
    baseline,
    summary: summariseComparison({ by, baseline, groups: comparedGroups, measurements, goals, slos, names }),
    groups: comparedGroups,
    measurements,
    multiplicity,
    goals,
    slos,
    runs: shown.map((run) => ({
      id: run.id,
      name: run.name,
      group: groupKey(run, by),
      replicate: run.replicate,
      status: run.status,
      outcome: run.outcome,
      verdict: run.verdict,
      labels: run.labels,
      ...(run.validity === undefined ? {} : { validity: run.validity }),
      startedAt: run.startedAt,
      definitionVersion: run.evaluatedVersion ?? run.experimentVersion,
      samplesExpiredAt: run.samplesExpiredAt,
      ...(run.phases === undefined ? {} : { phases: run.phases }),
    })),
    covariates,
    warnings: findWarnings({ ...input, runs, shown }, groups, baseline, confounding),
  };
}

function chooseBaseline(
  { baseline, definition, by }: CompareInput,
  groups: readonly RunGroup[],
): string | null {
  const has = (key: string | null) => key !== null && groups.some((group) => group.key === key);
  if (has(baseline)) return baseline;
  const params = definition?.baseline ?? null;
  const wanted =
    params === null
      ? null
      : by === 'treatment'
        ? treatmentKey(params)
        : Object.hasOwn(params, by)
          ? treatmentKey({ [by]: params[by] ?? '' })
          : null;
  return has(wanted) ? wanted : (groups[0]?.key ?? null);
}

/** In the order of the definition, then as the runs have them. */
function measurementNames({ runs, definition, measurements }: CompareInput): string[] {
  const inRuns = new Set(runs.flatMap((run) => Object.keys(run.measurements)));
  const defined = Object.keys(definition?.measurements ?? {}).filter((name) => inRuns.has(name));
  const all = [...new Set([...defined, ...inRuns])];
  return measurements === null ? all : measurements.filter((name) => inRuns.has(name));
}

function compareObjectives(runs: readonly ComparableRun[]): Comparison['slos'] {
  const rows = new Map<string, { name: string; objective: string; unit: string | null }>();
  for (const { slos } of runs) {
    for (const { name, objective, unit } of slos) {
      const key = `${name}\n${objective}`;
      if (!rows.has(key) || rows.get(key)?.unit === null) rows.set(key, { name, objective, unit });
    }
  }
  return [...rows.values()].map((row) => ({
    ...row,
    cells: runs.map((run) => ({
      run: run.id,
      result: run.slos.find((slo) => slo.name === row.name && slo.objective === row.objective) ?? null,
    })),
  }));
}

function commonExperiment(runs: readonly ComparableRun[]): string | null {
  const names = new Set(runs.map(({ experiment }) => experiment));
  return names.size === 1 ? (runs[0]?.experiment ?? null) : null;
}

function findWarnings(
  input: CompareInput & { shown: readonly ComparableRun[] },
  groups: readonly RunGroup[],
  baseline: string | null,
  confounding: readonly Confounding[],
): string[] {
  const warnings: string[] = [];
  const { runs, shown } = input;
  if (input.baseline !== null && input.baseline !== baseline)
    warnings.push(
      `No run belongs to the baseline ${input.baseline}; ${baseline ?? 'nothing'} takes its place`,
    );
  const excluded = runs.filter((run) => exclusionReason(run) !== null);
  if (excluded.length > 0)
    warnings.push(
      `${excluded.length} of ${runs.length} runs did not complete or were limited and are left out of averages`,
    );
  const counted = input.countsLimited ? shown.filter(isLimited) : [];
  if (counted.length > 0)
    warnings.push(
      `${counted.length} of ${runs.length} runs were limited and take part in averages all the same: ${counted.map(({ name }) => name).join(', ')}`,
    );
  const single = groups.filter(({ included }) => included.length === 1);
  if (single.length > 0 && groups.length > 1 && input.by !== 'run')
    warnings.push(
      `${single.length} of ${groups.length} groups have one replicate; their differences cannot be assessed`,
    );
  const versions = new Set(
    runs.map(({ experiment, experimentVersion }) => `${experiment} ${experimentVersion}`),
  );
  if (new Set(runs.map(({ experiment }) => experiment)).size > 1)
    warnings.push('The runs belong to different experiments');
  else if (versions.size > 1) warnings.push('The runs were made by different versions of the definition');
  for (const [covariates, keys] of groupWithheld(confounding))
    warnings.push(
      `The verdict on ${keys.join(', ')} is withheld: ${covariates} cannot be told apart from the treatment`,
    );
  return warnings;
}

/** What is withheld for the same reason, together. */
function groupWithheld(confounding: readonly Confounding[]): Map<string, string[]> {
  const reasons = new Map<string, string[]>();
  for (const { group, covariates } of confounding) {
    if (covariates.length === 0) continue;
    const names = covariates.join(', ');
    reasons.set(names, [...(reasons.get(names) ?? []), group]);
  }
  return reasons;
}

/** Run by run nothing is judged, so that there is nothing to withhold. */
function withholdVerdicts(
  by: string,
  groups: readonly RunGroup[],
  covariates: readonly Covariate[],
  baseline: string | null,
): Confounding[] {
  if (by === 'run') return [];
  const completed = groups.map(({ key, included }) => ({ key, runs: included }));
  return findConfounding(completed, covariates, baseline);
}

const ownValue = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;
