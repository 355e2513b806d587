import {
  type Better,
  formatChange,
  formatInterval,
  formatNumber,
  formatQuantity,
  formatRatio,
} from '@proofload/domain';
import { mean } from '@proofload/stats';
import { assessEffect, type EffectAssessment } from './assess-effect.ts';
import type { EffectVerdict } from './judge-effect.ts';

export type Difference =
  | 'better'
  | 'worse'
  | 'different'
  | 'no-difference'
  | 'no-relevant-difference'
  | 'not-assessable'
  | 'confounded'
  | 'no-data'
  | 'baseline';

/** A change of less than this share of the baseline is no difference, however certain it is. */
const defaultMinimumEffect = 0.01;

export interface ValueComparison {
  ratio: number | null;
  low: number | null;
  high: number | null;
  difference: Difference;
  /** How great it is, as it stands in the sentence before the judgement: `3.9x [3.7, 4.1], n=3`. */
  size: string;
  /** The finding in words, without the name of the measurement. */
  sentence: string;
  /** All that the replicates say; null where there are none to compare. */
  effect: EffectAssessment | null;
  minimumEffect: number;
}

export interface CompareValuesOptions {
  better: Better;
  unit: string | null;
  /** The least change that matters, as a share of the baseline. */
  minimumEffect?: number;
}

/**
 * Compares replicates with those of the baseline: ratio of the means, its 95 % interval, and the judgement of the effect.
 * With one replicate on a side it is never "no difference" but not assessable.
 */
export function compareValues(
  values: readonly number[],
  baseline: readonly number[],
  { better, unit, minimumEffect = defaultMinimumEffect }: CompareValuesOptions,
): ValueComparison {
  const [center, reference] = [mean(values), mean(baseline)];
  if (center === null || reference === null) {
    const sentence =
      values.length === 0 ? 'no data' : `${formatQuantity(center, unit)}, but the baseline has no data`;
    const nothing = { ratio: null, low: null, high: null, difference: 'no-data' } as const;
    return { ...nothing, size: sentence, sentence, effect: null, minimumEffect };
  }
  const effect = assessEffect(values, baseline, { better, minimumEffect });
  const { ratio, ratioInterval } = effect;
  const compared = {
    ratio,
    low: ratioInterval?.low ?? null,
    high: ratioInterval?.high ?? null,
    effect,
    minimumEffect,
  };
  const n = sayReplicates(values.length, baseline.length);
  if (values.length < 2 || baseline.length < 2) {
    const change = sayDifference(center, reference, ratio, unit);
    const sentence = `${change}, not assessable at ${n}`;
    return { ...compared, difference: 'not-assessable', size: `${change}, ${n}`, sentence };
  }
  const difference = toDifference(effect.verdict);
  const size = `${
    ratio === null
      ? sayDifference(center, reference, ratio, unit)
      : sayRatio(ratio, compared.low, compared.high)
  }, ${n}`;
  return {
    ...compared,
    difference,
    size,
    sentence: `${size}: ${sayJudgement(difference, minimumEffect)}`,
  };
}

const toDifference = (verdict: EffectVerdict): Difference =>
  verdict === 'equivalent' || verdict === 'too-small' ? 'no-relevant-difference' : verdict;

const words: Record<Exclude<Difference, 'no-relevant-difference'>, string> = {
  better: 'better',
  worse: 'worse',
  different: 'a difference',
  'no-difference': 'no difference shown',
  'not-assessable': 'not assessable',
  confounded: 'verdict withheld',
  'no-data': 'no data',
  baseline: 'the baseline',
};

function sayJudgement(difference: Difference, minimumEffect: number): string {
  return difference === 'no-relevant-difference'
    ? `no relevant difference (less than ${formatNumber(minimumEffect * 100)} %)`
    : words[difference];
}

/** `n=3`, or `n=3 against 2` when the sides differ. */
export function sayReplicates(n: number, baselineN: number): string {
  return n === baselineN ? `n=${n}` : `n=${n} against ${baselineN}`;
}

/** `3.9x [3.7, 4.1]`. */
export function sayRatio(ratio: number, low: number | null, high: number | null): string {
  const interval = formatInterval(low, high);
  return interval === '' ? formatRatio(ratio) : `${formatRatio(ratio)} ${interval}`;
}

/** `difference of -42 %`, or in the unit itself where the baseline is zero. */
function sayDifference(center: number, reference: number, ratio: number | null, unit: string | null): string {
  if (center === reference) return 'difference of 0 %';
  return ratio === null
    ? `difference of ${formatQuantity(center - reference, unit)}`
    : `difference of ${formatChange(ratio)}`;
}
