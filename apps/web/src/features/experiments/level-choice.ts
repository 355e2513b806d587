import type { Experiment } from '@proofload/contracts';

type Level = string | number | boolean;
type Treatments = Experiment['treatmentList'];

/** Levels that are wanted, by factor; a factor that is not there keeps all of its levels. */
export type LevelChoice = Record<string, Level[]>;

/** Every level of every factor, in the order of the treatments. */
export function factorLevels(treatments: Treatments): Record<string, Level[]> {
  const levels: Record<string, Level[]> = {};
  for (const { params } of treatments) {
    for (const [factor, level] of Object.entries(params)) {
      const known = levels[factor] ?? [];
      levels[factor] = known.includes(level) ? known : [...known, level];
    }
  }
  return levels;
}

/** The treatments of which every level is wanted. */
export function selectedTreatments(treatments: Treatments, choice: LevelChoice): Treatments {
  return treatments.filter(({ params }) =>
    Object.entries(params).every(([factor, level]) => choice[factor]?.includes(level) ?? true),
  );
}
