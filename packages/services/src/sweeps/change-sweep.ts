import type { ChangeSweep, Sweep } from '@proofload/contracts';
import { ProofloadError } from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { parseCoolDown } from './cool-down.ts';
import { enqueueDueRuns } from './enqueue-due-runs.ts';
import { findSweep } from './read-sweep.ts';
import { viewSweep } from './sweep-view.ts';

/** Changes the place of a sweep in the queue. Runs at work go on. A sweep that is finished has no place there. */
export async function changeSweep(ctx: ServiceContext, input: { id: string } & ChangeSweep): Promise<Sweep> {
  requireScope(ctx, 'launch');
  const { id, priority, coolDown, paused } = input;
  await findSweep(ctx, id);
  const isOpen = await ctx.repos.sweeps.configure(id, {
    ...(priority === undefined ? {} : { priority }),
    ...(coolDown === undefined ? {} : { coolDownMs: parseCoolDown(coolDown) }),
    ...(paused === undefined
      ? {}
      : { paused: paused ? { atMs: ctx.clock.nowMs(), by: ctx.actor.name } : null }),
  });
  if (!isOpen) throw new ProofloadError('conflict', 'The sweep is finished: none of its runs waits any more');
  await enqueueDueRuns(ctx);
  return viewSweep(ctx, await findSweep(ctx, id));
}

/** Keeps the runs of a sweep that wait from starting, until it is resumed. */
export const pauseSweep = (ctx: ServiceContext, { id }: { id: string }): Promise<Sweep> =>
  changeSweep(ctx, { id, paused: true });

/** Lets a paused sweep go on. One that is not paused stays as it is. */
export const resumeSweep = (ctx: ServiceContext, { id }: { id: string }): Promise<Sweep> =>
  changeSweep(ctx, { id, paused: false });
