import { decideTurns } from '@proofload/domain';
import type { ServiceContext } from '../context.ts';
import { enqueueRuns, type RunHint } from './enqueue-runs.ts';

/** Runs that are put into the queue ahead of the workers. */
const aheadOfWorkers = 20;

interface Wanted {
  sweepId: string | null;
  limit: number;
  notBeforeMs: number | null;
}

/**
 * Hints to the workers which runs may start now, in their turn, and to look again when a cool-down is over. No worker
 * is blocked by a run that may not start yet.
 */
export async function enqueueDueRuns(
  ctx: Pick<ServiceContext, 'repos' | 'queue' | 'clock' | 'log'>,
): Promise<void> {
  const turns = decideTurns(await ctx.repos.runQueue.readWaiting(), ctx.clock.nowMs());
  const wanted = turns.flatMap(({ sweep: { sweepId }, turn }): Wanted[] => {
    if (turn.kind === 'due')
      return [{ sweepId, limit: Math.min(turn.room, aheadOfWorkers), notBeforeMs: null }];
    return turn.kind === 'cool-down' ? [{ sweepId, limit: 1, notBeforeMs: turn.untilMs }] : [];
  });
  if (wanted.length === 0) return;
  const times = new Map(wanted.map(({ sweepId, notBeforeMs }) => [sweepId, notBeforeMs]));
  const runs = await ctx.repos.runQueue.findFirst(wanted);
  const hints = runs.map(({ id, attempt, sweepId }): RunHint => {
    const notBeforeMs = times.get(sweepId) ?? null;
    return notBeforeMs === null ? { id, attempt } : { id, attempt, notBeforeMs };
  });
  await enqueueRuns(ctx, hints.slice(0, aheadOfWorkers));
}
