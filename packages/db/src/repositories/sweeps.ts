import type { GoalResult } from '@proofload/contracts';
import type { Labels, Verdict } from '@proofload/domain';
import type { Db } from '../client.ts';
import type { Prisma } from '../generated/client.ts';
import type { RunRecord } from './run-record.ts';
import { type NewRun, toRow } from './runs.ts';

export interface SweepRecord {
  id: string;
  projectId: string;
  experimentId: string;
  experimentName: string;
  experimentVersion: number;
  order: 'random' | 'defined';
  seed: number;
  labels: Labels;
  createdAtMs: number;
  finishedAtMs: number | null;
  verdict: Verdict | null;
  goals: GoalResult[];
  /** The version whose goals these are; null for the version that was launched. */
  evaluatedVersion: number | null;
}

export interface SweepJudgement {
  verdict: Verdict;
  goals: readonly GoalResult[];
  evaluatedVersion: number | null;
}

export interface NewSweep {
  id: string;
  projectId: string;
  experimentId: string;
  experimentVersion: number;
  order: 'random' | 'defined';
  seed: number;
  labels: Labels;
  createdAtMs: number;
  createdBy: string;
}

/** What a sweep says of each of its runs. */
export type SweepRunRecord = Pick<
  RunRecord,
  | 'id'
  | 'status'
  | 'outcome'
  | 'verdict'
  | 'treatment'
  | 'replicate'
  | 'position'
  | 'executor'
  | 'startedAtMs'
  | 'finishedAtMs'
>;

const withExperiment = { experiment: { select: { name: true } } } as const;
type SweepRow = Prisma.SweepGetPayload<{ include: typeof withExperiment }>;

/** Sweeps; made together with their runs. */
export function createSweepRepository(db: Db) {
  return {
    /** Stores a sweep and all of its runs, or nothing. */
    async insert(sweep: NewSweep, runs: readonly NewRun[]): Promise<void> {
      const { createdAtMs, seed, labels, ...rest } = sweep;
      await db.$transaction([
        db.sweep.create({
          data: {
            ...rest,
            seed: BigInt(seed),
            labels: labels as Prisma.InputJsonValue,
            createdAt: new Date(createdAtMs),
          },
        }),
        db.run.createMany({ data: runs.map(toRow) }),
      ]);
    },

    async find(id: string, projectId?: string): Promise<SweepRecord | null> {
      const where = projectId === undefined ? { id } : { id, projectId };
      const row = await db.sweep.findFirst({ where, include: withExperiment });
      return row && toSweepRecord(row);
    },

    /** Newest first, after the given id. Ids sort by time. */
    async list(
      projectId: string,
      options: { experimentId?: string; limit: number; beforeId: string | null },
    ): Promise<SweepRecord[]> {
      const rows = await db.sweep.findMany({
        where: {
          projectId,
          ...(options.experimentId ? { experimentId: options.experimentId } : {}),
          ...(options.beforeId ? { id: { lt: options.beforeId } } : {}),
        },
        include: withExperiment,
        orderBy: { id: 'desc' },
        take: options.limit,
      });
      return rows.map(toSweepRecord);
    },

    /** The runs of sweeps in their order of execution, without what makes their rows wide. */
    async listRuns(sweepIds: readonly string[]): Promise<Map<string, SweepRunRecord[]>> {
      // Column by column, as ten thousand rows take several times as long to be read.
      const rows = await db.$queryRaw<{ sweepId: string; columns: string }[]>`
        SELECT r."sweepId", json_build_array(array_agg(r."id"), array_agg(r."status"), array_agg(r."outcome"),
            array_agg(r."verdict"), array_agg(r."treatment"), array_agg(r."replicate"), array_agg(r."position"),
            array_agg(r."executor"), array_agg(r."startedMs"), array_agg(r."finishedMs"))::text AS columns
        FROM (
          SELECT *, date_part('epoch', "startedAt") * 1000 AS "startedMs",
                 date_part('epoch', "finishedAt") * 1000 AS "finishedMs"
          FROM "Run" WHERE "sweepId" = ANY (${sweepIds}::text[]) ORDER BY "sweepId", "position", "id"
        ) r GROUP BY r."sweepId"`;
      const runs = new Map(sweepIds.map((id): [string, SweepRunRecord[]] => [id, []]));
      for (const { sweepId, columns } of rows) runs.set(sweepId, toSweepRuns(JSON.parse(columns)));
      return runs;
    },

    /** Closes a sweep once; a second closing changes nothing. */
    async close(id: string, judgement: SweepJudgement, finishedAtMs: number): Promise<void> {
      await db.sweep.updateMany({
        where: { id },
        data: { ...toJudged(judgement), finishedAt: new Date(finishedAtMs) },
      });
    },

    /** Gives a sweep that was closed another judgement, since results of its runs have changed. */
    async judgeAgain(id: string, judgement: SweepJudgement): Promise<void> {
      await db.sweep.updateMany({ where: { id, finishedAt: { not: null } }, data: toJudged(judgement) });
    },

    async countUnfinishedRuns(id: string): Promise<number> {
      return db.run.count({ where: { sweepId: id, status: { not: 'finished' } } });
    },

    /** Sweeps whose runs have all ended but which nobody closed: their last worker died between the two steps. */
    async findUnclosed(limit: number): Promise<SweepRecord[]> {
      const rows = await db.sweep.findMany({
        where: { finishedAt: null, runs: { every: { status: 'finished' }, some: {} } },
        include: withExperiment,
        take: limit,
      });
      return rows.map(toSweepRecord);
    },
  };
}

type Column<Name extends keyof SweepRunRecord> = SweepRunRecord[Name][];

/** @param columns of the same runs, as the query above has them */
function toSweepRuns(
  columns: [
    ...[Column<'id'>, Column<'status'>, Column<'outcome'>, Column<'verdict'>, Column<'treatment'>],
    ...[Column<'replicate'>, Column<'position'>, Column<'executor'>],
    ...[Column<'startedAtMs'>, Column<'finishedAtMs'>],
  ],
): SweepRunRecord[] {
  const [ids, statuses, outcomes, verdicts, treatments, replicates, positions, executors, starts, ends] =
    columns;
  const instant = (ms: number | null | undefined): number | null => (ms == null ? null : Math.round(ms));
  return ids.map((id, at) => ({
    id,
    status: statuses[at] as SweepRunRecord['status'],
    outcome: outcomes[at] ?? null,
    verdict: verdicts[at] ?? null,
    treatment: treatments[at] ?? '',
    replicate: replicates[at] ?? null,
    position: positions[at] ?? null,
    executor: executors[at] ?? '',
    startedAtMs: instant(starts[at]),
    finishedAtMs: instant(ends[at]),
  }));
}

const toJudged = ({ verdict, goals, evaluatedVersion }: SweepJudgement) => ({
  verdict,
  goals: goals as unknown as Prisma.InputJsonValue,
  evaluatedVersion,
});

function toSweepRecord(row: SweepRow): SweepRecord {
  return {
    id: row.id,
    projectId: row.projectId,
    experimentId: row.experimentId,
    experimentName: row.experiment.name,
    experimentVersion: row.experimentVersion,
    order: row.order as 'random' | 'defined',
    seed: Number(row.seed),
    labels: row.labels as Labels,
    createdAtMs: row.createdAt.getTime(),
    finishedAtMs: row.finishedAt?.getTime() ?? null,
    verdict: row.verdict as Verdict | null,
    goals: (row.goals as unknown as GoalResult[] | null) ?? [],
    evaluatedVersion: row.evaluatedVersion,
  };
}
