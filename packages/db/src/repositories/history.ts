import type { Db } from '../client.ts';
import { Prisma } from '../generated/client.ts';
import { type RunRecord, toRunRecord, withExperimentName } from './run-record.ts';

export interface AcknowledgementRecord {
  runId: string;
  note: string;
  atMs: number;
  by: string;
}

/** How many changes of a history nobody has acknowledged. */
export interface AlarmCount {
  total: number;
  worse: number;
}

/** Histories of the measurements of an experiment: runs in their order, who has seen a change, what alarms. */
export function createHistoryRepository(db: Db) {
  return {
    /** The newest runs of an experiment, newest first. @returns with how many there are in all */
    async findRuns(
      experimentId: string,
      treatment: string | null,
      limit: number,
    ): Promise<{ runs: RunRecord[]; total: number }> {
      const where = { experimentId, status: 'finished', ...(treatment === null ? {} : { treatment }) };
      const rows = await db.run.findMany({
        where,
        include: withExperimentName,
        orderBy: [{ createdAt: 'desc' }, { key: 'desc' }],
        take: limit,
      });
      const total = rows.length < limit ? rows.length : await db.run.count({ where });
      return { runs: rows.map(toRunRecord), total };
    },

    /** Acknowledged changes of a measurement among runs. */
    async findAcknowledgements(
      runIds: readonly string[],
      measurement: string,
    ): Promise<AcknowledgementRecord[]> {
      const rows = await db.changeAcknowledgement.findMany({
        where: { runId: { in: [...runIds] }, measurement },
      });
      return rows.map(({ runId, note, createdAt, createdBy }) => ({
        runId,
        note,
        atMs: createdAt.getTime(),
        by: createdBy,
      }));
    },

    /** Notes that a change was seen; done again, the note is replaced. */
    async acknowledge(input: AcknowledgementRecord & { measurement: string }): Promise<void> {
      const { runId, measurement, note, atMs, by } = input;
      const data = { note, createdAt: new Date(atMs), createdBy: by };
      await db.changeAcknowledgement.upsert({
        where: { runId_measurement: { runId, measurement } },
        create: { runId, measurement, ...data },
        update: data,
      });
    },

    async takeBack(runIds: readonly string[], measurement: string): Promise<void> {
      await db.changeAcknowledgement.deleteMany({ where: { runId: { in: [...runIds] }, measurement } });
    },

    /** Stores what a history alarms about, in place of what it did before. */
    async setAlarms(
      key: { experimentId: string; treatment: string; measurement: string },
      { total, worse }: AlarmCount,
    ): Promise<void> {
      if (total === 0) {
        await db.historyAlarm.deleteMany({ where: key });
        return;
      }
      await db.historyAlarm.upsert({
        where: { experimentId_treatment_measurement: key },
        create: { ...key, total, worse },
        update: { total, worse },
      });
    },

    /** Of a treatment that has no history any more. */
    async forgetAlarms(experimentId: string, treatment: string): Promise<void> {
      await db.historyAlarm.deleteMany({ where: { experimentId, treatment } });
    },

    /** What experiments alarm about; those that do not are not there. */
    async countAlarms(experimentIds: readonly string[]): Promise<Map<string, AlarmCount>> {
      if (experimentIds.length === 0) return new Map();
      const rows = await db.$queryRaw<(AlarmCount & { experimentId: string })[]>`
        SELECT "experimentId", sum("total")::int AS total, sum("worse")::int AS worse
        FROM "HistoryAlarm" WHERE "experimentId" IN (${Prisma.join([...experimentIds])}) GROUP BY 1`;
      return new Map(rows.map(({ experimentId, ...count }) => [experimentId, count]));
    },
  };
}
