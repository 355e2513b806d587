import type { RunSummary } from '@proofload/contracts';

export type JudgedRun = Pick<RunSummary, 'outcome' | 'validity'>;

/** Why a run that did its work counts as limited. */
export const limitsOf = ({ validity = [] }: JudgedRun): string[] =>
  validity.flatMap(({ limits, message }) => (limits ? [message] : []));

/** Whether a run did its work, but under limits that its values may show. */
export const isLimitedRun = (run: JudgedRun): boolean =>
  run.outcome === 'limited' || (run.outcome === 'completed' && limitsOf(run).length > 0);
