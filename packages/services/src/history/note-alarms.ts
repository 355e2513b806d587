import { setImmediate } from 'node:timers/promises';
import { countAlarms, describeHistory, fewestForHistory } from '@proofload/analysis';
import { isDatabaseAway, type RunRecord } from '@proofload/db';
import { type HistoryContext, maxWatchedRuns } from './history-context.ts';
import { aboutMeasurement, oldestFirst, toAcknowledgement, toHistoryRun } from './history-runs.ts';

/** Measurements of a run whose histories are watched; further ones are looked at when their history is read. */
const maxWatched = 50;

type Changed = Pick<RunRecord, 'experimentId' | 'treatment'>;

/**
 * Looks where the measurements of a run's treatment changed along their histories, and stores what alarms, so that pages
 * and lists show it without computing it. To be called whenever results of a run were stored or removed, or once for many
 * runs of a treatment. What goes wrong is logged: the results stand, and the next run of the treatment makes up for it.
 */
export async function noteHistoryAlarms(
  ctx: HistoryContext,
  { experimentId, treatment }: Changed,
): Promise<void> {
  if (experimentId === null) return;
  try {
    const { runs } = await ctx.repos.history.findRuns(experimentId, treatment, maxWatchedRuns);
    if (runs.length < fewestForHistory) {
      await ctx.repos.history.forgetAlarms(experimentId, treatment);
      return;
    }
    const ordered = oldestFirst(runs);
    const names = [...new Set(runs.flatMap(({ measurements }) => Object.keys(measurements)))];
    for (const name of names.slice(0, maxWatched)) {
      // Each takes a moment, during which nothing else would be done.
      await setImmediate();
      await noteAlarmsOf(ctx, { experimentId, treatment }, ordered, name);
    }
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    ctx.log.error('Changes along the history of a run could not be looked for', {
      experimentId,
      treatment,
      error: String((error as Error).stack),
    });
  }
}

/** The same for one measurement. @param runs of the treatment, oldest first */
export async function noteAlarmsOf(
  ctx: HistoryContext,
  key: { experimentId: string; treatment: string },
  runs: readonly RunRecord[],
  name: string,
): Promise<void> {
  const acknowledged = await ctx.repos.history.findAcknowledgements(
    runs.map(({ id }) => id),
    name,
  );
  const { changes } = describeHistory(
    runs.map((run) => toHistoryRun(run, name)),
    aboutMeasurement(runs, name),
    acknowledged.map(toAcknowledgement),
  );
  await ctx.repos.history.setAlarms({ ...key, measurement: name }, countAlarms(changes));
}
