import type { Better } from '@proofload/domain';
import {
  differenceOfMeansInterval,
  type Interval,
  mean,
  ratioOfMeans,
  ratioOfMeansInterval,
} from '@proofload/stats';

/**
 * `better`, `worse`, `different`: the interval leaves "no change" out, and the change is at least the least one that matters;
 * `too-small`: there is a change, but a smaller one;
 * `equivalent`: the whole interval is within the least change that matters, so that a greater one is ruled out;
 * `no-difference`: none shown, none ruled out;
 * `not-assessable`: fewer than two runs on a side.
 */
export type EffectVerdict =
  | 'better'
  | 'worse'
  | 'different'
  | 'too-small'
  | 'equivalent'
  | 'no-difference'
  | 'not-assessable'
  | 'no-data';

/**
 * What replicates say of the difference to a baseline, as far as it matters.
 * @param minimumEffect the least change that matters, as a share of the baseline
 */
export function judgeEffect(
  values: readonly number[],
  baseline: readonly number[],
  { better, minimumEffect }: { better: Better; minimumEffect: number },
): EffectVerdict {
  return judgeIntervals(
    {
      center: mean(values),
      reference: mean(baseline),
      ratio: ratioOfMeans(values, baseline),
      ratioInterval: ratioOfMeansInterval(values, baseline),
      differenceInterval: differenceOfMeansInterval(values, baseline),
    },
    { better, minimumEffect },
  );
}

/** What the judgement rests on. */
interface EffectFigures {
  center: number | null;
  reference: number | null;
  ratio: number | null;
  ratioInterval: Interval | null;
  differenceInterval: Interval | null;
}

/** The judgement of figures that are known already. */
export function judgeIntervals(
  { center, reference, ratio, ratioInterval, differenceInterval }: EffectFigures,
  { better, minimumEffect }: { better: Better; minimumEffect: number },
): EffectVerdict {
  if (center === null || reference === null) return 'no-data';
  if (differenceInterval === null) return 'not-assessable';
  // Without a ratio (means of zero, of different signs, drowned in their scatter) the difference is judged in its unit.
  const scale = Math.abs(reference);
  const change =
    ratioInterval && ratio !== null
      ? turn(ratioInterval, reference < 0)
      : { low: differenceInterval.low / (scale || 1), high: differenceInterval.high / (scale || 1) };
  const least = scale === 0 && ratioInterval === null ? 0 : minimumEffect;
  if (change.low > -least && change.high < least) return 'equivalent';
  if (change.low <= 0 && change.high >= 0) return 'no-difference';
  const size = Math.abs(center - reference) / (scale || 1);
  if (size < least) return 'too-small';
  if (better === 'none') return 'different';
  return change.low > 0 === (better === 'higher') ? 'better' : 'worse';
}

/** Of a ratio, the change as a share; below zero a greater ratio is a smaller value. */
const turn = ({ low, high }: Interval, isNegative: boolean): Interval =>
  isNegative ? { low: 1 - high, high: 1 - low } : { low: low - 1, high: high - 1 };
