import type { SweepRecord, SweepRunRecord } from '@proofload/db';
import {
  decideTurns,
  type Expected,
  expectLength,
  type ForecastRun,
  type ForecastSweep,
  forecastQueue,
  lengthBases,
  type MeasuredRun,
  type RunLength,
  type SweepEstimate,
  type Turn,
  type WaitingSweep,
} from '@proofload/domain';
import type { ServiceContext } from '../context.ts';

/** What is to come for a sweep that is not finished. */
export interface SweepOutlook {
  /** Of the next run; null when none waits. */
  turn: Turn | null;
  /** Among the sweeps of the project that wait, from 1; null when paused or when none of its runs waits. */
  place: number | null;
  estimate: SweepEstimate | null;
  /** Of runs that wait, by their ids; empty while the sweep is paused. */
  starts: ReadonlyMap<string, number>;
}

/** Sweeps that are looked at for what is before a run in the queue. */
const maxOpenSweeps = 200;

/** What is to come in a project: who has its turn when, and how long everything still takes. */
export async function readOutlooks(ctx: ServiceContext): Promise<Map<string, SweepOutlook>> {
  const { projectId } = ctx.actor;
  const open = await ctx.repos.sweeps.listOpen(projectId, maxOpenSweeps);
  const [runs, waiting] = await Promise.all([
    ctx.repos.sweeps.listRuns(open.map(({ id }) => id)),
    ctx.repos.runQueue.readWaiting(projectId),
  ]);
  const nowMs = ctx.clock.nowMs();
  const expected = await expectLengths(ctx, open, runs);
  const facts = new Map(waiting.map((sweep) => [sweep.sweepId, sweep]));
  const sweeps = open.flatMap((sweep): ForecastSweep[] => {
    const lengths = expected.get(sweep.id);
    return lengths ? [toForecast(sweep, lengths, facts.get(sweep.id))] : [];
  });
  const turns = decideTurns(waiting, nowMs);
  const places = turns.filter(({ turn }) => turn.kind !== 'paused').map(({ sweep }) => sweep.sweepId);
  const localSlots = countLocal(sweeps);
  const forecast = forecastQueue(sweeps, { nowMs, localSlots });
  return new Map(
    sweeps.map((sweep): [string, SweepOutlook] => {
      const times = sweep.isPaused
        ? forecastQueue([{ ...sweep, isPaused: false }], { nowMs, localSlots: 1 })
        : forecast;
      const place = places.indexOf(sweep.sweepId);
      const outlook: SweepOutlook = {
        turn: turns.find((one) => one.sweep.sweepId === sweep.sweepId)?.turn ?? null,
        place: place === -1 ? null : place + 1,
        estimate: estimate(sweep, times, expected.get(sweep.sweepId) ?? [], nowMs),
        starts: sweep.isPaused ? new Map() : startsOf(sweep, forecast),
      };
      return [sweep.sweepId, outlook];
    }),
  );
}

/** A run that is not finished, with how long it is expected to take. */
interface OpenRun {
  run: SweepRunRecord;
  length: RunLength;
}

/** Runs to come of each sweep that workers execute. */
async function expectLengths(
  ctx: ServiceContext,
  sweeps: readonly SweepRecord[],
  runs: ReadonlyMap<string, readonly SweepRunRecord[]>,
): Promise<Map<string, OpenRun[]>> {
  const measured = new Map(sweeps.map(({ id }) => [id, measure(runs.get(id) ?? [])]));
  const unmeasured = sweeps.filter(({ id }) => measured.get(id)?.length === 0);
  const experiments = [...new Set(unmeasured.map(({ experimentId }) => experimentId))];
  const earlier =
    experiments.length === 0
      ? new Map<string, MeasuredRun[]>()
      : await ctx.repos.runQueue.readLengths(ctx.actor.projectId, experiments);
  const timeouts = await readTimeouts(
    ctx,
    unmeasured.filter(({ experimentId }) => earlier.get(experimentId)?.length === 0),
  );
  return new Map(
    sweeps.flatMap(({ id, experimentId, experimentVersion }): [string, OpenRun[]][] => {
      const known = {
        sweep: measured.get(id) ?? [],
        experiment: earlier.get(experimentId) ?? [],
        timeoutMs: timeouts.get(`${experimentId} ${experimentVersion}`) ?? 0,
      };
      const open = (runs.get(id) ?? []).filter(
        ({ status, executor }) => status !== 'finished' && executor !== 'external',
      );
      if (open.length === 0) return [];
      return [[id, open.map((run) => ({ run, length: expectLength(run.treatment, known) }))]];
    }),
  );
}

