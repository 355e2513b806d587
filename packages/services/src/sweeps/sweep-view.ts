import type { Sweep } from '@proofload/contracts';
import type { SweepRecord, SweepRunRecord } from '@proofload/db';
import type { ServiceContext } from '../context.ts';
import { toInstant, toInstantOrNull } from '../instant.ts';
import { pageUrls } from '../page-urls.ts';

/** A sweep with the state of its runs, in their order of execution. */
export async function viewSweep(ctx: ServiceContext, sweep: SweepRecord): Promise<Sweep> {
  const [view] = await viewSweeps(ctx, [sweep]);
  return view as Sweep;
}

/** The same for several, whose runs are read at once. */
export async function viewSweeps(ctx: ServiceContext, sweeps: readonly SweepRecord[]): Promise<Sweep[]> {
  const runs = await ctx.repos.sweeps.listRuns(sweeps.map(({ id }) => id));
  return sweeps.map((sweep) => toSweep(ctx, sweep, runs.get(sweep.id) ?? []));
}

function toSweep(ctx: ServiceContext, sweep: SweepRecord, runs: readonly SweepRunRecord[]): Sweep {
  const urls = pageUrls(ctx.config.baseUrl);
  return {
    id: sweep.id,
    url: urls.sweep(sweep.id),
    experiment: sweep.experimentName,
    experimentVersion: sweep.experimentVersion,
    evaluatedVersion: sweep.evaluatedVersion,
    status: sweepStatus(sweep, runs),
    verdict: sweep.verdict,
    order: sweep.order,
    seed: sweep.seed,
    labels: { ...sweep.labels },
    createdAt: toInstant(sweep.createdAtMs),
    finishedAt: toInstantOrNull(sweep.finishedAtMs),
    counts: countRuns(runs),
    remainingMs: estimateRemainingMs(runs, ctx.clock.nowMs()),
    goals: sweep.goals,
    runs: runs.map(({ id, status, outcome, verdict, treatment, replicate, position }) => ({
      ...{ id, status, outcome, verdict, treatment, replicate, position },
      url: urls.run(id),
    })),
    compareUrl: urls.compareSweep(sweep.id),
  };
}

function sweepStatus(sweep: SweepRecord, runs: readonly SweepRunRecord[]): Sweep['status'] {
  if (sweep.finishedAtMs !== null) return 'finished';
  return runs.every(({ status }) => status === 'queued') ? 'queued' : 'running';
}

function countRuns(runs: readonly SweepRunRecord[]): Sweep['counts'] {
  const count = (test: (run: SweepRunRecord) => boolean): number => runs.filter(test).length;
  return {
    total: runs.length,
    queued: count(({ status }) => status === 'queued'),
    active: count(({ status }) => status !== 'queued' && status !== 'finished'),
    completed: count(
      ({ status, outcome }) => status === 'finished' && (outcome === 'completed' || outcome === 'limited'),
    ),
    failed: count(
      ({ status, outcome }) => status === 'finished' && (outcome === 'failed' || outcome === 'stalled'),
    ),
    cancelled: count(({ status, outcome }) => status === 'finished' && outcome === 'cancelled'),
  };
}

/**
 * Time until the last run ends if the runs to come take as long as those that completed, one after another: mean
 * length times runs to come, less what the present ones have done. Null before the first one has completed.
 */
export function estimateRemainingMs(
  runs: readonly Pick<SweepRunRecord, 'executor' | 'status' | 'outcome' | 'startedAtMs' | 'finishedAtMs'>[],
  nowMs: number,
): number | null {
  const lengths = runs.flatMap(({ outcome, startedAtMs, finishedAtMs }) =>
    outcome === 'completed' && startedAtMs !== null && finishedAtMs !== null
      ? [finishedAtMs - startedAtMs]
      : [],
  );
  const open = runs.filter(({ status }) => status !== 'finished');
  if (open.length === 0) return 0;
  if (lengths.length === 0 || open[0]?.executor === 'external') return null;
  const meanMs = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  return open.reduce(
    (sum, { startedAtMs }) => sum + Math.max(0, meanMs - (startedAtMs === null ? 0 : nowMs - startedAtMs)),
    0,
  );
}
