import type { DraftCurve } from '@proofload/contracts';
import { convertUnit, createRandom, type ParamValue } from '@proofload/domain';
import { exclusionReason } from '../comparable-run.ts';
import type { CurveLevel } from '../curve-level.ts';
import type { ExpressionRun } from '../expressions/select-values.ts';
import { toNumber } from '../factor-groups.ts';
import { describeCurve } from '../response-curve.ts';
import { sayKnee } from '../say-knee.ts';

/** The same draws for the same runs, so that a report says the same each time. */
const seed = 1;

/**
 * How measurements respond to a factor, with the knee.
 * @param factor that to follow; the first parameter that differs between the runs when null
 * @param measurements names; all when null
 */
export function describeCurves(
  runs: readonly ExpressionRun[],
  factor: string | null,
  measurements: readonly string[] | null,
): DraftCurve[] {
  const along = factor ?? varyingFactor(runs);
  if (along === null) return [];
  const names = measurements ?? [...new Set(runs.flatMap((run) => Object.keys(run.measurements)))];
  return names.flatMap((name) => describe(runs, along, name) ?? []);
}

function varyingFactor(runs: readonly ExpressionRun[]): string | null {
  const names = [...new Set(runs.flatMap(({ params }) => Object.keys(params)))];
  return names.find((name) => new Set(runs.map((run) => levelOf(run, name))).size > 1) ?? null;
}

const levelOf = ({ params }: ExpressionRun, name: string): ParamValue | undefined =>
  Object.hasOwn(params, name) ? params[name] : undefined;

function describe(runs: readonly ExpressionRun[], factor: string, name: string): DraftCurve | null {
  const measured = runs.flatMap(({ measurements }) =>
    Object.hasOwn(measurements, name) ? (measurements[name] ?? []) : [],
  );
  const unit = measured.find(({ unit: own }) => own !== null)?.unit ?? null;
  const better = measured[0]?.better ?? 'none';
  const levels = levelsOf(runs, factor, name, unit);
  if (levels.every(({ values }) => values.length === 0)) return null;
  // Without a better side there is no knee, and what is asked of the curve then does not depend on it.
  const { points, knee } = describeCurve(levels, {
    better: better === 'none' ? 'higher' : better,
    random: createRandom(seed),
  });
  return {
    measurement: name,
    unit,
    better,
    factor,
    points: points.map((point) => ({
      level: point.name,
      amount: point.amount,
      mean: point.mean,
      interval: point.interval,
      values: [...point.values],
      unfinished: [...point.unfinished],
    })),
    knee: better === 'none' ? null : { level: knee.level, said: sayKnee(knee, factor) },
  };
}

function levelsOf(
  runs: readonly ExpressionRun[],
  factor: string,
  name: string,
  unit: string | null,
): CurveLevel[] {
  const levels = new Map<string, { amount: number | null; values: number[]; unfinished: string[] }>();
  for (const run of runs) {
    const level = levelOf(run, factor);
    const key = level === undefined ? `no ${factor}` : String(level);
    const known = levels.get(key) ?? { amount: toNumber(level), values: [], unfinished: [] };
    levels.set(key, known);
    const reason = exclusionReason(run);
    const value = measuredValue(run, name, unit);
    if (reason !== null) known.unfinished.push(reason);
    else if (value === null) known.unfinished.push(`no value of ${name}`);
    else known.values.push(value);
  }
  const isOrdered = [...levels.values()].every(({ amount }) => amount !== null);
  const entries = [...levels].map(([key, level]) => ({ name: key, ...level }));
  return isOrdered ? entries.sort((a, b) => (a.amount ?? 0) - (b.amount ?? 0)) : entries;
}

function measuredValue({ measurements }: ExpressionRun, name: string, unit: string | null): number | null {
  const found = Object.hasOwn(measurements, name) ? measurements[name] : undefined;
  if (!found || found.value === null) return null;
  return convertUnit(found.value, found.unit ?? '', unit ?? '');
}
