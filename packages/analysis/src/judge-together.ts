import type { ComparedCell, Comparison } from '@proofload/contracts';
import { formatNumber } from '@proofload/domain';
import { adjustForMany } from './adjust-for-many.ts';
import type { JudgedCell, JudgedMeasurement } from './compare-measurement.ts';
import type { Confounding } from './find-confounding.ts';

/** The share of false alarms among what is called a difference. */
const level = 0.05;

/**
 * What remains of the verdicts when all comparisons are looked at together: those that chance explains among so many are no
 * difference shown, and those on groups that something else tells apart as well are withheld. Adjusted by Benjamini and
 * Hochberg: without any difference at all there is an alarm in at most 5 % of comparisons, as with Holm, and where there
 * are some, few replicates still show them.
 */
export function judgeTogether(
  measurements: readonly JudgedMeasurement[],
  confounding: readonly Confounding[],
): { measurements: Comparison['measurements']; multiplicity: NonNullable<Comparison['multiplicity']> } {
  const withheld = new Map(confounding.map((one) => [one.group, one]));
  const cells = measurements.flatMap((measurement) => measurement.cells);
  const adjusted = adjustForMany(
    cells.map(({ group, judged }) => ({ name: group, probability: judged.effect?.probability ?? null })),
  );
  const comparisons = adjusted.filter(({ probability }) => probability !== null).length;
  const settle = ({ judged, ...cell }: JudgedCell, place: number): ComparedCell => {
    const { probability = null, benjaminiHochberg = null, holm = null } = adjusted[place] ?? {};
    const found = withheld.get(cell.group);
    // Of ranges there is no verdict to withhold.
    const reason = judged.effect === null ? null : (found?.reason ?? null);
    const whole = { size: judged.size, reason, probability, comparisons };
    return {
      ...cell,
      ...(judged.effect && {
        effect: {
          ...judged.effect,
          adjusted: benjaminiHochberg,
          holm,
          confounders: found?.covariates ?? [],
        },
      }),
      ...conclude(cell, { ...whole, adjusted: benjaminiHochberg }),
    };
  };
  let place = 0;
  return {
    measurements: measurements.map((measurement) => ({
      ...measurement,
      cells: measurement.cells.map((cell) => settle(cell, place++)),
    })),
    multiplicity: { comparisons, method: 'benjamini-hochberg', level },
  };
}

interface Whole {
  size: string;
  reason: string | null;
  probability: number | null;
  adjusted: number | null;
  comparisons: number;
}

function conclude(
  { difference, sentence }: Pick<JudgedCell, 'difference' | 'sentence'>,
  { size, reason, probability, adjusted, comparisons }: Whole,
): Pick<JudgedCell, 'difference' | 'sentence'> {
  if (difference === 'baseline' || difference === 'no-data') return { difference, sentence };
  if (reason !== null) return { difference: 'confounded', sentence: `${size}: verdict withheld, ${reason}` };
  const isShown = difference === 'better' || difference === 'worse' || difference === 'different';
  if (!isShown || adjusted === null || adjusted < level) return { difference, sentence };
  return {
    difference: 'no-difference',
    sentence: `${size}: no difference shown among ${comparisons} comparisons (${sayProbability(probability ?? 1)} alone, ${sayProbability(adjusted)} adjusted)`,
  };
}

const sayProbability = (value: number): string => (value < 0.001 ? 'p<0.001' : `p=${formatNumber(value, 2)}`);
