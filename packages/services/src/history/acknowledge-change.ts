import type { AcknowledgeChange, History, HistoryChangeView } from '@proofload/contracts';
import { requireScope } from '../context.ts';
import { findVersion } from '../experiments/read-experiment.ts';
import { requireFound } from '../not-found.ts';
import { type HistoryContext, maxWatchedRuns } from './history-context.ts';
import { oldestFirst } from './history-runs.ts';
import { noteAlarmsOf } from './note-alarms.ts';
import { viewHistory } from './read-history.ts';

interface ChangeName {
  name: string;
  /** The first run after the change. */
  run: string;
  measurement: string;
}

/** Notes that a change along a history was seen, so that it alarms no more. Done again, the note is replaced. */
export async function acknowledgeChange(
  ctx: HistoryContext,
  input: ChangeName & AcknowledgeChange,
): Promise<History> {
  requireScope(ctx, 'ingest');
  const found = await findChange(ctx, input);
  await ctx.repos.history.acknowledge({
    // An earlier one may stand at a run beside: there it is replaced.
    runId: found.change.acknowledgement?.run ?? input.run,
    measurement: input.measurement,
    note: input.note,
    atMs: ctx.clock.nowMs(),
    by: ctx.actor.name,
  });
  return settle(ctx, input, found);
}

/** Takes it back: the change alarms again. */
export async function takeBackAcknowledgement(ctx: HistoryContext, input: ChangeName): Promise<History> {
  requireScope(ctx, 'ingest');
  const found = await findChange(ctx, input);
  const noted = found.change.acknowledgement?.run;
  await ctx.repos.history.takeBack(noted === undefined ? [input.run] : [noted, input.run], input.measurement);
  return settle(ctx, input, found);
}

interface FoundChange {
  experimentId: string;
  treatment: string;
  change: HistoryChangeView;
}

/** @throws `not-found` where the measurement has not changed with this run */
async function findChange(ctx: HistoryContext, { name, run, measurement }: ChangeName): Promise<FoundChange> {
  const { experimentId } = await findVersion(ctx, name);
  const record = await ctx.repos.runs.find(run, ctx.actor.projectId);
  const isOwn = record?.experimentId === experimentId;
  const { treatment } = requireFound(isOwn ? record : null, `run ${run} of the experiment ${name}`);
  const { histories } = await viewHistory(ctx, { name, measurement, treatment });
  const change = histories.flatMap(({ changes }) => changes).find((candidate) => candidate.run === run);
  return {
    experimentId,
    treatment,
    change: requireFound(change, `change of ${measurement} with the run ${run}`),
  };
}

/** Stores what still alarms, and answers with the history as it is now. */
async function settle(
  ctx: HistoryContext,
  { name, measurement }: ChangeName,
  { experimentId, treatment }: FoundChange,
): Promise<History> {
  const { runs } = await ctx.repos.history.findRuns(experimentId, treatment, maxWatchedRuns);
  await noteAlarmsOf(ctx, { experimentId, treatment }, oldestFirst(runs), measurement);
  return viewHistory(ctx, { name, measurement, treatment });
}
