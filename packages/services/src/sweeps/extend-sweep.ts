import type { SweepAddition } from '@proofload/contracts';
import type { NewRun, RunRecord, SweepRecord } from '@proofload/db';
import type { AddedRun } from '@proofload/domain';
import { requireCluster } from '../clusters/find-missing-cluster.ts';
import type { ServiceContext } from '../context.ts';
import { findVersion } from '../experiments/read-experiment.ts';
import { pageUrls } from '../page-urls.ts';
import { requireServers } from '../prometheus-servers/find-missing-servers.ts';
import { enqueueDueRuns } from './enqueue-due-runs.ts';
import { requireFewEnough } from './launch-sweep.ts';
import { findSweep } from './read-sweep.ts';
import { requireLaunchable } from './require-launchable.ts';
import { viewSweep } from './sweep-view.ts';

/** What of an answer is said of each run that was added. */
type Named = Pick<RunRecord, 'id' | 'treatment' | 'replicate' | 'retryOfId'>;

/** What a request comes to. */
export interface Extension {
  planned: readonly AddedRun<RunRecord>[];
  /** Runs that an earlier request for the same has added. */
  known: readonly RunRecord[];
}

/**
 * Adds runs to a sweep with the definition that it was launched with, so that old and new ones can be compared. A
 * finished sweep is open again, and is judged again at its end.
 * @param plan decides what to add from all runs that there are; may throw
 */
export async function extendSweep(
  ctx: ServiceContext,
  sweep: SweepRecord,
  plan: (runs: RunRecord[]) => Extension,
  requestKey: string | null = null,
): Promise<SweepAddition> {
  const version = await findVersion(ctx, sweep.experimentName, sweep.experimentVersion);
  requireLaunchable(ctx, version);
  await requireServers(ctx, version.definition);
  await requireCluster(ctx, version.definition);
  const nowMs = ctx.clock.nowMs();
  const { added, known } = await ctx.repos.sweeps.extend(sweep.id, (runs) => {
    const extension = plan(runs);
    requireFewEnough(runs.length + extension.planned.length, 'add');
    const toAdd = extension.planned.map((planned) => toNewRun(planned, ctx, nowMs, requestKey));
    return { added: toAdd, known: extension.known };
  });
  if (added.length > 0) await enqueueDueRuns(ctx);
  const urls = pageUrls(ctx.config.baseUrl);
  const said = [...known.map(toNamed), ...added.map(toNamed)];
  return {
    sweep: await viewSweep(ctx, await findSweep(ctx, sweep.id)),
    runs: said.map(({ id, treatment, replicate, retryOfId }) => ({
      ...{ id, treatment, url: urls.run(id), retryOf: retryOfId },
      replicate: replicate ?? 1,
    })),
  };
}

const toNamed = ({ id, treatment, replicate, retryOfId = null }: NewRun | RunRecord): Named => ({
  ...{ id, treatment, replicate, retryOfId },
});

function toNewRun(
  { like, isRetry, replicate, position }: AddedRun<RunRecord>,
  ctx: ServiceContext,
  nowMs: number,
  requestKey: string | null,
): NewRun {
  const { projectId, experimentId, experimentVersion, sweepId, executor, params, labels, treatment } = like;
  const isExternal = executor === 'external';
  return {
    ...{ projectId, experimentId, experimentVersion, sweepId, executor, params, labels, treatment },
    ...{ replicate, position, requestKey },
    id: ctx.newId(),
    name: `${like.experimentName} ${treatment} #${replicate}`,
    clusterName: like.clusterName,
    retryOfId: isRetry ? like.id : null,
    // Somebody else executes it, so it is open for data at once.
    status: isExternal ? 'running' : 'queued',
    createdAtMs: nowMs,
    ...(isExternal ? { startedAtMs: nowMs } : {}),
  };
}
