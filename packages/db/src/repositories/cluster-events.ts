import type { Db } from '../client.ts';

/** An event of an object of a run. */
export interface ClusterEventRecord {
  id: string;
  atMs: number;
  type: 'normal' | 'warning';
  /** In one word, such as `FailedScheduling`. */
  reason: string;
  /** Kind and name of what it happened to. */
  object: string;
  message: string;
  count: number;
}

/** Events kept per run; a newer state of one that is kept is always taken. */
const maxEvents = 5_000;
const maxMessage = 4_096;

/** What clusters reported of the objects of runs. */
export function createClusterEventRepository(db: Db) {
  return {
    /** Stores an event, or a newer state of one that is stored. @returns false when there is no room for another */
    async put(runId: string, event: ClusterEventRecord): Promise<boolean> {
      const { id, atMs, type, reason, object, count } = event;
      const message = event.message.slice(0, maxMessage).replaceAll('\0', '\ufffd');
      const changed = await db.$executeRaw`
        INSERT INTO "ClusterEvent" ("runId", "id", "at", "type", "reason", "object", "message", "count")
        SELECT ${runId}, ${id}, ${new Date(atMs)}, ${type}, ${reason.slice(0, 128)}, ${object.slice(0, 512)}, ${message}, ${count}::int
        WHERE (SELECT count(*) FROM "ClusterEvent" WHERE "runId" = ${runId}) < ${maxEvents}
           OR EXISTS (SELECT 1 FROM "ClusterEvent" WHERE "runId" = ${runId} AND "id" = ${id})
        ON CONFLICT ("runId", "id") DO UPDATE
          SET "at" = EXCLUDED."at", "message" = EXCLUDED."message", "count" = GREATEST("ClusterEvent"."count", EXCLUDED."count")`;
      return changed === 1;
    },

    /** Oldest first. @param after continues behind the event of this time and id */
    async list(
      runId: string,
      limit: number,
      after: { atMs: number; id: string } | null = null,
    ): Promise<ClusterEventRecord[]> {
      const at = after && new Date(after.atMs);
      const rows = await db.clusterEvent.findMany({
        where: {
          runId,
          ...(after && at ? { OR: [{ at: { gt: at } }, { at, id: { gt: after.id } }] } : {}),
        },
        orderBy: [{ at: 'asc' }, { id: 'asc' }],
        take: limit,
      });
      return rows.map(({ runId: _, at, type, ...rest }) => ({
        ...rest,
        atMs: at.getTime(),
        type: type as ClusterEventRecord['type'],
      }));
    },
  };
}
