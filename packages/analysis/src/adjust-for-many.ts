import { adjustBenjaminiHochberg, adjustHolm } from '@proofload/stats';

export interface AdjustedProbability {
  name: string;
  /** As it is for this measurement alone; null where it is not assessable. */
  probability: number | null;
  /** Adjusted by Holm: below 0.05, and there is one false alarm among all in at most 5 % of comparisons. */
  holm: number | null;
  /** Adjusted by Benjamini and Hochberg: among those below 0.05, at most 5 % are expected to be false alarms. */
  benjaminiHochberg: number | null;
}

/** Of twenty measurements without any change one differs by chance: what remains when all are looked at together. */
export function adjustForMany(
  measurements: readonly { name: string; probability: number | null }[],
): AdjustedProbability[] {
  const assessable = measurements.flatMap(({ probability }) => (probability === null ? [] : [probability]));
  const [holm, hochberg] = [adjustHolm(assessable), adjustBenjaminiHochberg(assessable)];
  let place = 0;
  return measurements.map(({ name, probability }) => {
    if (probability === null) return { name, probability, holm: null, benjaminiHochberg: null };
    const index = place++;
    return { name, probability, holm: holm[index] ?? 1, benjaminiHochberg: hochberg[index] ?? 1 };
  });
}
