import {
  type EvaluationJobRecord,
  type ExperimentVersionRecord,
  isDatabaseAway,
  type RunRecord,
} from '@proofload/db';
import { compareEvaluatingParts, ProofloadError } from '@proofload/domain';
import type { ServiceContext } from '../context.ts';
import { evaluateStoredRun } from '../execution/evaluate-stored-run.ts';
import { decideEvaluation, type EvaluationStep } from './decide-evaluation.ts';
import { digestDefinition } from './digest-definition.ts';
import { hadSamples, hasSamples } from './has-samples.ts';
import { requireRoom } from './require-room.ts';

/** Somebody else changed the run in between this often: then that is left to them. */
const maxAttempts = 5;

export interface JobRun {
  job: EvaluationJobRecord;
  version: ExperimentVersionRecord;
  runId: string;
}

/** Evaluates one run of a job and settles its entry. A run that cannot be evaluated keeps its results, and says so. */
export async function evaluateJobRun(ctx: ServiceContext, { job, version, runId }: JobRun): Promise<void> {
  try {
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      const run = await ctx.repos.runs.find(runId, job.projectId);
      // An entry goes with its run.
      if (!run) return;
      if ((await tryOnce(ctx, job, version, run)) === 'settled') return;
    }
    await ctx.repos.evaluationJobs.settleRun(
      job.id,
      runId,
      'failed',
      'The run was changed again and again meanwhile',
    );
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    if (error instanceof ProofloadError)
      return ctx.repos.evaluationJobs.settleRun(job.id, runId, 'failed', error.message);
    ctx.log.error('A stored run could not be evaluated', {
      runId,
      jobId: job.id,
      error: String((error as Error).stack),
    });
    const note = 'The results could not be computed; the log of the server says why';
    await ctx.repos.evaluationJobs.settleRun(job.id, runId, 'failed', note);
  }
}

async function tryOnce(
  ctx: ServiceContext,
  job: EvaluationJobRecord,
  version: ExperimentVersionRecord,
  run: RunRecord,
): Promise<'settled' | 'again'> {
  const { evaluationJobs, evaluations } = ctx.repos;
  const step = await planEvaluation(ctx, job, version, run);
  if (step === 'unchanged') {
    await evaluationJobs.settleRun(job.id, run.id, 'unchanged');
    return 'settled';
  }
  requireRoom(run);
  const { measurements, slos, verdict } = run;
  const results =
    step === 'carry-over'
      ? { measurements, slos, verdict: verdict ?? 'none', evaluatedVersion: version.version }
      : step === 'evaluate'
        ? await evaluateStoredRun(ctx, run, version)
        : null;
  if (results === null) {
    await evaluationJobs.settleRun(job.id, run.id, 'kept', 'Its samples are gone, so the old results stay');
    return 'settled';
  }
  // Samples that expired while they were read must not pass for a run that had none.
  if (step === 'evaluate' && (await haveGone(ctx, run))) return 'again';
  const replaced = await evaluations.replace(run, {
    results,
    stamp: { atMs: ctx.clock.nowMs(), by: job.createdBy, reason: 'version', digest: job.digest },
    jobId: job.id,
    message: `Evaluated with version ${version.version} (evaluation ${run.evaluation + 1}), asked for by ${job.createdBy}`,
  });
  return replaced === 'lost' ? 'again' : 'settled';
}

async function haveGone(ctx: ServiceContext, run: RunRecord): Promise<boolean> {
  const now = await ctx.repos.runs.find(run.id);
  return now !== null && hadSamples(run) && !(await hasSamples(ctx, now));
}

async function planEvaluation(
  ctx: ServiceContext,
  job: EvaluationJobRecord,
  version: ExperimentVersionRecord,
  run: RunRecord,
): Promise<EvaluationStep> {
  const before =
    run.experimentId === null || run.evaluatedVersion === null
      ? null
      : await ctx.repos.experiments.findVersion(run.experimentId, run.evaluatedVersion);
  const digest = run.evaluatedDigest ?? (before && digestDefinition(before.definition));
  const isSame = digest === job.digest;
  const changes = before && compareEvaluatingParts(before.definition, version.definition);
  // What made the present results and has no digest of its version was another evaluator.
  const isSameEvaluator = before !== null && digest === digestDefinition(before.definition);
  return decideEvaluation({
    isSame,
    changes: isSameEvaluator ? changes : null,
    hadSamples: hadSamples(run),
    hasSamples: isSame || (await hasSamples(ctx, run)),
  });
}
