import type { Citation, Measurement, SloResult, ValidityFinding } from '@proofload/contracts';
import type {
  EvaluationReason,
  Labels,
  Params,
  ReportedValue,
  RunOutcome,
  RunStatus,
  Verdict,
} from '@proofload/domain';
import type { Db } from '../client.ts';
import type { Prisma } from '../generated/client.ts';
import { type RunRecord, toRunRecord, withExperimentName } from './run-record.ts';

export interface NewRun {
  id: string;
  projectId: string;
  experimentId: string | null;
  experimentVersion: number | null;
  sweepId: string | null;
  name: string;
  executor: string;
  params: Params;
  labels: Labels;
  treatment: string;
  replicate: number | null;
  position: number | null;
  status: RunStatus;
  createdAtMs: number;
  startedAtMs?: number;
  clusterName?: string | null;
  retryOfId?: string | null;
  requestKey?: string | null;
  environment?: Readonly<Record<string, string>>;
  citation?: Citation | null;
  studyId?: string | null;
  reported?: Readonly<Record<string, ReportedValue>>;
}

/** What must hold of a run for a change to be made: otherwise nothing is changed. */
export interface RunGuard {
  status: RunStatus;
  /** The worker that must still hold the lease. */
  leaseOwner?: string;
  /** The time by which the lease, if there is one, must have run out. */
  leaseExpiredAtMs?: number;
  /** The start must be unknown, or after this time. */
  startsAfterMs?: number;
}

export interface RunChanges {
  status?: RunStatus;
  outcome?: RunOutcome;
  verdict?: Verdict;
  reason?: string | null;
  startedAtMs?: number;
  finishedAtMs?: number;
  lease?: { owner: string; untilMs: number } | null;
  executorState?: unknown;
  objects?: RunRecord['objects'];
}

export interface RunResults {
  measurements: Readonly<Record<string, Measurement>>;
  slos: readonly SloResult[];
  verdict: Verdict;
  evaluatedVersion: number | null;
  /** What limits how far the run can be believed; as it was when absent. */
  validity?: readonly ValidityFinding[];
}

/** When, by whom and why results were computed. */
export interface EvaluationStamp {
  atMs: number;
  by: string;
  reason: EvaluationReason;
  /** Of what of the definition was evaluated; null without an experiment. */
  digest: string | null;
}

const toJson = (value: unknown): Prisma.InputJsonValue => value as Prisma.InputJsonValue;

