import type { Sweep } from '@proofload/contracts';

/** What the command says to a CI pipeline. */
export const exitCodes = { pass: 0, error: 1, notMet: 2, runFailed: 3 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Outcomes of runs that did not do their work; a `limited` run did, and its objectives decide. */
const failedOutcomes: ReadonlySet<string | null> = new Set(['failed', 'stalled', 'cancelled']);

interface Ended {
  outcome: string | null;
  verdict: Sweep['verdict'];
}

/**
 * A run that failed weighs more than an objective that was not met. An objective that could not be evaluated counts
 * as not met: a gate must not pass what nobody measured.
 */
export function decideExitCode(runs: readonly Ended[], verdict: Sweep['verdict']): ExitCode {
  if (runs.some((run) => failedOutcomes.has(run.outcome))) return exitCodes.runFailed;
  const verdicts = [verdict, ...runs.map((run) => run.verdict)];
  return verdicts.some((each) => each === 'fail' || each === 'inconclusive')
    ? exitCodes.notMet
    : exitCodes.pass;
}
