import type { RetryRuns, SweepAddition } from '@proofload/contracts';
import type { RunRecord } from '@proofload/db';
import { ProofloadError, planRetries } from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { type Extension, extendSweep } from './extend-sweep.ts';
import { findSweep } from './read-sweep.ts';

const outcomesByDefault = ['failed', 'stalled'] as const;

/**
 * Repeats runs of a sweep that did not complete. What they had measured is kept; each is repeated once, so that the
 * same request again adds nothing, and a retry that fails is repeated in its turn.
 */
export async function retryRuns(
  ctx: ServiceContext,
  input: { id: string } & RetryRuns,
): Promise<SweepAddition> {
  requireScope(ctx, 'launch');
  const sweep = await findSweep(ctx, input.id);
  return extendSweep(ctx, sweep, (runs): Extension => {
    const retries = new Map(runs.flatMap((run) => (run.retryOfId === null ? [] : [[run.retryOfId, run]])));
    const chosen =
      input.runs === undefined
        ? chooseByOutcome(runs, retries, input.outcomes ?? outcomesByDefault)
        : chooseById(runs, input.runs);
    return {
      planned: planRetries(
        runs,
        chosen.filter(({ id }) => !retries.has(id)),
        sweep,
      ),
      known: chosen.flatMap(({ id }) => retries.get(id) ?? []),
    };
  });
}

/** Runs with an outcome that nobody has repeated, or whose repetition goes on. */
const chooseByOutcome = (
  runs: readonly RunRecord[],
  retries: ReadonlyMap<string, RunRecord>,
  outcomes: readonly string[],
): RunRecord[] =>
  runs.filter(
    ({ id, status, outcome }) =>
      status === 'finished' &&
      outcome !== null &&
      outcomes.includes(outcome) &&
      retries.get(id)?.status !== 'finished',
  );

function chooseById(runs: readonly RunRecord[], ids: readonly string[]): RunRecord[] {
  const byId = new Map(runs.map((run) => [run.id, run]));
  const fields = ids.flatMap((id, index) => {
    const run = byId.get(id);
    const message =
      run === undefined
        ? `expected a run of this sweep, not ${id}`
        : run.status !== 'finished'
          ? `expected a run that has ended; ${id} is ${run.status}`
          : run.outcome === 'completed'
            ? `expected a run that did not complete; ${id} did, so add replicates instead`
            : null;
    return message === null ? [] : [{ field: `runs.${index}`, message }];
  });
  if (fields[0]) throw new ProofloadError('invalid', `${fields[0].field}: ${fields[0].message}`, { fields });
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
}