/** Runs: everything but their list, log, timeline and samples. */
export function createRunRepository(db: Db) {
  return {
    async insert(runs: readonly NewRun[]): Promise<void> {
      await db.run.createMany({ data: runs.map(toRow) });
    },

    /** Adds a run of a study unless its study has it already, by its request key. */
    async insertOfStudy(run: NewRun & { studyId: string; requestKey: string }): Promise<void> {
      await db.run.createMany({ data: [toRow(run)], skipDuplicates: true });
    },

    /** The runs that a study brought, with the keys that tell them apart. */
    async findOfStudy(studyId: string): Promise<RunRecord[]> {
      const rows = await db.run.findMany({
        where: { studyId },
        include: withExperimentName,
        orderBy: { key: 'asc' },
        take: 5000,
      });
      return rows.map(toRunRecord);
    },

    /** A run of a project; null when there is none. Leave the project out only where no actor asks (a worker). */
    async find(id: string, projectId?: string): Promise<RunRecord | null> {
      const where = projectId === undefined ? { id } : { id, projectId };
      const row = await db.run.findFirst({ where, include: withExperimentName });
      return row && toRunRecord(row);
    },

    async findMany(
      projectId: string,
      where: { ids?: readonly string[]; sweepId?: string; experimentId?: string },
      limit: number,
    ): Promise<RunRecord[]> {
      const rows = await db.run.findMany({
        where: {
          projectId,
          ...(where.ids ? { id: { in: [...where.ids] } } : {}),
          ...(where.sweepId ? { sweepId: where.sweepId } : {}),
          ...(where.experimentId ? { experimentId: where.experimentId } : {}),
        },
        include: withExperimentName,
        orderBy: [{ createdAt: 'desc' }, { position: 'asc' }, { id: 'asc' }],
        take: limit,
      });
      return rows.map(toRunRecord);
    },

    /**
     * Adds values that somebody reports of a run, each in place of the one before of its name.
     * @returns false when the run takes none any more
     */
    async addReported(id: string, values: Readonly<Record<string, ReportedValue>>): Promise<boolean> {
      const count = await db.$executeRaw`
        UPDATE "Run"
        SET "reported" = ("reported"::jsonb || ${JSON.stringify(values)}::jsonb)::json, "revision" = "revision" + 1
        WHERE "id" = ${id} AND "status" <> 'finished'`;
      return count === 1;
    },

    /** Takes a certain queued run for a worker, whatever its turn is; null when another was faster or it is not queued any more. */
    async claim(id: string, owner: string, leaseUntilMs: number): Promise<RunRecord | null> {
      const { count } = await db.run.updateMany({
        where: { id, status: 'queued' },
        data: {
          status: 'starting',
          leaseOwner: owner,
          leaseUntil: new Date(leaseUntilMs),
          attempt: { increment: 1 },
          revision: { increment: 1 },
        },
      });
      return count === 1 ? this.find(id) : null;
    },

    /**
     * Takes over a run whose load goes on without its worker, once that one's lease has run out or was given up; null
     * when another was faster or there is nothing to take over.
     */
    async takeOver(
      id: string,
      owner: string,
      { nowMs, untilMs, executors }: { nowMs: number; untilMs: number; executors: readonly string[] },
    ): Promise<RunRecord | null> {
      const { count } = await db.run.updateMany({
        where: { id, status: 'running', executor: { in: [...executors] }, ...leaseIsOver(nowMs) },
        data: {
          leaseOwner: owner,
          leaseUntil: new Date(untilMs),
          attempt: { increment: 1 },
          revision: { increment: 1 },
        },
      });
      return count === 1 ? this.find(id) : null;
    },

    /** Lengthens a lease. @returns whether it is still held, and whether cancelling was asked for meanwhile */
    async renewLease(
      id: string,
      owner: string,
      untilMs: number,
    ): Promise<{ isHeld: boolean; isCancelRequested: boolean }> {
      const rows = await db.run.updateManyAndReturn({
        where: { id, leaseOwner: owner, status: { in: ['starting', 'running', 'finishing'] } },
        data: { leaseUntil: new Date(untilMs) },
        select: { cancelRequestedAt: true },
      });
      return { isHeld: rows.length === 1, isCancelRequested: rows[0]?.cancelRequestedAt != null };
    },

    /** Changes a run if the guard holds. @returns whether it did */
    async change(id: string, guard: RunGuard, changes: RunChanges): Promise<boolean> {
      const { count } = await db.run.updateMany({
        where: {
          id,
          status: guard.status,
          ...(guard.leaseOwner === undefined ? {} : { leaseOwner: guard.leaseOwner }),
          ...(guard.leaseExpiredAtMs === undefined ? {} : leaseIsOver(guard.leaseExpiredAtMs)),
          ...(guard.startsAfterMs === undefined ? {} : { AND: startsAfter(guard.startsAfterMs) }),
        },
        data: toUpdate(changes),
      });
      return count === 1;
    },

    /** Takes over the closing of a run whose lease is free or has run out. */
    async claimFinishing(
      id: string,
      owner: string,
      nowMs: number,
      untilMs: number,
    ): Promise<RunRecord | null> {
      const { count } = await db.run.updateMany({
        where: {
          id,
          status: 'finishing',
          OR: [{ leaseOwner: null }, { leaseOwner: owner }, { leaseUntil: { lt: new Date(nowMs) } }],
        },
        data: { leaseOwner: owner, leaseUntil: new Date(untilMs), revision: { increment: 1 } },
      });
      return count === 1 ? this.find(id) : null;
    },

    /** Cheaper than renewing the lease, to be asked often. */
    async isCancelRequested(id: string): Promise<boolean> {
      const row = await db.run.findUnique({ where: { id }, select: { cancelRequestedAt: true } });
      return row?.cancelRequestedAt != null;
    },

    async noteCancel(id: string, atMs: number): Promise<void> {
      await db.run.updateMany({
        where: { id, cancelRequestedAt: null, status: { not: 'finished' } },
        data: { cancelRequestedAt: new Date(atMs), revision: { increment: 1 } },
      });
    },

    /** Stores the results of a run that ends, in place of what an interrupted attempt to do so had stored. */
    async saveResults(
      run: { id: string; projectId: string },
      results: RunResults,
      stamp: EvaluationStamp | null = null,
    ): Promise<void> {
      await db.$transaction((tx) => writeResults(tx, run, results, stamp));
    },

    /** Pins a run, unless it is pinned already: then whoever did it first stays known. */
    async pin(id: string, projectId: string, pin: { atMs: number; by: string }): Promise<void> {
      await db.run.updateMany({
        where: { id, projectId, pinnedAt: null },
        data: { pinnedAt: new Date(pin.atMs), pinnedBy: pin.by, revision: { increment: 1 } },
      });
    },

    async unpin(id: string, projectId: string): Promise<void> {
      await db.run.updateMany({
        where: { id, projectId, pinnedAt: { not: null } },
        data: { pinnedAt: null, pinnedBy: null, revision: { increment: 1 } },
      });
    },

    /** Deletes a run. @returns false when it is not there, or pinned and that was not allowed */
    async delete(id: string, projectId: string, { evenPinned }: { evenPinned: boolean }): Promise<boolean> {
      const { count } = await db.run.deleteMany({
        where: { id, projectId, ...(evenPinned ? {} : { pinnedAt: null }) },
      });
      return count === 1;
    },

    /** Runs that a worker should attend to and whose lease has run out, or was never taken. */
    async findUnattended(nowMs: number, limit: number): Promise<RunRecord[]> {
      const rows = await db.run.findMany({
        where: {
          ...leaseIsOver(nowMs),
          AND: {
            OR: [
              { status: { in: ['starting', 'finishing'] } },
              { status: 'running', executor: { not: 'external' } },
            ],
          },
        },
        include: withExperimentName,
        orderBy: [{ createdAt: 'asc' }, { position: 'asc' }, { id: 'asc' }],
        take: limit,
      });
      return rows.map(toRunRecord);
    },

    /** Runs whose load has ended, that nobody attends to, and whose objects may still be on their cluster. */
    async findWithObjects(nowMs: number, limit: number): Promise<RunRecord[]> {
      const rows = await db.run.findMany({
        where: { objects: 'present', status: 'finished', ...leaseIsOver(nowMs) },
        include: withExperimentName,
        orderBy: { key: 'asc' },
        take: limit,
      });
      return rows.map(toRunRecord);
    },

    /** Notes what became of the objects of a run. */
    async setObjects(id: string, objects: RunRecord['objects']): Promise<void> {
      await db.run.updateMany({
        where: { id },
        data: { objects, revision: { increment: 1 } },
      });
    },

    async countByStatus(): Promise<Record<string, number>> {
      const groups = await db.run.groupBy({ by: ['status'], _count: { _all: true } });
      return Object.fromEntries(groups.map((group) => [group.status, group._count._all]));
    },

    /** The run that repeats another; null when there is none. */
    async findRetry(id: string): Promise<string | null> {
      return (await db.run.findUnique({ where: { retryOfId: id }, select: { id: true } }))?.id ?? null;
    },

    async readRevision(
      id: string,
      projectId: string,
    ): Promise<{ revision: number; status: RunStatus } | null> {
      const row = await db.run.findFirst({
        where: { id, projectId },
        select: { revision: true, status: true },
      });
      return row && { revision: row.revision, status: row.status as RunStatus };
    },
  };
}

