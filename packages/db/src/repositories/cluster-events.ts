import type { Db } from '../client.ts';
import type { Prisma } from '../generated/client.ts';

/** An event of an object of a run. */
export interface ClusterEventRecord {
  id: string;
  /** When it happened last. */
  atMs: number;
  /** When it happened first. */
  firstMs: number;
  type: 'normal' | 'warning';
  /** In one word, such as `FailedScheduling`. */
  reason: string;
  /** Kind and name of what it happened to. */
  object: string;
  message: string;
  count: number;
}

export interface EventSelection {
  type?: ClusterEventRecord['type'] | undefined;
  /** Part of the object, the reason or the message. */
  search?: string | undefined;
}

/** Events kept per run; a newer state of one that is kept is always taken. */
export const maxClusterEvents = 5_000;
const maxMessage = 4_096;

/** What clusters reported of the objects of runs. */
export function createClusterEventRepository(db: Db) {
  return {
    /** Stores an event, or a newer state of one that is stored. @returns false when there is no room for another */
    async put(runId: string, event: ClusterEventRecord): Promise<boolean> {
      const { id, atMs, firstMs, type, reason, object, count } = event;
      const message = event.message.slice(0, maxMessage).replaceAll('\0', '\ufffd');
      const changed = await db.$executeRaw`
        INSERT INTO "ClusterEvent" ("runId", "id", "at", "firstAt", "type", "reason", "object", "message", "count")
        SELECT ${runId}, ${id}, ${new Date(atMs)}, ${new Date(Math.min(firstMs, atMs))}, ${type}, ${reason.slice(0, 128)},
               ${object.slice(0, 512)}, ${message}, ${count}::int
        WHERE (SELECT count(*) FROM "ClusterEvent" WHERE "runId" = ${runId}) < ${maxClusterEvents}
           OR EXISTS (SELECT 1 FROM "ClusterEvent" WHERE "runId" = ${runId} AND "id" = ${id})
        ON CONFLICT ("runId", "id") DO UPDATE
          SET "at" = EXCLUDED."at", "firstAt" = LEAST("ClusterEvent"."firstAt", EXCLUDED."firstAt"), "message" = EXCLUDED."message", "count" = GREATEST("ClusterEvent"."count", EXCLUDED."count")`;
      return changed === 1;
    },

    /** @param after continues behind the event of this time and id */
    async list(
      runId: string,
      { order, limit, ...selection }: EventSelection & { order: 'oldest' | 'newest'; limit: number },
      after: { atMs: number; id: string } | null = null,
    ): Promise<ClusterEventRecord[]> {
      const at = after && new Date(after.atMs);
      const [direction, beyond] = order === 'oldest' ? (['asc', 'gt'] as const) : (['desc', 'lt'] as const);
      const rows = await db.clusterEvent.findMany({
        where: {
          AND: [
            toWhere(runId, selection),
            after && at ? { OR: [{ at: { [beyond]: at } }, { at, id: { [beyond]: after.id } }] } : {},
          ],
        },
        orderBy: [{ at: direction }, { id: direction }],
        take: limit,
      });
      return rows.map(({ runId: _, at, firstAt, type, ...rest }) => ({
        ...rest,
        atMs: at.getTime(),
        firstMs: firstAt.getTime(),
        type: type as ClusterEventRecord['type'],
      }));
    },

    /** How many are kept, how many of them are warnings, and how many are selected. */
    async count(
      runId: string,
      selection: EventSelection,
    ): Promise<{ total: number; warnings: number; matching: number }> {
      const [total, warnings, matching] = await Promise.all([
        db.clusterEvent.count({ where: { runId } }),
        db.clusterEvent.count({ where: { runId, type: 'warning' } }),
        db.clusterEvent.count({ where: toWhere(runId, selection) }),
      ]);
      return { total, warnings, matching };
    },
  };
}

function toWhere(runId: string, { type, search }: EventSelection): Prisma.ClusterEventWhereInput {
  const part = search && { contains: search.replaceAll(/[\\%_]/g, '\\$&'), mode: 'insensitive' as const };
  return {
    runId,
    ...(type ? { type } : {}),
    ...(part ? { OR: [{ object: part }, { reason: part }, { message: part }] } : {}),
  };
}
