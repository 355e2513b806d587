import type { LogQuery, RunLog } from '@proofload/contracts';
import { requireScope, type ServiceContext } from '../context.ts';
import { toInstant, toInstantOrNull } from '../instant.ts';
import { findRun } from './find-run.ts';

/** Lines of a run's log after a number, oldest first. */
export async function readRunLog(ctx: ServiceContext, input: { id: string } & LogQuery): Promise<RunLog> {
  requireScope(ctx, 'read');
  const run = await findRun(ctx, input.id);
  const lines = await ctx.repos.timeline.readLog(run.id, input.after, input.limit);
  return {
    lines: lines.map(({ seq, atMs, level, message }) => ({ seq, at: toInstant(atMs), level, message })),
    expiredAt: toInstantOrNull(run.logsExpiredAtMs),
  };
}
