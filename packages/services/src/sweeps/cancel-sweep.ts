import type { Sweep } from '@proofload/contracts';
import { maxRunsPerSweep } from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { requestCancel } from '../runs/cancel-run.ts';
import { findSweep } from './read-sweep.ts';
import { viewSweep } from './sweep-view.ts';

/** Cancels every run of a sweep that has not ended, those that wait first, so that none of them starts meanwhile. */
export async function cancelSweep(ctx: ServiceContext, input: { id: string }): Promise<Sweep> {
  requireScope(ctx, 'launch');
  const sweep = await findSweep(ctx, input.id);
  const runs = await ctx.repos.runs.findMany(sweep.projectId, { sweepId: sweep.id }, maxRunsPerSweep);
  const isQueued = (run: { status: string }): number => (run.status === 'queued' ? 0 : 1);
  const open = runs.filter(({ status }) => status !== 'finished').sort((a, b) => isQueued(a) - isQueued(b));
  for (const run of open) await requestCancel(ctx, run.id);
  return viewSweep(ctx, await findSweep(ctx, sweep.id));
}
