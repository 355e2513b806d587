import { type Interval, mean, meanInterval, ratioOfMeans, ratioOfMeansInterval } from '@proofload/stats';
import type { CurveLevel, CurveOptions } from './curve-level.ts';
import { findKnee, type Knee } from './find-knee.ts';

export interface CurvePoint extends CurveLevel {
  n: number;
  mean: number | null;
  /** 95 % interval of the mean; null for fewer than two runs. */
  interval: Interval | null;
  unfinished: readonly string[];
  /** Change from the level before that has a value, as a ratio minus one; `interval` is null where it is not assessable. */
  step: { from: string; change: number; interval: Interval | null } | null;
  /** How many times as good as the first level: above 1 is better, whatever the direction. */
  gain: { ratio: number; interval: Interval | null } | null;
  efficiency: Efficiency | null;
}

/** The gain over the growth in amount: 1 where twice as much gives twice as much. */
export interface Efficiency {
  value: number;
  interval: Interval | null;
  /** More than the amount explains: something else changed, or the first level was held back. */
  isSuperLinear: boolean;
}

export interface ResponseCurve {
  points: CurvePoint[];
  knee: Knee;
}

/** An efficiency above one by less than this is measurement, not a finding. */
const superLinearFrom = 1.05;

/** A response curve with what each step brings, how far it is from proportional, and where it stops to pay. */
export function describeCurve(levels: readonly CurveLevel[], options: CurveOptions): ResponseCurve {
  const measured = levels.filter(({ values }) => values.length > 0);
  const first = measured[0] ?? null;
  let before: CurveLevel | null = null;
  const points = levels.map((level): CurvePoint => {
    const { values } = level;
    const gain = first && gainOf(level, first, options.better);
    const point = {
      ...level,
      n: values.length,
      mean: mean(values),
      interval: meanInterval(values),
      unfinished: level.unfinished ?? [],
      step: before && stepFrom(before, level),
      gain,
      efficiency: first && gain && efficiencyOf(gain, level, first),
    };
    if (values.length > 0) before = level;
    return point;
  });
  return { points, knee: findKnee(measured, options) };
}

function stepFrom(before: CurveLevel, level: CurveLevel): CurvePoint['step'] {
  const ratio = ratioOfMeans(level.values, before.values);
  if (ratio === null) return null;
  const interval = ratioOfMeansInterval(level.values, before.values);
  return {
    from: before.name,
    change: ratio - 1,
    interval: interval && { low: interval.low - 1, high: interval.high - 1 },
  };
}

function gainOf(level: CurveLevel, first: CurveLevel, better: CurveOptions['better']): CurvePoint['gain'] {
  const [top, bottom] = better === 'higher' ? [level.values, first.values] : [first.values, level.values];
  const ratio = ratioOfMeans(top, bottom);
  if (ratio === null) return null;
  return level === first
    ? { ratio: 1, interval: null }
    : { ratio, interval: ratioOfMeansInterval(top, bottom) };
}

function efficiencyOf(
  { ratio, interval }: NonNullable<CurvePoint['gain']>,
  level: CurveLevel,
  first: CurveLevel,
): Efficiency | null {
  if (level.amount === null || first.amount === null || !(level.amount > 0 && first.amount > 0)) return null;
  const growth = level.amount / first.amount;
  const value = ratio / growth;
  const own = interval && { low: interval.low / growth, high: interval.high / growth };
  // Without an interval the figure itself is flagged: whoever reads it must know that it cannot be scaling alone.
  return { value, interval: own, isSuperLinear: value > superLinearFrom && (own === null || own.low > 1) };
}
