import { answerCapacity, boundCapacity, projectResources, type ResourceTrend } from '@proofload/analysis';
import type { RunSteps } from '@proofload/contracts';
import type { RunRecord } from '@proofload/db';
import { readResources } from '@proofload/executors';
import { requireScope, type ServiceContext } from '../context.ts';
import { substituteSettings } from '../experiments/substitute-settings.ts';
import { toInstant, toInstantOrNull } from '../instant.ts';
import { findRun } from './find-run.ts';

/** The steps of a capacity search with what they say so far; none for other runs. */
export async function readRunSteps(ctx: ServiceContext, { id }: { id: string }): Promise<RunSteps> {
  requireScope(ctx, 'read');
  const run = await findRun(ctx, id);
  const steps = await ctx.repos.capacitySteps.list(run.id);
  const resources = steps.length === 0 ? [] : await readLimits(ctx, run);
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
    resources: projectResources(steps, resources).map(toResource),
  };
}

const toResource = ({ name, unit, limit, n, line, slope, projected }: ResourceTrend) => ({
  name,
  unit,
  limit,
  n,
  line,
  slope,
  projected,
});

/** Which resources the definition of a run reads, with their limits. */
async function readLimits(ctx: ServiceContext, run: RunRecord): Promise<ReturnType<typeof readResources>> {
  const { experimentId, experimentVersion } = run;
  if (run.executor !== 'capacity' || experimentId === null || experimentVersion === null) return [];
  const version = await ctx.repos.experiments.findVersion(experimentId, experimentVersion);
  return version ? readResources(substituteSettings(version.definition.workload.with, run.params)) : [];
}
