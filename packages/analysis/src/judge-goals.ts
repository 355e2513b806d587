import type { GoalResult } from '@proofload/contracts';
import {
  type ExperimentDefinition,
  formatRatio,
  holds,
  parseTarget,
  treatmentKey,
  type Verdict,
} from '@proofload/domain';
import { ratioOfMeans, ratioOfMeansInterval } from '@proofload/stats';
import { type ComparableRun, exclusionReason } from './comparable-run.ts';
import { sayRatio, sayReplicates } from './compare-values.ts';

type GoalRun = Pick<
  ComparableRun,
  'status' | 'outcome' | 'reason' | 'treatment' | 'measurements' | 'validity'
>;

/**
 * Holds the goals of a definition against its runs. A goal is met when the mean of at least one treatment other than the baseline
 * is the wanted multiple of the baseline's mean; the interval and the replicates are told beside it. Null when there is nothing to judge.
 */
export function judgeGoals(
  definition: Pick<ExperimentDefinition, 'goals' | 'baseline'>,
  runs: readonly GoalRun[],
): GoalResult[] {
  const baselineKey = definition.baseline === null ? null : treatmentKey(definition.baseline);
  return definition.goals.map(({ measurement, target }) => {
    const result: GoalResult = { measurement, target, met: null, best: null, note: null };
    const wanted = parseTarget(target);
    if (wanted === null) return { ...result, note: 'expected a multiple of the baseline such as `>= 4x`' };
    if (baselineKey === null) return { ...result, note: 'the experiment has no baseline' };
    const groups = valuesByTreatment(runs, measurement);
    if (!groups.has(baselineKey)) {
      return { ...result, note: `no completed run of the baseline ${baselineKey} has ${measurement}` };
    }
    const best = findBest(groups, baselineKey, wanted.operator.startsWith('>'));
    if (best === null) return { ...result, note: `no completed run of another treatment has ${measurement}` };
    const met = holds(best.ratio, wanted.operator, wanted.ratio);
    return { ...result, met, best, note: sayCertainty(best, wanted.ratio, met) };
  });
}

type Best = NonNullable<GoalResult['best']>;

/** The treatment with the greatest (or least) ratio to the baseline. */
function findBest(
  groups: ReadonlyMap<string, number[]>,
  baselineKey: string,
  wantsMore: boolean,
): Best | null {
  const baseline = groups.get(baselineKey) ?? [];
  const candidates = [...groups].flatMap(([treatment, values]): Best[] => {
    const ratio = treatment === baselineKey ? null : ratioOfMeans(values, baseline);
    if (ratio === null) return [];
    const interval = ratioOfMeansInterval(values, baseline);
    const bounds = { low: interval?.low ?? null, high: interval?.high ?? null };
    return [{ treatment, ratio, ...bounds, n: values.length, baselineN: baseline.length }];
  });
  const isBetter = (a: Best, b: Best) => (wantsMore ? a.ratio > b.ratio : a.ratio < b.ratio);
  return candidates.reduce<Best | null>(
    (best, one) => (best === null || isBetter(one, best) ? one : best),
    null,
  );
}

/** Of a whole sweep: `fail` when an objective of any run or a goal did not hold, `inconclusive` when one could not be judged. */
export function judgeSweep(
  runs: readonly Pick<ComparableRun, 'status' | 'outcome' | 'verdict' | 'slos'>[],
  goals: readonly Pick<GoalResult, 'met'>[],
): Verdict {
  const hasObjectives =
    goals.length > 0 ||
    runs.some(({ slos, verdict }) => slos.length > 0 || (verdict !== null && verdict !== 'none'));
  if (goals.some(({ met }) => met === false) || runs.some(({ verdict }) => verdict === 'fail')) return 'fail';
  const isOpen =
    goals.some(({ met }) => met === null) ||
    runs.some(
      ({ status, outcome, verdict }) =>
        status !== 'finished' || outcome !== 'completed' || verdict === 'inconclusive',
    );
  if (!hasObjectives) return 'none';
  return isOpen ? 'inconclusive' : 'pass';
}

function valuesByTreatment(runs: readonly GoalRun[], measurement: string): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const run of runs) {
    const value = Object.hasOwn(run.measurements, measurement) ? run.measurements[measurement]?.value : null;
    if (exclusionReason(run) !== null || value === null || value === undefined) continue;
    const values = groups.get(run.treatment);
    if (values) values.push(value);
    else groups.set(run.treatment, [value]);
  }
  return groups;
}

function sayCertainty(best: Best, wanted: number, met: boolean): string {
  const { treatment, ratio, low, high, n, baselineN } = best;
  const found = `${treatment} reached ${sayRatio(ratio, low, high)}, ${sayReplicates(n, baselineN)}`;
  if (n < 2 || baselineN < 2) return `${found}; how certain that is cannot be assessed at n=1`;
  if (low === null || high === null || (low <= wanted && wanted <= high)) {
    return `${found}; ${formatRatio(wanted)} lies within the uncertainty${met ? '' : ', so it may yet be reached'}`;
  }
  return found;
}
