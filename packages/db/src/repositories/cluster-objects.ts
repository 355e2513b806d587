import {
  type JobLife,
  type PodContainerEnd,
  type PodLife,
  type PodPhase,
  podPhases,
} from '@proofload/domain';
import type { Db } from '../client.ts';
import { Prisma } from '../generated/client.ts';

/** Pods kept per run; a newer state of one that is kept is always taken. */
export const maxRunPods = 10_000;
const maxJobs = 2_000;
/** Ends of containers kept of a pod, the newest. */
const maxEnds = 20;

/** What a curve of pods over time is made from. Times are unix milliseconds. */
export type PodTimes = Pick<PodLife, 'phase' | 'createdMs' | 'startedMs' | 'endedMs' | 'deletedMs'>;

export interface PodTotals {
  total: number;
  phases: Readonly<Record<PodPhase, number>>;
  restarts: number;
  oomKills: number;
  scheduled: number;
  ready: number;
  nodes: number;
}

/** Pods that wait for the same reason. */
export interface PodTrouble {
  message: string;
  pods: number;
  example: string;
  sinceMs: number;
}

export interface PodSelection {
  phase?: PodPhase | undefined;
  /** Part of the name of a pod, its Job or its node. */
  search?: string | undefined;
  order: PodOrder;
  limit: number;
}
/** `trouble` begins with those that failed, wait or were restarted, and with the slowest of each. */
type PodOrder = 'trouble' | 'created' | 'start' | 'run';

