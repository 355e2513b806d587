import type { RunRecord } from '@proofload/db';
import { ProofloadError } from '@proofload/domain';

/** Throws `expired` when a rule of the project removed the samples of a run. What was computed from them is still there. */
export function requireKeptSamples(run: Pick<RunRecord, 'id' | 'samplesExpiredAtMs'>): void {
  if (run.samplesExpiredAtMs === null) return;
  throw new ProofloadError(
    'expired',
    `The samples of the run ${run.id} expired on ${toDay(run.samplesExpiredAtMs)} by the project's rule; its measurements, objectives and verdict are kept`,
  );
}

/** `2026-11-21`, in UTC. */
export const toDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
