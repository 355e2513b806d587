import type { DeleteRunQuery } from '@proofload/contracts';
import type { RunRecord } from '@proofload/db';
import { ProofloadError } from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { noteHistoryAlarms } from '../history/note-alarms.ts';
import { findRun } from './find-run.ts';

/**
 * Deletes a finished run with its samples, log and artifacts. Reports keep what they froze.
 * @throws `conflict` for a run that goes on, and for a pinned one unless it is asked for by `pinned=delete`
 */
export async function deleteRun(
  ctx: ServiceContext,
  { id, pinned }: { id: string } & DeleteRunQuery,
): Promise<void> {
  requireScope(ctx, 'launch');
  const run = await findRun(ctx, id);
  if (run.status !== 'finished') {
    throw new ProofloadError('conflict', `The run is ${run.status}; cancel it before deleting it`);
  }
  if (run.objects === 'present') {
    throw new ProofloadError(
      'conflict',
      'Objects of the run are still on its cluster, and without the run nobody would remove them; try again when they are gone',
    );
  }
  const isDeleted = await ctx.repos.runs.delete(run.id, run.projectId, { evenPinned: pinned === 'delete' });
  // Read again: it may have been pinned, or deleted by somebody else, in between.
  if (!isDeleted) refusePinned(await findRun(ctx, id));
  await ctx.artifacts.remove(artifactPrefix(run));
  await noteHistoryAlarms(ctx, run);
}

function refusePinned({ pinned }: RunRecord): never {
  const pin = pinned
    ? `was pinned by ${pinned.by} at ${new Date(pinned.atMs).toISOString()}`
    : 'was pinned until a moment ago';
  throw new ProofloadError('conflict', `The run ${pin}; unpin it, or ask with pinned=delete`, {
    fields: [{ field: 'pinned', message: `expected \`delete\`, as the run ${pin}` }],
  });
}

/** Where the artifacts of a run are kept. */
export const artifactPrefix = (run: { id: string; projectId: string }): string =>
  `${run.projectId}/runs/${run.id}`;
