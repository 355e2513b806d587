import { type ComparisonOperator, holds } from '@proofload/domain';
import { findBreaches } from './find-breaches.ts';

/** A stretch of time with the value that it had; null without data, which is a gap and no breach. */
export interface SloStep {
  fromMs: number;
  toMs: number;
  value: number | null;
}

export interface SloStatisticsInput {
  /** In order, without overlaps. */
  steps: readonly SloStep[];
  objective: { operator: ComparisonOperator; limit: number };
  /** Share of the time in which the objective is to hold, such as 0.999; null without an error budget. */
  target?: number | null;
  /** What the system was loaded with over time, in any unit. */
  load?: readonly SloStep[];
  /** The load that multiples are taken of; null when it is not known. */
  baselineLoad?: number | null;
  /** Length over which the fastest burn is looked for. */
  burnWindowMs?: number;
}

export interface SloStatistics {
  /** Time with data and without. */
  observedMs: number;
  gapMs: number;
  breachedMs: number;
  /** Share of the observed time in breach; null without data. */
  breachedShare: number | null;
  breaches: number;
  /** The longest stretch in breach. A gap ends it. */
  longest: { fromMs: number; toMs: number } | null;
  first: {
    fromMs: number;
    /** Load when it began, and how many times the baseline that is; null when it is not known. */
    load: number | null;
    loadMultiple: number | null;
  } | null;
  budget: ErrorBudget | null;
}

export interface ErrorBudget {
  /** Share of the time that may be in breach. */
  allowed: number;
  /** Used share of the budget over all that was observed: 1 is all of it. */
  burned: number;
  /** The window in which it burned fastest, as a multiple of what would just use it up. */
  fastest: { fromMs: number; toMs: number; rate: number } | null;
}

/** How an objective held over a series: how much of the time, for how long at most, from which load on, and its budget. */
export function describeSlo(input: SloStatisticsInput): SloStatistics {
  const { steps, objective, target = null, burnWindowMs = 3_600_000 } = input;
  const breaches = findBreaches(steps, objective);
  const observedMs = sumMs(steps.filter(({ value }) => value !== null));
  const breachedMs = sumMs(breaches);
  const [first] = breaches;
  const longest = breaches.reduce<(typeof breaches)[number] | null>(
    (most, breach) => (most && lengthMs(most) >= lengthMs(breach) ? most : breach),
    null,
  );
  return {
    observedMs,
    gapMs: sumMs(steps) - observedMs,
    breachedMs,
    breachedShare: observedMs > 0 ? breachedMs / observedMs : null,
    breaches: breaches.length,
    longest: longest && { fromMs: longest.fromMs, toMs: longest.toMs },
    first: first ? { fromMs: first.fromMs, ...loadAt(first.fromMs, input) } : null,
    budget:
      target === null || !(target < 1) || observedMs === 0
        ? null
        : describeBudget(steps, objective, { allowed: 1 - target, burnWindowMs, observedMs, breachedMs }),
  };
}

const lengthMs = ({ fromMs, toMs }: { fromMs: number; toMs: number }): number => toMs - fromMs;
const sumMs = (stretches: readonly { fromMs: number; toMs: number }[]): number =>
  stretches.reduce((sum, stretch) => sum + lengthMs(stretch), 0);

function loadAt(
  timeMs: number,
  { load = [], baselineLoad = null }: SloStatisticsInput,
): { load: number | null; loadMultiple: number | null } {
  const found = load.find(({ fromMs, toMs }) => fromMs <= timeMs && timeMs < toMs)?.value ?? null;
  const isComparable = found !== null && baselineLoad !== null && baselineLoad > 0;
  return { load: found, loadMultiple: isComparable ? found / baselineLoad : null };
}

interface BudgetFacts {
  allowed: number;
  burnWindowMs: number;
  observedMs: number;
  breachedMs: number;
}

function describeBudget(
  steps: readonly SloStep[],
  { operator, limit }: SloStatisticsInput['objective'],
  { allowed, burnWindowMs, observedMs, breachedMs }: BudgetFacts,
): ErrorBudget {
  let fastest: ErrorBudget['fastest'] = null;
  let [begin, observed, breached] = [0, 0, 0];
  const count = (step: SloStep | undefined, sign: 1 | -1) => {
    if (!step || step.value === null) return;
    observed += sign * lengthMs(step);
    if (!holds(step.value, operator, limit)) breached += sign * lengthMs(step);
  };
  for (const step of steps) {
    count(step, 1);
    while (step.toMs - (steps[begin]?.fromMs ?? 0) > burnWindowMs && steps[begin] !== step)
      count(steps[begin++], -1);
    // A window with little data would call one bad step the fastest burn.
    if (observed < Math.min(burnWindowMs, observedMs) / 2) continue;
    const rate = breached / observed / allowed;
    if (rate > (fastest?.rate ?? 0))
      fastest = { fromMs: steps[begin]?.fromMs ?? step.fromMs, toMs: step.toMs, rate };
  }
  return { allowed, burned: breachedMs / observedMs / allowed, fastest };
}
