import type { Run } from '@proofload/contracts';
import { ProofloadError } from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { closeRun } from '../execution/close-run.ts';
import { closeSweep } from '../execution/close-sweep.ts';
import { findRun } from './find-run.ts';
import { moveRun } from './move-run.ts';
import { viewRun } from './run-view.ts';

/** Stops a run: one that waits never starts; one that runs is stopped by whoever executes it, within seconds. */
export async function cancelRun(ctx: ServiceContext, input: { id: string }): Promise<Run> {
  requireScope(ctx, 'launch');
  await requestCancel(ctx, input.id);
  return viewRun(ctx, await findRun(ctx, input.id));
}

/** Changes of the run that may come between reading and writing before this gives up. */
const maxAttempts = 5;

/** Asks for the end of a run. A run that has ended is left alone. */
export async function requestCancel(ctx: ServiceContext, id: string): Promise<void> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const run = await findRun(ctx, id);
    const nowMs = ctx.clock.nowMs();
    const never =
      run.status === 'queued' ? ({ verdict: 'none', finishedAtMs: nowMs } as const) : { finishedAtMs: nowMs };
    const moved = await moveRun(ctx, run, { type: 'request-cancel' }, never);
    if (moved.kind === 'lost') continue;
    if (moved.kind === 'moved' && moved.status === 'finishing')
      await closeRun(ctx, { runId: id, owner: ctx.newId() });
    if (moved.kind === 'moved' && moved.status === 'finished' && run.sweepId !== null)
      await closeSweep(ctx, run.sweepId);
    return;
  }
  throw new ProofloadError('conflict', 'The run keeps changing; try again in a moment');
}
