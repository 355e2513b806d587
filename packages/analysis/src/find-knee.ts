import { drawNormal, drawVarianceRatio, mean, variance } from '@proofload/stats';
import type { CurveLevel, CurveOptions } from './curve-level.ts';

/**
 * Where a response stops to pay:
 * `knee`: from a level on, all are about as good as the best;
 * `peak`: as `knee`, but further levels are worse again;
 * `flat`: the first level is as good as the best;
 * `open`: only the last level is the best, so that more might be better still;
 * `none`: fewer than three levels have values, or they have no ratio.
 */
export type KneeKind = 'knee' | 'peak' | 'flat' | 'open' | 'none';

export interface Knee {
  kind: KneeKind;
  /** The least level that is about as good as the best; null unless there is a knee or a peak. */
  level: string | null;
  /** The levels that are about as good as the best, first and last, next to one another. */
  plateau: { from: string; to: string } | null;
  best: string | null;
  /** The share that counted as about as good. */
  tolerance: number;
  /** Levels between which the knee lies with 95 %; null at n=1, where that is not assessable. */
  range: { from: string; to: string } | null;
  /** How often each level was the first of the plateau when the means were drawn anew; empty at n=1. */
  shares: { level: string; share: number }[];
}

const defaultTolerance = 0.1;
const draws = 1000;

/**
 * The knee by the plateau: the levels around the best whose means are within the tolerance of it. Its uncertainty comes
 * from means drawn anew within the scatter of the replicates, which all levels share (relative to the mean, where all
 * values are above zero): a mean is drawn with the variance that a chi-squared draw allows, so that few replicates
 * give wide draws.
 */
export function findKnee(levels: readonly CurveLevel[], options: CurveOptions): Knee {
  const { tolerance = defaultTolerance, better } = options;
  const means = levels.map(({ values }) => mean(values) ?? 0);
  const none: Knee = {
    kind: 'none',
    level: null,
    plateau: null,
    best: null,
    tolerance,
    range: null,
    shares: [],
  };
  if (levels.length < 3 || !means.every((value) => value > 0)) return none;
  const found = findPlateau(means, better, tolerance);
  const name = (index: number) => levels[index]?.name ?? '';
  const kind = kindOf(found, means.length);
  const counts = drawKnees(levels, means, { ...options, tolerance });
  return {
    ...none,
    kind,
    level: kind === 'knee' || kind === 'peak' ? name(found.from) : null,
    plateau: { from: name(found.from), to: name(found.to) },
    best: name(found.best),
    range: counts && rangeOf(counts, name),
    shares: counts?.map((count, index) => ({ level: name(index), share: count / draws })) ?? [],
  };
}

interface Plateau {
  from: number;
  to: number;
  best: number;
}

function findPlateau(means: readonly number[], better: CurveOptions['better'], tolerance: number): Plateau {
  const cost = (index: number) => {
    const value = means[index] ?? 0;
    return better === 'lower' ? value : 1 / value;
  };
  let best = 0;
  for (let index = 1; index < means.length; index++) if (cost(index) < cost(best)) best = index;
  const isAsGood = (index: number) => cost(index) <= cost(best) * (1 + tolerance);
  let [from, to] = [best, best];
  while (from > 0 && isAsGood(from - 1)) from -= 1;
  while (to < means.length - 1 && isAsGood(to + 1)) to += 1;
  return { from, to, best };
}

function kindOf({ from, to }: Plateau, size: number): KneeKind {
  if (from === size - 1) return 'open';
  if (to < size - 1) return 'peak';
  return from === 0 ? 'flat' : 'knee';
}

/** How often each level began the plateau; null without replicates. */
function drawKnees(
  levels: readonly CurveLevel[],
  means: readonly number[],
  { better, random, tolerance = defaultTolerance }: CurveOptions,
): number[] | null {
  const isPositive = levels.every(({ values }) => values.every((value) => value > 0));
  let [squares, degrees] = [0, 0];
  for (const { values } of levels) {
    const spread = variance(isPositive ? values.map(Math.log) : values);
    if (spread === null) continue;
    squares += spread * (values.length - 1);
    degrees += values.length - 1;
  }
  if (degrees === 0) return null;
  const counts = levels.map(() => 0);
  for (let draw = 0; draw < draws; draw++) {
    const spread = Math.sqrt(squares / degrees / drawVarianceRatio(degrees, random));
    const drawn = means.map((value, index) => {
      const error = (spread / Math.sqrt(levels[index]?.values.length ?? 1)) * drawNormal(random);
      return isPositive ? value * Math.exp(error) : Math.max(value + error, Number.MIN_VALUE);
    });
    const { from } = findPlateau(drawn, better, tolerance);
    counts[from] = (counts[from] ?? 0) + 1;
  }
  return counts;
}

/** The levels that 95 % of the draws lie between, 2.5 % left out at either end. */
function rangeOf(counts: readonly number[], name: (index: number) => string): Knee['range'] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const at = (share: number) => {
    let sum = 0;
    return counts.findIndex((count) => {
      sum += count;
      return sum >= share * total;
    });
  };
  return { from: name(at(0.025)), to: name(at(0.975)) };
}