/** The lives of pods and Jobs of runs on clusters. */
export function createClusterObjectRepository(db: Db) {
  return {
    /** Stores pods, or newer states of those that are stored, while there is room. */
    async putPods(runId: string, pods: readonly PodLife[]): Promise<void> {
      if (pods.length === 0) return;
      const rows = JSON.stringify(pods.map(toPodInput)).replaceAll('\\u0000', '\\ufffd');
      await db.$executeRaw`
        WITH "given" AS (
          SELECT g.*, EXISTS (SELECT 1 FROM "RunPod" p WHERE p."runId" = ${runId} AND p."uid" = g."uid") AS "isKnown"
          FROM jsonb_to_recordset(${rows}::jsonb) AS g("uid" text, "name" text, "job" text, "node" text, "phase" text,
            "createdAt" timestamptz, "scheduledAt" timestamptz, "startedAt" timestamptz, "readyAt" timestamptz,
            "endedAt" timestamptz, "deletedAt" timestamptz, "restarts" int, "waiting" text, "containers" jsonb, "ends" jsonb)
        ), "numbered" AS (
          SELECT *, row_number() OVER (PARTITION BY "isKnown" ORDER BY "createdAt", "uid") AS "place" FROM "given"
        )
        INSERT INTO "RunPod" AS old ("runId", "uid", "name", "job", "node", "phase", "createdAt", "scheduledAt", "startedAt",
          "readyAt", "endedAt", "deletedAt", "restarts", "waiting", "containers", "ends")
        SELECT ${runId}, "uid", "name", "job", "node", "phase", "createdAt", "scheduledAt", "startedAt", "readyAt", "endedAt",
          "deletedAt", "restarts", "waiting", ARRAY(SELECT jsonb_array_elements_text("containers")), "ends"
        FROM "numbered"
        WHERE "isKnown" OR "place" <= ${maxRunPods} - (SELECT count(*) FROM "RunPod" WHERE "runId" = ${runId})
        ON CONFLICT ("runId", "uid") DO UPDATE SET
          "node" = COALESCE(EXCLUDED."node", old."node"), "phase" = EXCLUDED."phase",
          "scheduledAt" = COALESCE(EXCLUDED."scheduledAt", old."scheduledAt"),
          "startedAt" = LEAST(old."startedAt", EXCLUDED."startedAt"), "readyAt" = LEAST(old."readyAt", EXCLUDED."readyAt"),
          "endedAt" = EXCLUDED."endedAt", "deletedAt" = COALESCE(old."deletedAt", EXCLUDED."deletedAt"),
          "restarts" = GREATEST(old."restarts", EXCLUDED."restarts"), "waiting" = EXCLUDED."waiting",
          "containers" = CASE WHEN cardinality(EXCLUDED."containers") > 0 THEN EXCLUDED."containers" ELSE old."containers" END,
          "ends" = COALESCE((SELECT jsonb_agg(e ORDER BY e->'atMs', e->>'container') FROM (
              SELECT e FROM (SELECT DISTINCT e FROM jsonb_array_elements(old."ends" || EXCLUDED."ends") e) known
              ORDER BY (e->>'atMs')::numeric DESC NULLS LAST LIMIT ${maxEnds}
            ) kept), '[]')`;
    },

    /** Stores Jobs, or newer states of those that are stored, while there is room. */
    async putJobs(runId: string, jobs: readonly JobLife[]): Promise<void> {
      for (const job of jobs) {
        const { startedMs, endedMs, message, ...rest } = job;
        const data = {
          ...rest,
          startedAt: toDate(startedMs),
          endedAt: toDate(endedMs),
          message: message?.slice(0, 4_096).replaceAll('\0', '\ufffd') ?? null,
        };
        const where = { runId_uid: { runId, uid: job.uid } };
        const isKnown = (await db.runJob.findUnique({ where })) !== null;
        if (!isKnown && (await db.runJob.count({ where: { runId } })) >= maxJobs) continue;
        await db.runJob.upsert({ where, create: { runId, ...data }, update: data });
      }
    },

    /** In the order in which they began. */
    async listJobs(runId: string, limit: number): Promise<JobLife[]> {
      const rows = await db.runJob.findMany({
        where: { runId },
        orderBy: [{ startedAt: { sort: 'asc', nulls: 'last' } }, { name: 'asc' }],
        take: limit,
      });
      return rows.map(({ runId: _, startedAt, endedAt, state, ...job }) => ({
        ...job,
        state: state as JobLife['state'],
        startedMs: startedAt?.getTime() ?? null,
        endedMs: endedAt?.getTime() ?? null,
      }));
    },

    /** What all pods of a run come to. */
    async totals(runId: string): Promise<PodTotals> {
      const rows = await db.$queryRaw<
        { phase: PodPhase; n: number; restarts: number; oomKills: number; scheduled: number; ready: number }[]
      >`
        SELECT "phase", count(*)::int AS n, sum("restarts")::int AS restarts, count("scheduledAt")::int AS scheduled,
               count("readyAt")::int AS ready,
               sum((SELECT count(*) FROM jsonb_array_elements("ends") e WHERE e->>'reason' = 'OOMKilled'))::int AS "oomKills"
        FROM "RunPod" WHERE "runId" = ${runId} GROUP BY "phase"`;
      const [spread] = await db.$queryRaw<{ nodes: number }[]>`
        SELECT count(DISTINCT "node")::int AS nodes FROM "RunPod" WHERE "runId" = ${runId}`;
      const sum = (pick: (row: (typeof rows)[number]) => number): number =>
        rows.reduce((all, row) => all + pick(row), 0);
      return {
        total: sum(({ n }) => n),
        phases: Object.fromEntries(
          podPhases.map((phase) => [phase, rows.find((row) => row.phase === phase)?.n ?? 0]),
        ) as Record<PodPhase, number>,
        restarts: sum(({ restarts }) => restarts),
        oomKills: sum(({ oomKills }) => oomKills),
        scheduled: sum(({ scheduled }) => scheduled),
        ready: sum(({ ready }) => ready),
        nodes: spread?.nodes ?? 0,
      };
    },

    /** When the pods of a run came and went. */
    async readTimes(runId: string): Promise<PodTimes[]> {
      const rows = await db.runPod.findMany({
        where: { runId },
        select: { phase: true, createdAt: true, startedAt: true, endedAt: true, deletedAt: true },
      });
      return rows.map(({ phase, createdAt, startedAt, endedAt, deletedAt }) => ({
        phase: phase as PodPhase,
        createdMs: createdAt.getTime(),
        startedMs: startedAt?.getTime() ?? null,
        endedMs: endedAt?.getTime() ?? null,
        deletedMs: deletedAt?.getTime() ?? null,
      }));
    },

    /** Why pods that have not ended wait, those of most pods first. */
    async listTrouble(runId: string, limit: number): Promise<PodTrouble[]> {
      const rows = await db.$queryRaw<{ message: string; pods: number; example: string; since: Date }[]>`
        SELECT min("message") AS message, count(*)::int AS pods, min("name") AS example, min("createdAt") AS since
        FROM (
          -- Names of pods stand in some messages, which are the same otherwise.
          SELECT "name", "createdAt", "waiting" AS message, replace("waiting", "name", '') AS key FROM "RunPod"
          WHERE "runId" = ${runId} AND "waiting" IS NOT NULL AND "phase" IN ('pending', 'running', 'unknown')
        ) w GROUP BY key ORDER BY count(*) DESC, min("name") LIMIT ${limit}`;
      return rows.map(({ since, ...row }) => ({ ...row, sinceMs: since.getTime() }));
    },

    async listPods(
      runId: string,
      selection: PodSelection,
      nowMs: number,
    ): Promise<{ pods: PodLife[]; matching: number }> {
      const where = Prisma.sql`"runId" = ${runId} ${selectPods(selection)}`;
      const rows = await db.$queryRaw<PodRow[]>`
        SELECT * FROM "RunPod" WHERE ${where} ORDER BY ${orders[selection.order](new Date(nowMs))}, "name", "uid"
        LIMIT ${selection.limit}`;
      const [count] = await db.$queryRaw<
        { n: number }[]
      >`SELECT count(*)::int AS n FROM "RunPod" WHERE ${where}`;
      return { pods: rows.map(toPodLife), matching: count?.n ?? 0 };
    },

    /** The pod of a name that was seen last; null when the run has none. */
    async findPod(runId: string, name: string): Promise<PodLife | null> {
      const row = await db.runPod.findFirst({ where: { runId, name }, orderBy: { createdAt: 'desc' } });
      return row && toPodLife(row as PodRow);
    },
  };
}

