import type { RunRecord } from '@proofload/db';
import { ProofloadError } from '@proofload/domain';
import type { ServiceContext } from '../context.ts';
import { splitList } from '../split-list.ts';

/** Runs that are looked at together. */
export const maxRuns = 200;

/**
 * Runs of the actor's project by their ids, in the order given.
 * @param list ids separated by commas
 * @throws `invalid` or `not-found` naming the field
 */
export async function findRuns(
  ctx: Pick<ServiceContext, 'repos' | 'actor'>,
  list: string,
): Promise<RunRecord[]> {
  const ids = splitList(list, ',');
  if (ids.length > maxRuns) throw refuse('invalid', `expected at most ${maxRuns} runs, not ${ids.length}`);
  const found = await ctx.repos.runs.findMany(ctx.actor.projectId, { ids }, maxRuns);
  const byId = new Map(found.map((run) => [run.id, run]));
  const unknown = ids.filter((id) => !byId.has(id));
  if (unknown.length > 0) throw refuse('not-found', `there is no run ${unknown.slice(0, 20).join(', ')}`);
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function refuse(code: 'invalid' | 'not-found', message: string): ProofloadError {
  return new ProofloadError(code, `runs: ${message}`, { fields: [{ field: 'runs', message }] });
}
