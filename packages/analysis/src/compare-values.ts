import { type Better, formatChange, formatInterval, formatQuantity, formatRatio } from '@proofload/domain';
import { mean, ratioOfMeans, ratioOfMeansInterval } from '@proofload/stats';
import { judgeEffect } from './judge-effect.ts';

export type Difference =
  | 'better'
  | 'worse'
  | 'different'
  | 'no-difference'
  | 'not-assessable'
  | 'no-data'
  | 'baseline';

/** A change of less than this share of the baseline is no difference, however certain it is. */
const minimumEffect = 0.01;

export interface ValueComparison {
  ratio: number | null;
  low: number | null;
  high: number | null;
  difference: Difference;
  /** The finding in words, without the name of the measurement. */
  sentence: string;
}

/**
 * Compares replicates with those of the baseline: ratio of the means, its 95 % interval, and the judgement. With one
 * replicate on a side it is never "no difference" but not assessable.
 */
export function compareValues(
  values: readonly number[],
  baseline: readonly number[],
  better: Better,
  unit: string | null,
): ValueComparison {
  const [center, reference] = [mean(values), mean(baseline)];
  if (center === null || reference === null) {
    const sentence =
      values.length === 0 ? 'no data' : `${formatQuantity(center, unit)}, but the baseline has no data`;
    return { ratio: null, low: null, high: null, difference: 'no-data', sentence };
  }
  const ratio = ratioOfMeans(values, baseline);
  const interval = ratioOfMeansInterval(values, baseline);
  const compared = { ratio, low: interval?.low ?? null, high: interval?.high ?? null };
  const n = sayReplicates(values.length, baseline.length);
  if (values.length < 2 || baseline.length < 2) {
    const change = sayDifference(center, reference, ratio, unit);
    return { ...compared, difference: 'not-assessable', sentence: `${change}, not assessable at ${n}` };
  }
  const difference = judge(values, baseline, better);
  const size =
    ratio === null
      ? sayDifference(center, reference, ratio, unit)
      : sayRatio(ratio, compared.low, compared.high);
  const words: Record<Difference, string> = {
    better: 'better',
    worse: 'worse',
    different: 'a difference',
    'no-difference': 'no difference shown',
    'not-assessable': 'not assessable',
    'no-data': 'no data',
    baseline: 'the baseline',
  };
  return { ...compared, difference, sentence: `${size}, ${n}: ${words[difference]}` };
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

function judge(values: readonly number[], baseline: readonly number[], better: Better): Difference {
  const verdict = judgeEffect(values, baseline, { better, minimumEffect });
  return verdict === 'equivalent' || verdict === 'too-small' ? 'no-difference' : verdict;
}
