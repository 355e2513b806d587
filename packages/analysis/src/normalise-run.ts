import type { Measurement } from '@proofload/contracts';
import { type Amount, convertUnit, scaleAmount } from '@proofload/domain';
import type { ComparableRun } from './comparable-run.ts';
import { toNumber } from './factor-groups.ts';
import { normaliseValue, type Share } from './normalise-value.ts';

export interface Normalisation {
  /** Factors or facts that values are divided by. */
  per: readonly string[];
  /** What was done in a duration, which becomes a rate of it; null leaves durations as they are. */
  work: string | null;
}

/** Factors, parameters and facts that are numbers above zero in a run at least. */
export function findDivisors(runs: readonly ComparableRun[]): string[] {
  const names = runs.flatMap((run) => [...Object.keys(run.params), ...Object.keys(run.environment)]);
  return [...new Set(names)].filter((name) => runs.some((run) => (amountOf(run, name) ?? 0) > 0));
}

/** The number that a run has for a factor or a fact; null when there is none. */
function amountOf({ params, environment }: ComparableRun, name: string): number | null {
  if (Object.hasOwn(params, name)) return toNumber(params[name]);
  return Object.hasOwn(environment, name) ? toNumber(environment[name]) : null;
}

/** The run with its measurements shared out: a value that cannot be says why. */
export function normaliseRun(run: ComparableRun, { per, work }: Normalisation): ComparableRun {
  if (per.length === 0 && work === null) return run;
  return {
    ...run,
    measurements: Object.fromEntries(
      Object.entries(run.measurements).map(([name, measurement]) => {
        const rate = work === null ? measurement : toRate(run, measurement, work);
        return [name, shareOut(run, rate, per)];
      }),
    ),
  };
}

/** 15 000 applications in 9 min are 1667 applications/min; what is no duration stays. */
function toRate(run: ComparableRun, measurement: Measurement, work: string): Measurement {
  const unit = measurement.unit ?? '';
  if (unit === '' || convertUnit(1, unit, 's') === null) return measurement;
  const done = amountOf(run, work);
  const { better } = measurement;
  const turned = {
    ...withoutValue(measurement),
    unit: `${lastPart(work)}/${unit}`,
    better: better === 'lower' ? ('higher' as const) : better === 'higher' ? ('lower' as const) : better,
    spread: null,
  };
  if (done === null || !(done > 0)) return { ...turned, note: `the run has no number for ${work}` };
  const { value } = measurement;
  if (value === null || !(value > 0)) return turned;
  return { ...turned, value: done / value };
}

function shareOut(run: ComparableRun, measurement: Measurement, per: readonly string[]): Measurement {
  if (per.length === 0) return measurement;
  const shares = per.map((name): Share => ({ noun: singular(name), count: amountOf(run, name) ?? 0 }));
  const lacking = per.filter((name) => !((amountOf(run, name) ?? 0) > 0));
  const unit = [measurement.unit ?? '', ...shares.map(({ noun }) => noun)].join('/');
  const empty = { ...withoutValue(measurement), unit, spread: null };
  if (lacking.length > 0) return { ...empty, note: `the run has no number for ${lacking.join(', ')}` };
  const divisor = shares.reduce((product, { count }) => product * count, 1);
  const amount: Amount | null = measurement.amount ? scaleAmount(measurement.amount, 1 / divisor) : null;
  if (measurement.value === null) return { ...empty, ...(amount ? { amount } : {}) };
  const found = normaliseValue(measurement.value, measurement.unit ?? '', shares);
  return { ...empty, value: found?.value ?? null };
}

function withoutValue({ amount: _, ...measurement }: Measurement): Measurement {
  return { ...measurement, value: null };
}

const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** `kubernetes.nodes` are counted by the node. */
function singular(name: string): string {
  const noun = lastPart(name);
  return /[^s]s$/.test(noun) ? noun.slice(0, -1) : noun;
}
