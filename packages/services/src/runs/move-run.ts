import type { RunChanges, RunRecord } from '@proofload/db';
import { decide, ProofloadError, type RunEvent, type RunState } from '@proofload/domain';
import type { ServiceContext } from '../context.ts';

export type Moved =
  | { kind: 'moved'; status: RunRecord['status'] }
  | { kind: 'noted' }
  | { kind: 'ignored'; why: string }
  /** Somebody else changed the run first, or the lease is not held any more. */
  | { kind: 'lost' };

/** What the lifecycle needs to know of a stored run. */
const runState = ({ status, outcome, isCancelRequested, executor, attempt }: RunRecord): RunState => ({
  status,
  pendingOutcome: outcome,
  isCancelRequested,
  executor,
  attempt,
});

/**
 * Carries out what the lifecycle decides for an event, together with other changes, provided that the run is still as
 * it was read. Throws `conflict` when the event does not fit.
 * @param lease guard of an executing worker: the change is made only while it holds the lease
 */
export async function moveRun(
  ctx: Pick<ServiceContext, 'repos' | 'clock'>,
  run: RunRecord,
  event: RunEvent,
  changes: RunChanges = {},
  lease: { leaseOwner?: string; leaseExpiredAtMs?: number } = {},
): Promise<Moved> {
  const decision = decide(runState(run), event);
  switch (decision.kind) {
    case 'refuse':
      throw new ProofloadError('conflict', `This does not fit: ${decision.why}`);
    case 'ignore':
      return { kind: 'ignored', why: decision.why };
    case 'note-cancel':
      await ctx.repos.runs.noteCancel(run.id, ctx.clock.nowMs());
      return { kind: 'noted' };
    case 'move': {
      const { kind: _, ...decided } = decision;
      const isMade = await ctx.repos.runs.change(
        run.id,
        { status: run.status, ...lease },
        { ...changes, ...decided },
      );
      return isMade ? { kind: 'moved', status: decision.status } : { kind: 'lost' };
    }
  }
}
