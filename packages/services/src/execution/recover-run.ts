import { access } from 'node:fs/promises';
import { hostname } from 'node:os';
import type { RunRecord } from '@proofload/db';
import type { RunningWorkload } from '@proofload/executors';
import type { ServiceContext } from '../context.ts';
import { k6Origin, recoverK6File } from '../ingest/index.ts';
import { storeRunFiles } from './store-run-files.ts';

/** Where the samples of a workload are, for whoever looks for them after its worker has died. */
interface SamplesPlace {
  samplesHost: string;
  samplesPath: string;
}

/** What is kept of a workload at work. */
export type WorkloadState = RunningWorkload['state'] & Partial<SamplesPlace>;

export const whereSamplesAre = ({ samplesPath }: RunningWorkload): Partial<SamplesPlace> =>
  samplesPath === null ? {} : { samplesHost: hostname(), samplesPath };

function placeOf({ executorState }: RunRecord): SamplesPlace | null {
  const { samplesHost, samplesPath } = (executorState ?? {}) as Partial<Record<keyof SamplesPlace, unknown>>;
  return typeof samplesHost === 'string' && typeof samplesPath === 'string'
    ? { samplesHost, samplesPath }
    : null;
}

/** Whether a run left samples on another machine, whose workers can read the rest of them. */
export function leftSamplesElsewhere(run: RunRecord): boolean {
  const place = placeOf(run);
  return place !== null && place.samplesHost !== hostname();
}

/** Whether the file of samples of a run whose worker vanished is here, and was not read to its end. */
export async function leftSamplesHere(ctx: ServiceContext, run: RunRecord): Promise<boolean> {
  const place = placeOf(run);
  if (place?.samplesHost !== hostname() || (await ctx.samples.isComplete(run.key, k6Origin))) return false;
  return access(place.samplesPath).then(
    () => true,
    () => false,
  );
}

/**
 * Reads what the load generator of a run wrote for a worker that vanished before it had read all. The run goes on
 * with what was stored before when that fails.
 * @param lost fires when the run belongs to somebody else
 */
export async function recoverRun(ctx: ServiceContext, run: RunRecord, lost: AbortSignal): Promise<void> {
  const place = placeOf(run);
  if (place === null) return;
  const path = place.samplesPath;
  const report = await recoverK6File(ctx, { runKey: run.key, path, signal: lost });
  if (report === null || lost.aborted) return;
  await ctx.repos.timeline.addWarnings(run.id, report.warnings);
  const message = `The output of the load was read to its end: ${report.samples} samples`;
  await ctx.repos.timeline.appendLog(run.id, [{ atMs: ctx.clock.nowMs(), level: 'info', message }]);
  await storeRunFiles(ctx, run, [], path);
}