const measure = (runs: readonly SweepRunRecord[]): MeasuredRun[] =>
  runs.flatMap(({ treatment, outcome, startedAtMs, finishedAtMs }) =>
    outcome === 'completed' && startedAtMs !== null && finishedAtMs !== null
      ? [{ treatment, lengthMs: finishedAtMs - startedAtMs }]
      : [],
  );

/** Time limits of the versions that sweeps were launched with, by experiment and version. */
async function readTimeouts(
  ctx: Pick<ServiceContext, 'repos'>,
  sweeps: readonly SweepRecord[],
): Promise<Map<string, number>> {
  if (sweeps.length === 0) return new Map();
  const versions = await ctx.repos.experiments.findDefinitions(
    sweeps.map(({ experimentId, experimentVersion }) => ({ experimentId, version: experimentVersion })),
  );
  return new Map(
    versions.map(({ experimentId, version, definition }) => [
      `${experimentId} ${version}`,
      definition.workload.timeoutMs,
    ]),
  );
}

function toForecast(
  { id, projectId, priority, coolDownMs, createdAtMs, paused }: SweepRecord,
  open: readonly OpenRun[],
  facts: WaitingSweep | undefined,
): ForecastSweep {
  const nothingWaits: WaitingSweep = {
    ...{ sweepId: id, projectId, priority, coolDownMs, createdAtMs },
    clusterName: open[0]?.run.clusterName ?? null,
    isPaused: paused !== null,
    ...{ waiting: 0, active: open.length, activeOnCluster: 0, clusterLimit: null, lastEndMs: null },
  };
  const runs = open.map(({ run, length }): ForecastRun => {
    const isOver = run.startedAtMs !== null && run.finishedAtMs !== null;
    return {
      id: run.id,
      sweepId: id,
      status: run.status === 'queued' ? 'queued' : 'active',
      startedAtMs: run.status === 'queued' ? null : run.startedAtMs,
      // What is being evaluated has its load behind it.
      lengthMs: isOver ? 0 : length.lengthMs,
    };
  });
  return { ...(facts ?? nothingWaits), sweepId: id, runs };
}

/** As many as are at work without a cluster now: nobody knows how many workers there are. */
function countLocal(sweeps: readonly ForecastSweep[]): number {
  const local = sweeps.filter(({ clusterName }) => clusterName === null).flatMap(({ runs }) => runs);
  return Math.max(1, local.filter(({ status }) => status === 'active').length);
}

function estimate(
  sweep: ForecastSweep,
  times: ReadonlyMap<string, Expected>,
  open: readonly OpenRun[],
  nowMs: number,
): SweepEstimate | null {
  const ends = sweep.runs.flatMap(({ id }) => times.get(id)?.endMs ?? []);
  if (ends.length < sweep.runs.length || ends.length === 0) return null;
  const weakest = Math.max(...open.map(({ length }) => lengthBases.indexOf(length.basis)));
  const basis = lengthBases[weakest] ?? 'timeout';
  const lengths = new Map(open.map(({ run, length }) => [run.treatment, length]));
  const used = [...lengths.values()].filter((length) => length.basis === basis);
  // A treatment without runs of its own takes all, which other treatments have taken already.
  const runs = Math.min(
    used.reduce((sum, length) => sum + length.runs, 0),
    Math.max(0, ...used.map(({ known }) => known)),
  );
  return { remainingMs: Math.max(0, Math.max(...ends) - nowMs), basis, runs };
}

const startsOf = (
  { runs }: ForecastSweep,
  times: ReadonlyMap<string, Expected>,
): ReadonlyMap<string, number> =>
  new Map(
    runs.flatMap(({ id, status }): [string, number][] => {
      const startMs = times.get(id)?.startMs;
      return status === 'queued' && startMs !== undefined ? [[id, startMs]] : [];
    }),
  );
