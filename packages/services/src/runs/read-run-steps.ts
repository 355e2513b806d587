import { answerCapacity, boundCapacity, projectResources, type ResourceTrend } from '@proofload/analysis';
import type { RunSteps } from '@proofload/contracts';
import type { RunRecord } from '@proofload/db';
import { readResources, readStepTimes } from '@proofload/executors';
import { requireScope, type ServiceContext } from '../context.ts';
import { substituteSettings } from '../experiments/substitute-settings.ts';
import { toInstant, toInstantOrNull } from '../instant.ts';
import { findRun } from './find-run.ts';

/** The steps of a capacity search with what they say so far; none for other runs. */
export async function readRunSteps(ctx: ServiceContext, { id }: { id: string }): Promise<RunSteps> {
  requireScope(ctx, 'read');
  return readStepsOfRun(ctx, await findRun(ctx, id));
}

/** The same of a run that was read already. */
export async function readStepsOfRun(ctx: Pick<ServiceContext, 'repos'>, run: RunRecord): Promise<RunSteps> {
  const steps = await ctx.repos.capacitySteps.list(run.id);
  const settings = steps.length === 0 ? null : await readSettings(ctx, run);
  const times = settings === null ? null : readStepTimes(settings);
  return {
    steps: steps.map(({ startedAtMs, convergedAtMs, heldAtMs, endedAtMs, values, ...step }) => ({
      ...step,
      values: { ...values },
      startedAt: toInstant(startedAtMs),
      convergedAt: toInstantOrNull(convergedAtMs),
      heldAt: toInstantOrNull(heldAtMs),
      endedAt: toInstantOrNull(endedAtMs),
      durationMs: convergedAtMs === null ? null : convergedAtMs - startedAtMs,
    })),
    answer: steps.length === 0 ? null : answerCapacity(steps),
    ...boundCapacity(steps),
    resources: projectResources(steps, settings === null ? [] : readResources(settings)).map(toResource),
    withinMs: times?.withinMs ?? null,
    holdMs: times?.holdMs ?? null,
  };
}

const toResource = ({ name, unit, limit, n, line, slope, intercept, projected }: ResourceTrend) => ({
  name,
  unit,
  limit,
  n,
  line,
  slope,
  intercept,
  projected,
});

/** The settings of a search; null for other runs. */
async function readSettings(ctx: Pick<ServiceContext, 'repos'>, run: RunRecord): Promise<unknown> {
  const { experimentId, experimentVersion } = run;
  if (run.executor !== 'capacity' || experimentId === null || experimentVersion === null) return null;
  const version = await ctx.repos.experiments.findVersion(experimentId, experimentVersion);
  return version ? substituteSettings(version.definition.workload.with, run.params) : null;
}
