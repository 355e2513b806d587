import { type CurveFit, fitAmdahl, fitUniversalLaw, peakAmount } from '@proofload/stats';
import type { CurveLevel } from './curve-level.ts';

interface Fitted {
  value: number;
  /** 95 %; null without degrees of freedom. */
  low: number | null;
  high: number | null;
}

export interface ScalingLaws {
  /** Runs that the laws were fitted to. */
  n: number;
  /** Share of the work that does not scale; null for fewer than two amounts. The speed-up ends at one over it. */
  amdahl: { serialShare: Fitted; mostSpeedUp: number | null; at: (amount: number) => number } | null;
  /** Contention and coherency, the value that the law gives, and the amount at which throughput has its peak; null for fewer than three amounts. */
  universal: {
    contention: Fitted;
    coherency: Fitted;
    peakAt: number | null;
    at: (amount: number) => number;
  } | null;
  /** Why a law does not describe these points; null when it may. */
  note: string | null;
}

/**
 * The laws of scaling on the runs of a curve. Work of a fixed size that takes a time (`lower`) is taken for the throughput
 * that it was done with.
 */
export function fitScaling(levels: readonly CurveLevel[], better: 'lower' | 'higher'): ScalingLaws {
  const points = levels.flatMap(({ amount, values }) =>
    amount === null || !(amount > 0)
      ? []
      : values
          .filter((value) => value > 0)
          .map((value) => ({ amount, throughput: better === 'lower' ? 1 / value : value })),
  );
  const [amdahl, universal] = [fitAmdahl(points), fitUniversalLaw(points)];
  const serialShare = amdahl && parameter(amdahl, 1);
  const [contention, coherency] = universal
    ? [parameter(universal, 1), parameter(universal, 2)]
    : [null, null];
  return {
    n: points.length,
    amdahl: amdahl &&
      serialShare && {
        serialShare,
        mostSpeedUp: serialShare.value > 0 ? 1 / serialShare.value : null,
        at: lawAt(amdahl, better),
      },
    universal: universal &&
      contention &&
      coherency && {
        contention,
        coherency,
        peakAt: peakAmount(contention.value, coherency.value),
        at: lawAt(universal, better),
      },
    note: sayMisfit(serialShare, coherency),
  };
}

/** What a law gives for an amount, on the scale of the measurement. */
function lawAt({ parameters }: CurveFit, better: 'lower' | 'higher'): (amount: number) => number {
  const [scale = 0, contention = 0, coherency = 0] = parameters;
  return (amount) => {
    const below = 1 + contention * (amount - 1) + coherency * amount * (amount - 1);
    const throughput = (scale * amount) / below;
    return better === 'lower' ? 1 / throughput : throughput;
  };
}

function parameter({ parameters, intervals }: CurveFit, index: number): Fitted {
  const interval = intervals?.[index];
  return { value: parameters[index] ?? 0, low: interval?.low ?? null, high: interval?.high ?? null };
}

function sayMisfit(serialShare: Fitted | null, coherency: Fitted | null): string | null {
  if (serialShare === null) return 'two different amounts are needed';
  if (serialShare.value < 0)
    return 'throughput grows faster than the amount, which no law of scaling describes: something else changed, or the first level was held back';
  if (coherency !== null && coherency.value < 0)
    return 'throughput bends upwards, which the universal law does not describe';
  return null;
}
