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
  | 'validity'
> &
  Partial<Pick<Run, 'phases'>>;

type EndedRun = Pick<ComparableRun, 'status' | 'outcome' | 'reason' | 'validity'>;

/** Why a run takes no part in averages; null when it does. It is shown all the same. */
export function exclusionReason(run: EndedRun): string | null {
  if (run.status !== 'finished') return `not finished (${run.status})`;
  if (run.outcome === 'completed') {
    const limits = limitsOf(run);
    return limits.length === 0 ? null : `limited: ${limits.join('; ')}`;
  }
  const outcome = run.outcome ?? 'no outcome';
  return run.reason === null || run.reason === '' ? outcome : `${outcome}: ${run.reason}`;
}

/** Whether a run did its work, but under limits that its values may show instead of the system under test. */
export const isLimited = (run: EndedRun): boolean =>
  run.outcome === 'limited' || (run.outcome === 'completed' && limitsOf(run).length > 0);

/** The run as one that counts, for those who include limited runs. */
export function countLimited<T extends EndedRun>(run: T): T {
  return isLimited(run) ? { ...run, outcome: 'completed', validity: [] } : run;
}

const limitsOf = ({ validity = [] }: EndedRun): string[] =>
  validity.flatMap(({ limits, message }) => (limits ? [message] : []));
