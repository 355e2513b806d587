import { type Better, formatChange, formatInterval, formatNumber } from '@proofload/domain';
import {
  differenceOfMeansInterval,
  differenceOfMeansProbability,
  type Interval,
  mean,
  predictionInterval,
  ratioOfMeans,
  ratioOfMeansInterval,
  replicatesNeeded,
  standardDeviation,
} from '@proofload/stats';
import { type EffectVerdict, judgeIntervals } from './judge-effect.ts';

export interface EffectAssessment {
  n: number;
  baselineN: number;
  difference: number | null;
  differenceInterval: Interval | null;
  ratio: number | null;
  ratioInterval: Interval | null;
  /** Of equal means; null where it is not assessable. */
  probability: number | null;
  /** Where a single further run of the treatment is expected with 95 %. */
  nextRun: Interval | null;
  verdict: EffectVerdict;
  /** Replicates a side with which a difference of the size seen is found four times in five. */
  advice: ReplicateAdvice[];
}

export interface ReplicateAdvice {
  /** Standard deviation over mean that a single run is taken to have. */
  variation: number;
  isAssumed: boolean;
  /** Null when a thousand are not enough. */
  replicates: number | null;
}

export interface EffectOptions {
  better: Better;
  /** The least change that matters, as a share of the baseline. */
  minimumEffect?: number;
  /** Standard deviation over mean of single runs, known from other treatments; assumed in steps when there is none. */
  variation?: number | null;
}

const assumedVariations = [0.02, 0.05, 0.1];

/** All that replicates say of the difference to a baseline. */
export function assessEffect(
  values: readonly number[],
  baseline: readonly number[],
  { better, minimumEffect = 0.01, variation = null }: EffectOptions,
): EffectAssessment {
  const [center, reference] = [mean(values), mean(baseline)];
  const ratio = ratioOfMeans(values, baseline);
  const ratioInterval = ratioOfMeansInterval(values, baseline);
  const differenceInterval = differenceOfMeansInterval(values, baseline);
  return {
    n: values.length,
    baselineN: baseline.length,
    difference: center === null || reference === null ? null : center - reference,
    differenceInterval,
    ratio,
    ratioInterval,
    probability: differenceOfMeansProbability(values, baseline),
    nextRun: predictionInterval(values),
    verdict: judgeIntervals(
      { center, reference, ratio, ratioInterval, differenceInterval },
      { better, minimumEffect },
    ),
    advice: ratio === null ? [] : adviseReplicates(ratio - 1, variation ?? pooledVariation(values, baseline)),
  };
}

/** How many replicates a side would tell a change of this size, for the scatter that is known or for some that are assumed. */
export function adviseReplicates(change: number, variation: number | null): ReplicateAdvice[] {
  const isAssumed = variation === null || !(variation > 0);
  return (isAssumed ? assumedVariations : [variation]).map((each) => ({
    variation: each,
    isAssumed,
    replicates: replicatesNeeded(change / each),
  }));
}

/** `difference of -6.4 %, not assessable at n=1; 3 replicates a side would tell if runs vary by 2 %`, and so on. */
export function sayUnassessable({ ratio, n, baselineN, advice }: EffectAssessment): string {
  const size = ratio === null ? 'a difference' : `difference of ${ratio === 1 ? '0 %' : formatChange(ratio)}`;
  const counts = n === baselineN ? `n=${n}` : `n=${n} against ${baselineN}`;
  const needed = sayAdvice(advice);
  return `${size}, not assessable at ${counts}${needed === null ? '' : `; ${needed}`}`;
}

/** `replicates a side that would tell: 5 if runs vary by 2 %`; null where nothing would. */
export function sayAdvice(advice: readonly ReplicateAdvice[]): string | null {
  const told = advice.flatMap(({ variation, replicates }) =>
    replicates === null ? [] : [`${replicates} if runs vary by ${formatNumber(variation * 100)} %`],
  );
  return told.length === 0 ? null : `replicates a side that would tell: ${told.join(', ')}`;
}

/** `-6.4 % [-8.1, -4.6]`, with the interval of the change in percent. */
export function sayChange(ratio: number, interval: Interval | null): string {
  if (interval === null) return formatChange(ratio);
  return `${formatChange(ratio)} ${formatInterval((interval.low - 1) * 100, (interval.high - 1) * 100)}`;
}

function pooledVariation(values: readonly number[], baseline: readonly number[]): number | null {
  let [squares, degrees] = [0, 0];
  for (const side of [values, baseline]) {
    const [spread, center] = [standardDeviation(side), mean(side)];
    if (spread === null || !center) continue;
    squares += (side.length - 1) * (spread / center) ** 2;
    degrees += side.length - 1;
  }
  return degrees === 0 ? null : Math.sqrt(squares / degrees);
}
