import type { Sweep } from '@proofload/contracts';
import type { SweepRecord, SweepRunRecord } from '@proofload/db';
import type { Turn } from '@proofload/domain';
import type { ServiceContext } from '../context.ts';
import { toInstant, toInstantOrNull } from '../instant.ts';
import { pageUrls } from '../page-urls.ts';
import { readOutlooks, type SweepOutlook } from './sweep-outlook.ts';

/** A sweep with the state of its runs, in their order of execution. */
export async function viewSweep(ctx: ServiceContext, sweep: SweepRecord): Promise<Sweep> {
  const [view] = await viewSweeps(ctx, [sweep]);
  return view as Sweep;
}

/** The same for several, whose runs are read at once. */
export async function viewSweeps(ctx: ServiceContext, sweeps: readonly SweepRecord[]): Promise<Sweep[]> {
  const runs = await ctx.repos.sweeps.listRuns(sweeps.map(({ id }) => id));
  const isAnyOpen = sweeps.some(({ finishedAtMs }) => finishedAtMs === null);
  const outlooks = isAnyOpen ? await readOutlooks(ctx) : new Map<string, SweepOutlook>();
  return sweeps.map((sweep) =>
    toSweep(ctx.config.baseUrl, sweep, runs.get(sweep.id) ?? [], outlooks.get(sweep.id) ?? null),
  );
}

function toSweep(
  baseUrl: string,
  sweep: SweepRecord,
  runs: readonly SweepRunRecord[],
  outlook: SweepOutlook | null,
): Sweep {
  const urls = pageUrls(baseUrl);
  const retries = new Map(runs.map(({ id, retryOfId }) => [retryOfId, id]));
  const isOver = sweep.finishedAtMs !== null;
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
    cluster: runs[0]?.clusterName ?? null,
    priority: sweep.priority,
    coolDownMs: sweep.coolDownMs,
    paused: sweep.paused && { at: toInstant(sweep.paused.atMs), by: sweep.paused.by },
    waiting: outlook?.turn ? toWaiting(outlook.turn, outlook.place) : null,
    remainingMs: isOver ? 0 : (outlook?.estimate?.remainingMs ?? null),
    estimate: outlook?.estimate ?? null,
    goals: sweep.goals,
    runs: runs.map(({ id, status, outcome, verdict, treatment, replicate, position, ...run }) => ({
      ...{ id, status, outcome, verdict, treatment, replicate, position },
      url: urls.run(id),
      startedAt: toInstantOrNull(run.startedAtMs),
      finishedAt: toInstantOrNull(run.finishedAtMs),
      expectedStart: toInstantOrNull(outlook?.starts.get(id) ?? null),
      retryOf: run.retryOfId,
      retriedBy: retries.get(id) ?? null,
    })),
    compareUrl: urls.compareSweep(sweep.id),
  };
}

const toWaiting = (turn: Turn, place: number | null): Sweep['waiting'] => ({
  reason: turn.kind,
  until: turn.kind === 'cool-down' ? toInstant(turn.untilMs) : null,
  behind: turn.kind === 'behind' ? turn.sweepId : null,
  place,
});

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
    retried: count(({ retryOfId }) => retryOfId !== null),
  };
}