/** Puts results into the row of a run. Measurements go into rows of their own as well, to be sorted by. */
export async function writeResults(
  tx: Prisma.TransactionClient,
  run: { id: string; projectId: string },
  results: RunResults,
  stamp: EvaluationStamp | null,
): Promise<void> {
  await tx.run.update({
    where: { id: run.id },
    data: {
      measurements: toJson(results.measurements),
      slos: toJson(results.slos),
      verdict: results.verdict,
      ...(results.validity ? { validity: toJson(results.validity) } : {}),
      evaluatedVersion: results.evaluatedVersion,
      evaluatedAt: stamp && new Date(stamp.atMs),
      evaluatedBy: stamp?.by ?? null,
      evaluatedReason: stamp?.reason ?? null,
      evaluatedDigest: stamp?.digest ?? null,
      revision: { increment: 1 },
    },
    select: { id: true },
  });
}

const startsAfter = (timeMs: number) => ({
  OR: [{ startedAt: null }, { startedAt: { gt: new Date(timeMs) } }],
});

const leaseIsOver = (nowMs: number) => ({
  OR: [{ leaseUntil: null }, { leaseUntil: { lt: new Date(nowMs) } }],
});

export type RunRepository = ReturnType<typeof createRunRepository>;

export function toRow(run: NewRun): Prisma.RunCreateManyInput {
  const { createdAtMs, startedAtMs, params, labels, environment, citation, reported, ...rest } = run;
  return {
    ...rest,
    ...(environment ? { environment: toJson(environment) } : {}),
    ...(reported ? { reported: toJson(reported) } : {}),
    ...(citation ? { citation: toJson(citation) } : {}),
    params: toJson(params),
    labels: toJson(labels),
    createdAt: new Date(createdAtMs),
    startedAt: startedAtMs === undefined ? null : new Date(startedAtMs),
  };
}

function toUpdate(changes: RunChanges): Prisma.RunUpdateManyMutationInput {
  const data: Prisma.RunUpdateManyMutationInput = { revision: { increment: 1 } };
  if (changes.status !== undefined) data.status = changes.status;
  if (changes.outcome !== undefined) data.outcome = changes.outcome;
  if (changes.verdict !== undefined) data.verdict = changes.verdict;
  if (changes.reason !== undefined) data.reason = changes.reason;
  if (changes.startedAtMs !== undefined) data.startedAt = new Date(changes.startedAtMs);
  if (changes.finishedAtMs !== undefined) data.finishedAt = new Date(changes.finishedAtMs);
  if (changes.lease !== undefined) {
    data.leaseOwner = changes.lease?.owner ?? null;
    data.leaseUntil = changes.lease ? new Date(changes.lease.untilMs) : null;
  }
  if (changes.executorState !== undefined) data.executorState = toJson(changes.executorState);
  if (changes.objects !== undefined) data.objects = changes.objects;
  return data;
}
