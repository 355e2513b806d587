import type { Sweep } from '@proofload/contracts';
import { requireScope, type ServiceContext } from '../context.ts';
import { pause } from '../execution/lease.ts';
import { findSweep } from './read-sweep.ts';
import { viewSweep } from './sweep-view.ts';

const pollEveryMs = 1000;
/** The time left depends on other sweeps as well, whose changes are not watched. */
const sayAgainMs = 10_000;

/**
 * The sweep now, and again after every change of it or of one of its runs, until it is finished, gone or the signal
 * fires. Polls rows, so that it does not matter which process made the change.
 */
export async function* watchSweep(
  ctx: ServiceContext,
  input: { id: string; signal: AbortSignal },
): AsyncGenerator<{ revision: string; sweep: Sweep }, void, void> {
  requireScope(ctx, 'read');
  const { projectId } = ctx.actor;
  let seen: string | null = null;
  let saidAtMs = 0;
  await findSweep(ctx, input.id);
  while (!input.signal.aborted) {
    const revision = await ctx.repos.sweeps.readRevision(input.id, projectId);
    if (revision === null) return;
    const nowMs = ctx.clock.nowMs();
    if (revision !== seen || nowMs - saidAtMs >= sayAgainMs) {
      const record = await ctx.repos.sweeps.find(input.id, projectId);
      if (!record) return;
      seen = revision;
      saidAtMs = nowMs;
      yield { revision, sweep: await viewSweep(ctx, record) };
      if (record.finishedAtMs !== null) return;
    }
    await pause(pollEveryMs, input.signal);
  }
}
