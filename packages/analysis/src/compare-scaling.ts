import type { Scaling } from '@proofload/contracts';
import { type ComparableRun, countLimited } from './comparable-run.ts';
import { type CompareInput, compareGroups } from './compare-groups.ts';
import { describeScalingCurve } from './describe-scaling-curve.ts';
import { type FactorGroup, groupFactors } from './factor-groups.ts';
import { findDivisors, type Normalisation, normaliseRun } from './normalise-run.ts';

export interface ScalingInput extends Normalisation {
  runs: readonly ComparableRun[];
  definition: CompareInput['definition'];
  definitionOf?: CompareInput['definitionOf'];
  /** The factor to follow; the one with most levels that have a completed run when null. */
  factor: string | null;
  /** Levels that other factors are held at, by the name of one of them. */
  hold: ReadonlyMap<string, string>;
  /** Names; all when null. */
  measurements: readonly string[] | null;
  countsLimited?: boolean;
}

/** Small multiples beyond these are asked for by holding a factor. */
const maxPanels = 12;
const maxCurves = 24;

/** How measurements respond to a factor, one panel for each combination of the other factors. */
export function compareScaling(input: ScalingInput): Scaling {
  const { definition, per, work } = input;
  const runs = input.countsLimited ? input.runs.map(countLimited) : input.runs;
  const groups = groupFactors(runs, orderOf(definition));
  const chosen = chooseFactor(groups, runs, input.factor);
  const answer: Scaling = {
    factor: chosen?.names[0] ?? null,
    factors: groups.map(({ names, label, levels }) => ({ name: names[0] ?? '', label, levels })),
    divisors: findDivisors(runs),
    per: [...per],
    work,
    panels: [],
    notes: [],
  };
  if (chosen === null) {
    const note = runs.length === 0 ? 'There are no runs' : 'No parameter differs between these runs';
    return { ...answer, notes: [`${note}, so there is no factor to follow`] };
  }
  const others = groups.filter((group) => group !== chosen);
  const parts = splitRuns(runs, others, input.hold);
  if (parts.length === 0)
    return {
      ...answer,
      notes: [`No run has ${[...input.hold].map(([name, level]) => `${name}=${level}`).join(', ')}`],
    };
  const notes =
    parts.length > maxPanels
      ? [
          `The first ${maxPanels} of ${parts.length} combinations of other factors are shown; hold one to see others`,
        ]
      : [];
  const panels = parts.slice(0, maxPanels).map((part) => describePanel(input, chosen, part));
  const most = Math.max(...panels.map(({ curves }) => curves.length));
  return {
    ...answer,
    panels: panels.map((panel) => ({ ...panel, curves: panel.curves.slice(0, maxCurves) })),
    notes: most > maxCurves ? [...notes, `The first ${maxCurves} of ${most} measurements are shown`] : notes,
  };
}

const orderOf = (definition: CompareInput['definition']): string[] =>
  (definition?.factors ?? []).flatMap((factor) =>
    factor.kind === 'crossed' ? [factor.name] : Object.keys(factor.levels),
  );

function chooseFactor(
  groups: readonly FactorGroup[],
  runs: readonly ComparableRun[],
  factor: string | null,
): FactorGroup | null {
  if (factor !== null) return groups.find(({ names }) => names.includes(factor)) ?? null;
  const completed = runs.filter(({ outcome }) => outcome === 'completed');
  const countOf = (group: FactorGroup) => new Set(completed.map(group.levelOf)).size;
  return groups.reduce<FactorGroup | null>(
    (best, group) => (best === null || countOf(group) > countOf(best) ? group : best),
    null,
  );
}

interface RunsPart {
  held: Scaling['panels'][number]['held'];
  runs: ComparableRun[];
}

/** Runs by the levels of the factors that are not followed, in the order of their levels. */
function splitRuns(
  runs: readonly ComparableRun[],
  others: readonly FactorGroup[],
  hold: ReadonlyMap<string, string>,
): RunsPart[] {
  const isHeld = (run: ComparableRun) =>
    others.every((group) => {
      const wanted = group.names.map((name) => hold.get(name)).find((level) => level !== undefined);
      return wanted === undefined || group.levelOf(run) === wanted;
    });
  const parts = new Map<string, RunsPart>();
  for (const run of runs.filter(isHeld)) {
    const held = others.map((group) => ({ factor: group.label, level: group.levelOf(run) }));
    const key = JSON.stringify(held);
    const known = parts.get(key);
    if (known) known.runs.push(run);
    else parts.set(key, { held, runs: [run] });
  }
  const placeOf = ({ held }: RunsPart) =>
    held.map(({ level }, index) => others[index]?.levels.indexOf(level) ?? 0);
  return [...parts.values()].sort((a, b) => {
    const [first, second] = [placeOf(a), placeOf(b)];
    const at = first.findIndex((place, index) => place !== second[index]);
    return at < 0 ? 0 : (first[at] ?? 0) - (second[at] ?? 0);
  });
}

function describePanel(
  input: ScalingInput,
  factor: FactorGroup,
  { held, runs }: RunsPart,
): Scaling['panels'][number] {
  const { definition, definitionOf, per, work } = input;
  const inOrder = [...runs].sort(
    (a, b) => factor.levels.indexOf(factor.levelOf(a)) - factor.levels.indexOf(factor.levelOf(b)),
  );
  const normalised = inOrder.map((run) => normaliseRun(run, { per, work }));
  const comparison = compareGroups({
    runs: normalised,
    definition,
    ...(definitionOf ? { definitionOf } : {}),
    by: factor.names[0] ?? 'treatment',
    baseline: null,
    measurements: input.measurements,
  });
  const isPlain = per.length === 0 && work === null;
  const isLoad = work !== null && factor.names.includes(work);
  const curves = comparison.measurements.flatMap(
    (measurement) =>
      describeScalingCurve({
        measurement,
        comparison,
        runs: normalised,
        factor,
        definition,
        isPlain,
        isLoad,
      }) ?? [],
  );
  return {
    held,
    runs: runs.length,
    note:
      runs.length < 2
        ? ''
        : sayOthers(
            comparison.covariates.map(({ name }) => name),
            factor,
          ),
    comparisons: comparison.multiplicity?.comparisons ?? 0,
    curves,
  };
}

const sayOthers = (covariates: readonly string[], { label }: FactorGroup): string =>
  covariates.length === 0
    ? `These runs differ in ${label} alone, as far as it is known.`
    : `Besides ${label}, these runs differ in ${covariates.join(', ')}.`;
