import type { FinishRun, Run } from '@proofload/contracts';
import { ProofloadError } from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { closeRun } from '../execution/close-run.ts';
import { fromInstant } from '../instant.ts';
import { findRun } from './find-run.ts';
import { moveRun } from './move-run.ts';
import { viewRun } from './run-view.ts';

/** Closes a run that somebody else executed, and computes its measurements, objectives and verdict. */
export async function finishRun(ctx: ServiceContext, input: { id: string } & FinishRun): Promise<Run> {
  requireScope(ctx, 'ingest');
  const run = await findRun(ctx, input.id);
  if (run.executor !== 'external') {
    throw new ProofloadError(
      'conflict',
      `A worker executes this run with ${run.executor}; it is finished when its load ends`,
    );
  }
  const finishedAtMs = input.finishedAt === undefined ? ctx.clock.nowMs() : fromInstant(input.finishedAt);
  if (run.startedAtMs !== null && finishedAtMs < run.startedAtMs) {
    const message = 'expected a time after the start of the run';
    throw new ProofloadError('invalid', `finishedAt: ${message}`, {
      fields: [{ field: 'finishedAt', message }],
    });
  }
  const event = { type: 'end', outcome: input.outcome, reason: input.reason ?? null } as const;
  const moved = await moveRun(ctx, run, event, { finishedAtMs });
  if (moved.kind !== 'moved')
    throw new ProofloadError('conflict', 'The run was ended by somebody else at the same time');
  await closeRun(ctx, { runId: run.id, owner: ctx.newId() });
  return viewRun(ctx, await findRun(ctx, run.id));
}
