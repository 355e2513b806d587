import { evaluateRun } from '@proofload/analysis';
import type { ExperimentVersionRecord, RunRecord, RunResults } from '@proofload/db';
import type { ServiceContext } from '../context.ts';
import { requireKeptSamples } from '../runs/require-kept-samples.ts';
import { openRunData } from '../series/index.ts';
import { defaultDefinition } from './default-measurements.ts';
import { readValidity } from './read-validity.ts';

/**
 * Measurements, objectives and verdict of a run from what is stored of it, by a version of its experiment. A run
 * without an experiment has what there are data of among the usual measurements.
 * @throws `expired` when its samples are gone: what was computed from them must stay as it is
 */
export async function evaluateStoredRun(
  ctx: Pick<ServiceContext, 'samples'>,
  run: RunRecord,
  version: ExperimentVersionRecord | null,
): Promise<RunResults> {
  requireKeptSamples(run);
  const data = openRunData(ctx.samples, run.key);
  const { measurements, slos, verdict } = await evaluateRun(
    version?.definition ?? defaultDefinition(),
    run,
    data,
  );
  const warnings = [...run.warnings, ...(await ctx.samples.readWarnings(run.key))];
  const validity = await readValidity(run, data, warnings);
  if (version) return { measurements, slos, verdict, evaluatedVersion: version.version, validity };
  const found = Object.entries(measurements).filter(([, { value, amount }]) => value !== null || amount);
  return { measurements: Object.fromEntries(found), slos, verdict, evaluatedVersion: null, validity };
}

/** The version of the experiment that a run was launched with; null without one. */
export async function findLaunchedVersion(
  ctx: Pick<ServiceContext, 'repos'>,
  run: RunRecord,
): Promise<ExperimentVersionRecord | null> {
  if (run.experimentId === null || run.experimentVersion === null) return null;
  return ctx.repos.experiments.findVersion(run.experimentId, run.experimentVersion);
}
