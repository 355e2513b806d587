import type { DraftMethods } from '@proofload/contracts';
import { type ExperimentDefinition, type Factor, factorNames } from '@proofload/domain';
import { exclusionReason } from '../comparable-run.ts';
import type { ExpressionRun } from '../expressions/select-values.ts';
import { sayMeasurement } from '../say-measurement.ts';

type Definition = ExperimentDefinition;

/** Runs may say where their figures were published. */
type CitedRun = ExpressionRun & { citation?: { title: string; url: string } | null | undefined };

/** What a reader must know to judge the numbers: what was varied, how it was measured, how often, and what was left out. */
export function describeMethods(
  runs: readonly CitedRun[],
  definitionOf: (run: ExpressionRun) => Definition | null,
): DraftMethods {
  const experiments = [...new Set(runs.map(({ experiment }) => experiment))];
  return experiments.map((experiment) => {
    const own = runs.filter((run) => run.experiment === experiment);
    const definition = newestDefinition(own, definitionOf);
    const versions = own.flatMap((run) => run.evaluatedVersion ?? run.experimentVersion ?? []);
    return {
      experiment,
      versions: [...new Set(versions)].sort((a, b) => a - b),
      objective: definition?.objective ?? null,
      executor: [...new Set(own.map(({ executor }) => executor))].join(', '),
      factors: definition?.factors.flatMap(toLevels) ?? [],
      replicates: definition?.replicates ?? null,
      measurements: measurementsOf(own, definition),
      objectives: definition?.slos.map(({ measurement, objective }) => `${measurement} ${objective}`) ?? [],
      goals: definition?.goals.map(({ measurement, target }) => `${measurement} ${target}`) ?? [],
      treatments: treatmentsOf(own),
      citations: citationsOf(own),
    };
  });
}

function newestDefinition(
  runs: readonly ExpressionRun[],
  definitionOf: (run: ExpressionRun) => Definition | null,
): Definition | null {
  const newest = [...runs].sort((a, b) => versionOf(b) - versionOf(a))[0];
  return newest ? definitionOf(newest) : null;
}

const versionOf = ({ evaluatedVersion, experimentVersion }: ExpressionRun): number =>
  evaluatedVersion ?? experimentVersion ?? 0;

function toLevels(factor: Factor): { name: string; levels: string[] }[] {
  return factorNames([factor]).map((name) => {
    const levels = factor.kind === 'crossed' ? factor.levels : (factor.levels[name] ?? []);
    return { name, levels: levels.map(String) };
  });
}

function measurementsOf(
  runs: readonly ExpressionRun[],
  definition: Definition | null,
): DraftMethods[number]['measurements'] {
  const units = new Map<string, string | null>();
  for (const run of runs) {
    for (const [name, { unit }] of Object.entries(run.measurements)) {
      if (!units.get(name)) units.set(name, unit);
    }
  }
  return [...units].map(([name, unit]) => ({
    name,
    said: (definition && sayMeasurement(name, definition)) ?? 'reported, not computed from samples',
    unit,
  }));
}

function treatmentsOf(runs: readonly ExpressionRun[]): DraftMethods[number]['treatments'] {
  const keys = [...new Set(runs.map(({ treatment }) => treatment))];
  return keys.map((key) => {
    const own = runs.filter(({ treatment }) => treatment === key);
    const leftOut = own.flatMap((run) => exclusionReason(run) ?? []);
    return { key, n: own.length - leftOut.length, leftOut };
  });
}

function citationsOf(runs: readonly CitedRun[]): DraftMethods[number]['citations'] {
  const byUrl = new Map(runs.flatMap(({ citation }) => (citation ? [[citation.url, citation.title]] : [])));
  return [...byUrl].map(([url, title]) => ({ url: String(url), title: String(title) }));
}
