import type { StoredSeries } from '@proofload/db';
import { formatDurationMs, parseSelector, type WorkloadDefinition } from '@proofload/domain';
import type { ServiceContext } from '../context.ts';
import { pause } from './lease.ts';

const maxLookEveryMs = 5_000;

/**
 * Waits until a metric of a run has not changed for as long as the definition says.
 * @returns the reason in a sentence, or null when the signal fired first
 */
export async function watchStall(
  ctx: Pick<ServiceContext, 'samples' | 'clock'>,
  input: { runKey: bigint; stall: NonNullable<WorkloadDefinition['stall']>; signal: AbortSignal },
): Promise<string | null> {
  const { metric, unchangedForMs } = input.stall;
  const selector = parseSelector(metric);
  let seen = '';
  let changedAtMs = ctx.clock.nowMs();
  while (!input.signal.aborted) {
    const state = (await ctx.samples.listSeries(input.runKey, selector)).map(describeProgress).join();
    const nowMs = ctx.clock.nowMs();
    if (state !== seen) changedAtMs = nowMs;
    seen = state;
    if (nowMs - changedAtMs >= unchangedForMs)
      return `${metric} did not change for ${formatDurationMs(unchangedForMs)}`;
    await pause(Math.min(maxLookEveryMs, unchangedForMs / 5), input.signal);
  }
  return null;
}

/** What must change for a series to make progress: the level of a gauge, the total of anything that is counted. */
function describeProgress({ seriesId, kind, count, sum, last }: StoredSeries): string {
  if (kind === 'gauge' || kind === 'cumulative') return `${seriesId}:${last}`;
  return `${seriesId}:${kind === 'distribution' ? count : sum}`;
}
