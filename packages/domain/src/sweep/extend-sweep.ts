import { createRandom, shuffle } from '../random.ts';
import type { RunOutcome, RunStatus } from '../run/state.ts';

/** What of a sweep's run is looked at when runs are added. */
export interface SweepRunState {
  id: string;
  treatment: string;
  status: RunStatus;
  outcome: RunOutcome | null;
  replicate: number | null;
  position: number | null;
  retryOfId: string | null;
}

/** A run to add, made after another one of its treatment. */
export interface AddedRun<R> {
  /** The run whose treatment it takes; the one that it repeats, if it is a retry. */
  like: R;
  isRetry: boolean;
  replicate: number;
  position: number;
}

interface SweepOrder {
  order: 'random' | 'defined';
  seed: number;
}

/** Runs that repeat others, in the order of the sweep. @param chosen finished runs that were not repeated yet */
export const planRetries = <R extends SweepRunState>(
  runs: readonly R[],
  chosen: readonly R[],
  sweep: SweepOrder,
): AddedRun<R>[] => number(runs, chosen, true, sweep);

/** More replicates of the chosen treatments, round by round. */
export function planReplicates<R extends SweepRunState>(
  runs: readonly R[],
  add: number,
  treatments: readonly string[] | null,
  sweep: SweepOrder,
): AddedRun<R>[] {
  const first = new Map<string, R>();
  for (const run of runs)
    if (!first.has(run.treatment) && (treatments?.includes(run.treatment) ?? true))
      first.set(run.treatment, run);
  const models = [...first.values()];
  return number(runs, Array.from({ length: add }, () => models).flat(), false, sweep);
}

/**
 * Orders the new runs and gives them the next places of the sweep and the next replicates of their treatments. The
 * random order goes on with the sweep's own sequence of random numbers, one for each place that is taken.
 */
function number<R extends SweepRunState>(
  runs: readonly R[],
  models: readonly R[],
  isRetry: boolean,
  { order, seed }: SweepOrder,
): AddedRun<R>[] {
  const lastPosition = Math.max(0, ...runs.map(({ position }) => position ?? 0));
  const random = createRandom(seed);
  for (let drawn = 0; drawn < lastPosition; drawn++) random();
  const ordered = order === 'random' ? shuffle(models, random) : models;
  const replicates = new Map<string, number>();
  for (const { treatment, replicate } of runs)
    replicates.set(treatment, Math.max(replicates.get(treatment) ?? 0, replicate ?? 0));
  return ordered.map((like, index) => {
    const replicate = (replicates.get(like.treatment) ?? 0) + 1;
    replicates.set(like.treatment, replicate);
    return { like, isRetry, replicate, position: lastPosition + index + 1 };
  });
}
