import type { ExperimentVersionRecord, RunRecord } from '@proofload/db';
import { ProofloadError, type Stretch } from '@proofload/domain';
import { bucketMs } from '@proofload/series';
import type { ServiceContext } from '../context.ts';
import { requireKeptSamples } from '../runs/require-kept-samples.ts';
import { hadSamples, hasSamples } from './has-samples.ts';

/** Throws `conflict` or `expired` where results could not be computed anew. @param what is to be changed */
export async function requireSamples(
  ctx: ServiceContext,
  run: RunRecord,
  what: 'windows' | 'phases',
): Promise<void> {
  if (run.status !== 'finished' || run.verdict === null) {
    const why = run.status === 'finished' ? 'never started' : `is ${run.status}`;
    throw new ProofloadError('conflict', `The run ${why}; ${what} can be changed once it has results`);
  }
  requireKeptSamples(run);
  if (hadSamples(run) && !(await hasSamples(ctx, run))) {
    throw new ProofloadError(
      'conflict',
      'The samples of the run are gone, so it keeps the results that it has',
    );
  }
}

/** The version that evaluated the run last. */
export async function findEvaluator(
  ctx: ServiceContext,
  run: RunRecord,
): Promise<ExperimentVersionRecord | null> {
  const version = run.evaluatedVersion ?? run.experimentVersion;
  if (run.experimentId === null || version === null) return null;
  return ctx.repos.experiments.findVersion(run.experimentId, version);
}

/** All that is known of the time of a run, to whole seconds outward, as data are kept by the second. */
export async function findExtent(ctx: ServiceContext, run: RunRecord): Promise<Stretch> {
  const spans = Object.values(await ctx.samples.readSpans(run.key));
  const { startedAtMs, finishedAtMs, phases, createdAtMs } = run;
  const starts = [startedAtMs, ...phases.map(({ startMs }) => startMs), ...spans.map(({ fromMs }) => fromMs)];
  const ends = [finishedAtMs, ...phases.map(({ endMs }) => endMs), ...spans.map(({ toMs }) => toMs)];
  const fromMs = Math.min(...starts.filter((ms) => ms !== null));
  const toMs = Math.max(...ends.filter((ms) => ms !== null));
  return {
    fromMs: Math.floor((Number.isFinite(fromMs) ? fromMs : createdAtMs) / bucketMs) * bucketMs,
    toMs: Math.ceil((Number.isFinite(toMs) ? toMs : createdAtMs) / bucketMs) * bucketMs,
  };
}
