import type { WorkloadEnd } from '../executor.ts';
import type { K6Summary } from './k6-summary.ts';

/** How the process of k6 ended. */
export interface K6Exit {
  code: number | null;
  /** Last line that k6 wrote as an error, if any. */
  lastError: string | null;
  summary: K6Summary | null;
}

/** What k6's exit codes mean; seen with k6 1.8 (errext/exitcodes in its source). */
const failures: Readonly<Record<number, string>> = {
  97: 'k6 could not send its results to the cloud',
  98: 'k6 could not follow the progress in the cloud',
  99: 'thresholds were crossed',
  100: 'k6 timed out in setup()',
  101: 'k6 timed out in teardown()',
  102: 'k6 timed out',
  103: 'k6 could not start its outputs',
  104: 'k6 refused an option or a threshold',
  105: 'k6 was stopped from outside by a signal',
  106: 'k6 could not start its REST API',
  107: 'The script threw an exception outside of an iteration',
  108: 'The script aborted the test',
  109: 'k6 ran into an error of its own',
  110: 'The script marked the test as failed',
  126: 'The k6 program may not be executed',
  127: 'The k6 program was not found',
  137: 'k6 was killed, perhaps for want of memory',
};

/** Decides outcome, reason and warnings from how k6 ended. */
export function judgeK6Exit({
  code,
  lastError,
  summary,
}: K6Exit): Pick<WorkloadEnd, 'outcome' | 'reason' | 'warnings'> {
  const warnings = (summary?.crossedThresholds ?? []).map(
    (threshold) => `A threshold of the script was crossed: ${threshold}`,
  );
  if (code === 99 && warnings.length === 0) warnings.push('A threshold of the script was crossed');
  if (code === 0 || code === 99) return { ...judgeIterations(summary), warnings };
  const meaning = code === null ? 'k6 was killed' : (failures[code] ?? `k6 ended with the exit code ${code}`);
  return { outcome: 'failed', reason: lastError === null ? meaning : `${meaning}: ${lastError}`, warnings };
}

/** Iterations that k6 could not start say that the generator, and not the system under test, was the limit. */
function judgeIterations(summary: K6Summary | null): Pick<WorkloadEnd, 'outcome' | 'reason'> {
  const dropped = summary?.droppedIterations ?? 0;
  if (dropped === 0) return { outcome: 'completed', reason: null };
  return {
    outcome: 'limited',
    reason: `k6 could not start ${dropped} iterations in time: the load was smaller than the script asked for`,
  };
}
