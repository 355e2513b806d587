import type { Measurement, SloResult } from '@proofload/contracts';
import type { EvaluationReason, Phase, Stretch, Verdict } from '@proofload/domain';
import type { Db } from '../client.ts';
import type { Prisma } from '../generated/client.ts';
import type { RunRecord } from './run-record.ts';
import { type EvaluationStamp, type RunResults, writeResults } from './runs.ts';

/** An evaluation that a newer one replaced. */
export interface EvaluationRecord {
  number: number;
  version: number | null;
  digest: string | null;
  reason: EvaluationReason;
  createdAtMs: number;
  createdBy: string;
  windows: Readonly<Record<string, Stretch>>;
  measurements: Readonly<Record<string, Measurement>>;
  slos: readonly SloResult[];
  verdict: Verdict;
}

export interface Replacement {
  results: RunResults;
  stamp: EvaluationStamp;
  /** All windows that the run has for itself from now on; as they are when absent. */
  windows?: Readonly<Record<string, Stretch>>;
  /** All phases of the run from now on; as they are when absent. */
  phases?: readonly Phase[];
  /** The job that this is done for: its entry is settled together with it. */
  jobId?: string;
  /** Line of the run's log. */
  message: string;
}

/** `lost`: the run was changed since it was read; `superseded`: the job does not want it any more. */
export type Replaced = 'replaced' | 'lost' | 'superseded';

/** Two may want the same run, and wait for one another. */
const replaceTimeoutMs = 30_000;

/** Evaluations of finished runs: the newest is part of the run, the others are kept here. */
export function createEvaluationRepository(db: Db) {
  return {
    /**
     * Gives a finished run other results and keeps those that it had, all or nothing. Does so only if the run still has
     * the evaluation that it was read with.
     */
    async replace(run: RunRecord, replacement: Replacement): Promise<Replaced> {
      const { results, stamp, windows, phases, jobId, message } = replacement;
      const carryOut = async (tx: Prisma.TransactionClient): Promise<Replaced> => {
        const [now] = await tx.$queryRaw<{ evaluation: number }[]>`
          SELECT "evaluation" FROM "Run" WHERE "id" = ${run.id} AND "status" = 'finished' FOR NO KEY UPDATE`;
        if (now?.evaluation !== run.evaluation) return 'lost';
        if (jobId !== undefined) {
          const { count } = await tx.evaluationJobRun.updateMany({
            where: { jobId, runId: run.id, state: 'pending' },
            data: { state: 'evaluated', leaseUntil: null },
          });
          if (count === 0) return 'superseded';
        }
        await keepPresent(tx, run.id);
        await writeResults(tx, run, results, stamp);
        await tx.run.update({
          where: { id: run.id },
          data: {
            evaluation: { increment: 1 },
            ...(windows === undefined ? {} : { windows: windows as unknown as Prisma.InputJsonValue }),
            ...(phases === undefined ? {} : { phases: phases as unknown as Prisma.InputJsonValue }),
          },
          select: { id: true },
        });
        await tx.$executeRaw`
          INSERT INTO "RunLogLine" ("runId", "seq", "at", "level", "message")
          SELECT ${run.id}, COALESCE(max("seq"), 0) + 1, ${new Date(stamp.atMs)}, 'info', ${message.slice(0, 8192)}
          FROM "RunLogLine" WHERE "runId" = ${run.id}`;
        return 'replaced';
      };
      return db.$transaction(carryOut, { timeout: replaceTimeoutMs });
    },

    /** Newest first, those below a number. */
    async list(runId: string, before: number | null, limit: number): Promise<EvaluationRecord[]> {
      const rows = await db.runEvaluation.findMany({
        where: { runId, ...(before === null ? {} : { number: { lt: before } }) },
        orderBy: { number: 'desc' },
        take: limit,
      });
      return rows.map(({ runId: _, createdAt, ...row }) => ({
        ...row,
        createdAtMs: createdAt.getTime(),
        reason: row.reason as EvaluationReason,
        windows: row.windows as unknown as EvaluationRecord['windows'],
        measurements: row.measurements as unknown as EvaluationRecord['measurements'],
        slos: row.slos as unknown as SloResult[],
        verdict: row.verdict as Verdict,
      }));
    },
  };
}

/** Runs of before tell neither when nor by whom: that was when they were finished. */
async function keepPresent(tx: Prisma.TransactionClient, runId: string): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO "RunEvaluation" ("runId", "number", "version", "digest", "reason", "createdAt", "createdBy", "windows",
                                 "measurements", "slos", "verdict")
    SELECT "id", "evaluation", "evaluatedVersion", "evaluatedDigest", COALESCE("evaluatedReason", 'finished'),
           COALESCE("evaluatedAt", "finishedAt", "createdAt"), COALESCE("evaluatedBy", 'Proofload'), "windows",
           "measurements", "slos", COALESCE("verdict", 'none')
    FROM "Run" WHERE "id" = ${runId}`;
}
