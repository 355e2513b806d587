import type { Db } from '../client.ts';

/** Upkeep of the fields that runs are found by. */
export function createRunFieldRepository(db: Db) {
  return {
    /**
     * Forgets those of the next fields that no run has any more: their runs were deleted, or have another text now.
     * @param afterId where the call before ended; 0 to begin
     * @returns where to go on; 0 past the last field, and the same place while somebody gives runs fields
     */
    async forgetUnused(afterId: number, limit: number): Promise<number> {
      return db.$transaction(async (tx) => {
        const [lock] = await tx.$queryRaw<{ isHeld: boolean }[]>`
          SELECT pg_try_advisory_xact_lock(run_field_lock()) AS "isHeld"`;
        if (!lock?.isHeld) return afterId;
        // A statement of its own sees what was committed before the lock was held.
        const [looked] = await tx.$queryRaw<{ count: number; lastId: number | null }[]>`
          WITH looked AS MATERIALIZED (
            SELECT f."id" FROM "RunField" f WHERE f."id" > ${afterId} ORDER BY f."id" LIMIT ${limit}
          ), forgotten AS (
            DELETE FROM "RunField" f USING looked l
            WHERE f."id" = l."id" AND NOT EXISTS (SELECT 1 FROM "RunValue" v WHERE v."field" = l."id")
          )
          SELECT count(*)::int AS count, max("id") AS "lastId" FROM looked`;
        return looked && looked.count === limit ? (looked.lastId ?? 0) : 0;
      });
    },
  };
}
