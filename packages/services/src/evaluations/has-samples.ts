import type { RunRecord } from '@proofload/db';
import type { ServiceContext } from '../context.ts';

/** Whether anything is stored of a run that can be evaluated. */
export async function hasSamples(
  ctx: Pick<ServiceContext, 'samples'>,
  run: Pick<RunRecord, 'key' | 'samplesExpiredAtMs'>,
): Promise<boolean> {
  // They go after this is noted, and until then some are still there.
  if (run.samplesExpiredAtMs !== null) return false;
  if (Object.keys(await ctx.samples.readSpans(run.key)).length > 0) return true;
  // Summaries have no times, and few series.
  return (await ctx.samples.listSeries(run.key)).length > 0;
}

/** Whether the present results of a run came from samples, which may have expired since. */
export function hadSamples({
  measurements,
  samplesExpiredAtMs,
}: Pick<RunRecord, 'measurements' | 'samplesExpiredAtMs'>): boolean {
  if (samplesExpiredAtMs !== null) return true;
  return Object.values(measurements).some(({ samples, value }) => samples > 0 || value !== null);
}
