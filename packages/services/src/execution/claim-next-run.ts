import type { RunRecord } from '@proofload/db';
import { decideTurns, laneKey, type WaitingSweep } from '@proofload/domain';
import type { ExecutionContext } from './execution-context.ts';
import { leaseMs } from './lease.ts';

/** Takes the run whose turn it is, whichever that is; null when none may start now. */
export async function claimNextRun(
  ctx: Pick<ExecutionContext, 'repos' | 'clock' | 'workerId'>,
): Promise<RunRecord | null> {
  const seen = dueSweeps(await ctx.repos.runQueue.readWaiting(), ctx.clock.nowMs());
  const lanes = new Map([...seen].reverse().map((sweep) => [laneKey(sweep), sweep]));
  // The lane of the sweep whose turn it is first; the others in case that somebody else was faster there.
  for (const lane of [...lanes.values()].reverse()) {
    const nowMs = ctx.clock.nowMs();
    const run = await ctx.repos.runQueue.claim(lane, (sweeps) => dueSweeps(sweeps, nowMs)[0] ?? null, {
      owner: ctx.workerId,
      untilMs: nowMs + leaseMs,
    });
    if (run) return run;
  }
  return null;
}

const dueSweeps = (sweeps: readonly WaitingSweep[], nowMs: number): WaitingSweep[] =>
  decideTurns(sweeps, nowMs).flatMap(({ sweep, turn }) => (turn.kind === 'due' ? [sweep] : []));
