import { createRandom, shuffle, type Treatment } from '@proofload/domain';

export interface PlannedRun {
  treatment: Treatment;
  /** From 1. */
  replicate: number;
  /** Place in the order of execution, from 1. */
  position: number;
}

/**
 * Every replicate of every treatment, in order of execution. A random order keeps what drifts over time (caches, other
 * tenants, temperature) from being mistaken for an effect of a factor.
 */
export function planRuns(
  treatments: readonly Treatment[],
  replicates: number,
  order: 'random' | 'defined',
  seed: number,
): PlannedRun[] {
  const defined = Array.from({ length: replicates }, (_, index) =>
    treatments.map((treatment) => ({ treatment, replicate: index + 1 })),
  ).flat();
  const ordered = order === 'random' ? shuffle(defined, createRandom(seed)) : defined;
  return ordered.map((run, index) => ({ ...run, position: index + 1 }));
}
