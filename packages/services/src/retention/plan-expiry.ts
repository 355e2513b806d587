import type { ExpiryCandidate } from '@proofload/db';
import {
  baselineKey,
  decideExpiry,
  type ExpiryDecision,
  expiryCutoffMs,
  type RetainedRun,
  type RetentionRules,
} from '@proofload/domain';
import type { ServiceContext } from '../context.ts';
import { listReportRuns } from './list-report-runs.ts';

/** Runs that are looked at in one go. */
const batch = 500;
/** Runs that are measured before a pass, so that it can say how many bytes it removes. */
const measuredAhead = 2_000;

export type PlannedRun = ExpiryCandidate & RetainedRun;

/**
 * Decides about all runs of the actor's project, oldest first, batch by batch. What is removed between two batches does
 * not disturb: the walk goes on after the last run that was looked at.
 */
export async function* planExpiry(
  ctx: Pick<ServiceContext, 'repos' | 'actor' | 'clock' | 'log'>,
  rules: RetentionRules,
): AsyncGenerator<ExpiryDecision<PlannedRun>, void> {
  const { projectId } = ctx.actor;
  const nowMs = ctx.clock.nowMs();
  const cutoffs = {
    samples: expiryCutoffMs(rules.samples, nowMs),
    artifacts: expiryCutoffMs(rules.artifacts, nowMs),
    logs: expiryCutoffMs(rules.logs, nowMs),
  };
  if (Object.values(cutoffs).every((cutoff) => cutoff === null)) return;
  await listReportRuns(ctx);
  const baselines = await findBaselines(ctx);
  await ctx.repos.storageUse.measure(measuredAhead, projectId);
  let last: ExpiryCandidate | null = null;
  for (;;) {
    const found: ExpiryCandidate[] = await ctx.repos.expiry.findCandidates(projectId, cutoffs, last, batch);
    const runs = found.map((run) => ({
      ...run,
      isBaseline: run.experimentId !== null && baselines.has(`${run.experimentId} ${run.treatment}`),
    }));
    yield decideExpiry(runs, rules, nowMs);
    last = found.at(-1) ?? null;
    if (last === null || found.length < batch) return;
  }
}

/** Baselines of every version of every experiment, because any of them may be what runs are compared with. */
async function findBaselines(ctx: Pick<ServiceContext, 'repos' | 'actor'>): Promise<Set<string>> {
  const sources = await ctx.repos.retention.findBaselineSources(ctx.actor.projectId);
  return new Set(
    sources.flatMap(({ experimentId, definition }) => {
      const key = baselineKey(definition);
      return key === null ? [] : [`${experimentId} ${key}`];
    }),
  );
}