function selectPods({ phase, search }: PodSelection): Prisma.Sql {
  const byPhase = phase === undefined ? Prisma.empty : Prisma.sql`AND "phase" = ${phase}`;
  if (search === undefined || search === '') return byPhase;
  return Prisma.sql`${byPhase} AND strpos(lower(concat_ws(' ', "name", "job", "node")), ${search.toLowerCase()}) > 0`;
}

const startTime = (now: Date): Prisma.Sql =>
  Prisma.sql`COALESCE("startedAt", "endedAt", "deletedAt", ${now}) - "createdAt" DESC`;
const orders: Readonly<Record<PodOrder, (now: Date) => Prisma.Sql>> = {
  trouble: (now) => Prisma.sql`CASE WHEN "phase" = 'failed' THEN 0
      WHEN "waiting" IS NOT NULL AND "phase" IN ('pending', 'running', 'unknown') THEN 1
      WHEN "restarts" > 0 OR "phase" = 'unknown' THEN 2 WHEN "phase" = 'deleted' THEN 4 ELSE 3 END, ${startTime(now)}`,
  created: () => Prisma.sql`"createdAt"`,
  start: startTime,
  run: (now) => Prisma.sql`COALESCE("endedAt", "deletedAt", ${now}) - "startedAt" DESC NULLS LAST`,
};

interface PodRow {
  uid: string;
  name: string;
  job: string | null;
  node: string | null;
  phase: string;
  createdAt: Date;
  scheduledAt: Date | null;
  startedAt: Date | null;
  readyAt: Date | null;
  endedAt: Date | null;
  deletedAt: Date | null;
  restarts: number;
  waiting: string | null;
  containers: string[];
  ends: unknown;
}

const toPodLife = (row: PodRow): PodLife => ({
  uid: row.uid,
  name: row.name,
  job: row.job,
  node: row.node,
  phase: row.phase as PodPhase,
  createdMs: row.createdAt.getTime(),
  scheduledMs: row.scheduledAt?.getTime() ?? null,
  startedMs: row.startedAt?.getTime() ?? null,
  readyMs: row.readyAt?.getTime() ?? null,
  endedMs: row.endedAt?.getTime() ?? null,
  deletedMs: row.deletedAt?.getTime() ?? null,
  restarts: row.restarts,
  waiting: row.waiting,
  containers: row.containers,
  ends: row.ends as PodContainerEnd[],
});

function toPodInput(pod: PodLife): object {
  const { createdMs, scheduledMs, startedMs, readyMs, endedMs, deletedMs, ...rest } = pod;
  return {
    ...rest,
    createdAt: toDate(createdMs),
    scheduledAt: toDate(scheduledMs),
    startedAt: toDate(startedMs),
    readyAt: toDate(readyMs),
    endedAt: toDate(endedMs),
    deletedAt: toDate(deletedMs),
  };
}

const toDate = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));
