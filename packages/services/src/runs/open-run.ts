import type { OpenRun, RunRef } from '@proofload/contracts';
import { treatmentKey } from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { findVersion } from '../experiments/read-experiment.ts';
import { fromInstant } from '../instant.ts';
import { pageUrls } from '../page-urls.ts';

/** Opens a run that somebody else executes: it takes data until it is finished by a call. */
export async function openRun(ctx: ServiceContext, input: OpenRun): Promise<RunRef> {
  requireScope(ctx, 'ingest');
  const experiment = input.experiment === undefined ? null : await findVersion(ctx, input.experiment);
  const nowMs = ctx.clock.nowMs();
  const treatment = treatmentKey(input.params);
  const id = ctx.newId();
  await ctx.repos.runs.insert([
    {
      id,
      projectId: ctx.actor.projectId,
      experimentId: experiment?.experimentId ?? null,
      experimentVersion: experiment?.version ?? null,
      sweepId: null,
      name: input.name ?? [experiment?.name, treatment].filter(Boolean).join(' '),
      executor: 'external',
      params: input.params,
      labels: { ...experiment?.definition.labels, ...input.labels },
      treatment,
      replicate: null,
      position: null,
      status: 'running',
      createdAtMs: nowMs,
      environment: input.environment ?? {},
      citation: input.citation ?? null,
      startedAtMs: input.startedAt === undefined ? nowMs : fromInstant(input.startedAt),
    },
  ]);
  return { id, url: pageUrls(ctx.config.baseUrl).run(id) };
}
