import { setTimeout as sleep } from 'node:timers/promises';
import type { Run } from '@proofload/contracts';
import { requireScope, type ServiceContext } from '../context.ts';
import { findRun } from './find-run.ts';
import { viewRun } from './run-view.ts';

const pollEveryMs = 1000;

/**
 * The run now, and again after every change, until it is finished, deleted or the signal fires. Polls the row, so
 * that it does not matter which process made the change.
 */
export async function* watchRun(
  ctx: ServiceContext,
  input: { id: string; signal: AbortSignal },
): AsyncGenerator<{ revision: number; run: Run }, void, void> {
  requireScope(ctx, 'read');
  let seen = -1;
  await findRun(ctx, input.id);
  while (!input.signal.aborted) {
    const known = await ctx.repos.runs.readRevision(input.id, ctx.actor.projectId);
    if (!known) return;
    if (known.revision !== seen) {
      const record = await ctx.repos.runs.find(input.id, ctx.actor.projectId);
      if (!record) return;
      seen = record.revision;
      yield { revision: record.revision, run: await viewRun(ctx, record) };
      if (record.status === 'finished') return;
    }
    await pause(input.signal);
  }
}

async function pause(signal: AbortSignal): Promise<void> {
  try {
    await sleep(pollEveryMs, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
