import type { HistoryRun } from '@proofload/analysis';
import type { Acknowledgement } from '@proofload/contracts';
import type { AcknowledgementRecord, RunRecord } from '@proofload/db';
import { toInstant } from '../instant.ts';

/** A stored run as a point of a history. @param measurement its name */
export function toHistoryRun(run: RunRecord, measurement: string): HistoryRun {
  return {
    run: run.id,
    name: run.replicate === null ? run.name : `${run.name} #${run.replicate}`,
    at: toInstant(run.startedAtMs ?? run.createdAtMs),
    version: run.evaluatedVersion,
    ended: {
      status: run.status,
      outcome: run.outcome,
      reason: run.reason,
      ...(run.validity === null ? {} : { validity: [...run.validity] }),
    },
    measured: measurementOf(run, measurement),
  };
}

export const measurementOf = ({ measurements }: RunRecord, name: string) =>
  Object.hasOwn(measurements, name) ? measurements[name] : undefined;

/** In the order in which they were run. */
export const oldestFirst = (runs: readonly RunRecord[]): RunRecord[] =>
  [...runs].sort(
    (a, b) =>
      (a.startedAtMs ?? a.createdAtMs) - (b.startedAtMs ?? b.createdAtMs) ||
      (a.key < b.key ? -1 : a.key > b.key ? 1 : 0),
  );

export const toAcknowledgement = ({ runId, atMs, by, note }: AcknowledgementRecord): Acknowledgement => ({
  run: runId,
  at: toInstant(atMs),
  by,
  note,
});

/** Unit and better side of a measurement, as the newest of the runs has them. @param runs oldest first */
export function aboutMeasurement(runs: readonly RunRecord[], name: string) {
  const known = runs.flatMap((run) => measurementOf(run, name) ?? []);
  const newest = known.findLast(({ value, amount }) => value !== null || amount) ?? known.at(-1);
  return { name, unit: newest?.unit ?? null, better: newest?.better ?? ('none' as const) };
}
