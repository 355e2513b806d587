import type { Experiment } from '@proofload/contracts';
import type { ExperimentVersionRecord } from '@proofload/db';
import { expandTreatments } from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { toInstant } from '../instant.ts';
import { requireFound } from '../not-found.ts';
import { toExperimentSummary } from './experiment-view.ts';

/** An experiment with its definition, in the newest version or a given one. */
export async function readExperiment(
  ctx: ServiceContext,
  input: { name: string; version?: number | undefined },
): Promise<Experiment> {
  requireScope(ctx, 'read');
  const record = await findVersion(ctx, input.name, input.version);
  const counts = await ctx.repos.experiments.countRuns([record.experimentId]);
  const alarms = await ctx.repos.history.countAlarms([record.experimentId]);
  const versions = await ctx.repos.experiments.listVersions(record.experimentId);
  return {
    ...toExperimentSummary(
      record,
      counts.get(record.experimentId),
      alarms.get(record.experimentId),
      ctx.config.baseUrl,
    ),
    latestVersion: record.latestVersion,
    source: record.source,
    definition: { ...record.definition },
    versions: versions.map(({ version, createdAtMs, createdBy }) => ({
      version,
      createdAt: toInstant(createdAtMs),
      createdBy,
    })),
    treatmentList: expandTreatments(record.definition).map(({ key, params, isBaseline }) => ({
      key,
      params: { ...params },
      baseline: isBaseline,
    })),
  };
}

/** A version of an experiment of the actor's project; `not-found` says which of the two is missing. */
export async function findVersion(
  ctx: Pick<ServiceContext, 'repos' | 'actor'>,
  name: string,
  version?: number,
): Promise<ExperimentVersionRecord> {
  const found = await ctx.repos.experiments.find(ctx.actor.projectId, name, version);
  return requireFound(
    found,
    version === undefined ? `experiment ${name}` : `version ${version} of an experiment ${name}`,
  );
}
