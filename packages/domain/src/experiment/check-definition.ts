import type { DocumentProblem } from '../document/read-document.ts';
import { ProofloadError } from '../errors.ts';
import { placeholdersOf } from '../run/executors.ts';
import { convertUnit, parseObjective, parseTarget } from '../units/quantity.ts';
import { checkLimits } from './check-limits.ts';
import { checkParts } from './check-parts.ts';
import { parseCondition } from './condition.ts';
import type { ExperimentDefinition } from './definition.ts';
import { parseSelector } from './selector.ts';
import {
  countTreatments,
  expandTreatments,
  factorNames,
  findPlaceholders,
  treatmentKey,
} from './treatments.ts';

/** Runs that one sweep may have. */
export const maxRunsPerSweep = 1000;

/** What no schema of one field can see: whether the parts of a definition fit one another. */
export function checkDefinition(definition: ExperimentDefinition): DocumentProblem[] {
  return [
    ...checkFactors(definition),
    ...checkReferences(definition),
    ...checkSelectors(definition),
    ...checkUnits(definition),
    ...checkPlaceholders(definition),
    ...checkPrepare(definition),
    ...checkLimits(definition.limits ?? [], {
      measurements: Object.keys(definition.measurements),
      factors: factorNames(definition.factors),
    }),
    ...checkParts(definition),
  ];
}

function checkFactors(definition: ExperimentDefinition): DocumentProblem[] {
  const path = ['spec', 'factors'];
  const names = factorNames(definition.factors);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return [{ path, message: `expected each factor once; ${twice} is given twice` }];
  const { executor } = definition.workload;
  const taken = names.find((name) => placeholdersOf(executor).includes(name));
  if (taken !== undefined)
    return [{ path, message: `expected another name; the executor ${executor} itself sets \${${taken}}` }];
  const runs = countTreatments(definition.factors) * definition.replicates;
  if (runs > maxRunsPerSweep)
    return [
      {
        path,
        message: `expected at most ${maxRunsPerSweep} runs; these factors and replicates make ${runs}`,
      },
    ];
  const treatments = expandTreatments(definition);
  const keys = treatments.map((treatment) => treatment.key);
  const repeated = keys.find((key, index) => keys.indexOf(key) !== index);
  if (repeated !== undefined)
    return [{ path, message: `expected different levels; ${repeated} comes twice` }];
  if (definition.baseline && !treatments.some((treatment) => treatment.isBaseline)) {
    const message = `expected one of the treatments (${keys.slice(0, 6).join('; ')}${keys.length > 6 ? '; ...' : ''}), not ${treatmentKey(definition.baseline)}`;
    return [{ path: ['spec', 'baseline'], message }];
  }
  return [];
}

function checkReferences(definition: ExperimentDefinition): DocumentProblem[] {
  const problems: DocumentProblem[] = [];
  const known = (names: readonly string[]): string =>
    names.length === 0 ? 'none is defined' : `known are ${names.join(', ')}`;
  const windows = Object.keys(definition.windows);
  const measurements = Object.keys(definition.measurements);
  for (const [name, measurement] of Object.entries(definition.measurements)) {
    const isDuration = measurement.of.kind === 'duration';
    const window = measurement.of.kind === 'duration' ? measurement.of.window : measurement.over;
    if (window !== null && !windows.includes(window)) {
      problems.push({
        path: ['spec', 'measurements', name, isDuration ? 'duration' : 'over'],
        message: `expected the name of a window; ${known(windows)}`,
      });
    }
  }
  for (const key of ['slos', 'goals'] as const) {
    definition[key].forEach((item, index) => {
      if (measurements.includes(item.measurement)) return;
      problems.push({
        path: ['spec', key, index, 'measurement'],
        message: `expected the name of a measurement; ${known(measurements)}`,
      });
    });
  }
  if (definition.goals.length > 0 && !definition.baseline) {
    problems.push({
      path: ['spec', 'goals'],
      message: 'expected a baseline, because goals are multiples of it',
    });
  }
  definition.goals.forEach((goal, index) => {
    const target = parseTarget(goal.target);
    if (target && target.ratio <= 0)
      problems.push({ path: ['spec', 'goals', index, 'target'], message: 'expected a multiple above zero' });
  });
  const names = definition.slos.map((slo) => slo.name);
  names.forEach((name, index) => {
    if (names.indexOf(name) !== index)
      problems.push({
        path: ['spec', 'slos', index, 'name'],
        message: `expected a name of its own; ${name} is taken`,
      });
  });
  return problems;
}

function checkSelectors(definition: ExperimentDefinition): DocumentProblem[] {
  const selectors = Object.entries(definition.measurements).flatMap(([name, { of }]) =>
    of.kind === 'metric'
      ? checkText(['spec', 'measurements', name, 'metric'], () => parseSelector(`${of.metric}${of.selector}`))
      : [],
  );
  const conditions = Object.entries(definition.windows).flatMap(([name, window]) =>
    (['start', 'end'] as const).flatMap((side) => {
      const edge = window[side];
      return edge.kind === 'condition'
        ? checkText(['spec', 'windows', name, side], () => parseCondition(edge.expression, side))
        : [];
    }),
  );
  return [...selectors, ...conditions];
}

function checkText(path: DocumentProblem['path'], parse: () => unknown): DocumentProblem[] {
  try {
    parse();
    return [];
  } catch (error) {
    if (!(error instanceof ProofloadError)) throw error;
    return [{ path, message: error.fields[0]?.message ?? error.message }];
  }
}

/** Units that nothing could convert. The unit of a metric itself is known only when there are data. */
function checkUnits(definition: ExperimentDefinition): DocumentProblem[] {
  const durations = Object.entries(definition.measurements).flatMap(([name, { of, unit }]) =>
    of.kind === 'duration' && convertUnit(1, 's', unit ?? '') === null
      ? [{ path: ['spec', 'measurements', name, 'unit'], message: `expected a unit of time, not ${unit}` }]
      : [],
  );
  const objectives = definition.slos.flatMap(({ measurement, objective }, index) => {
    const unit = Object.hasOwn(definition.measurements, measurement)
      ? (definition.measurements[measurement]?.unit ?? '')
      : '';
    const limit = parseObjective(objective);
    if (limit === null || convertUnit(limit.value, limit.unit, unit) !== null) return [];
    const message = `expected a unit that converts to ${unit}, not ${limit.unit}`;
    return [{ path: ['spec', 'slos', index, 'objective'], message }];
  });
  return [...durations, ...objectives];
}

function checkPlaceholders(definition: ExperimentDefinition): DocumentProblem[] {
  const { executor, with: settings, prepare } = definition.workload;
  const names = factorNames(definition.factors);
  const check = (key: string, value: unknown, own: readonly string[]): DocumentProblem[] =>
    findPlaceholders(value)
      .filter(({ name }) => !names.includes(name) && !own.includes(name))
      .map(({ name, path }) => ({
        path: ['spec', 'workload', key, ...path],
        message: `expected a factor in \${...}; ${name} is none${names.length === 0 ? '' : ` of ${names.join(', ')}`}`,
      }));
  // What an executor sets by itself is not known yet when a run is prepared.
  return [...check('with', settings, placeholdersOf(executor)), ...check('prepare', prepare, [])];
}

function checkPrepare({ workload: { executor, prepare } }: ExperimentDefinition): DocumentProblem[] {
  if (prepare === undefined || executor !== 'external') return [];
  const message = 'expected none with the executor external: whoever executes the run prepares it';
  return [{ path: ['spec', 'workload', 'prepare'], message }];
}
