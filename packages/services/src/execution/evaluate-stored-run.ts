import { evaluateRun } from '@proofload/analysis';
import type { RunRecord, RunResults } from '@proofload/db';
import type { ServiceContext } from '../context.ts';
import { openRunData } from '../series/index.ts';
import { defaultDefinition } from './default-measurements.ts';

/** Measurements, objectives and verdict of a run from what is stored of it, by its own version of the experiment. */
export async function evaluateStoredRun(
  ctx: Pick<ServiceContext, 'repos' | 'samples'>,
  run: RunRecord,
): Promise<RunResults> {
  const version = await findDefinition(ctx, run);
  const data = openRunData(ctx.samples, run.key);
  const { measurements, slos, verdict } = await evaluateRun(
    version?.definition ?? defaultDefinition(),
    run,
    data,
  );
  if (version) return { measurements, slos, verdict, evaluatedVersion: version.version };
  const found = Object.entries(measurements).filter(([, { value }]) => value !== null);
  return { measurements: Object.fromEntries(found), slos, verdict, evaluatedVersion: null };
}

async function findDefinition(ctx: Pick<ServiceContext, 'repos'>, run: RunRecord) {
  if (run.experimentId === null || run.experimentVersion === null) return null;
  return ctx.repos.experiments.findVersion(run.experimentId, run.experimentVersion);
}
