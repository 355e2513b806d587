import type { Run } from '@proofload/contracts';

/** What comparing needs of a run; the run of the API has all of it. */
export type ComparableRun = Pick<
  Run,
  | 'id'
  | 'name'
  | 'experiment'
  | 'experimentVersion'
  | 'evaluatedVersion'
  | 'windows'
  | 'status'
  | 'outcome'
  | 'verdict'
  | 'reason'
  | 'executor'
  | 'params'
  | 'labels'
  | 'treatment'
  | 'replicate'
  | 'startedAt'
  | 'measurements'
  | 'slos'
  | 'environment'
  | 'samplesExpiredAt'
>;

/** Why a run takes no part in averages; null when it does. It is shown all the same. */
export function exclusionReason(run: Pick<ComparableRun, 'status' | 'outcome' | 'reason'>): string | null {
  if (run.status !== 'finished') return `not finished (${run.status})`;
  if (run.outcome === 'completed') return null;
  const outcome = run.outcome ?? 'no outcome';
  return run.reason === null || run.reason === '' ? outcome : `${outcome}: ${run.reason}`;
}
