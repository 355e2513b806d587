import type { Db } from '../client.ts';

export interface RunFieldRecord {
  kind: 'param' | 'measurement' | 'label';
  name: string;
  /** The first texts that it has had, in their order; none for numbers. */
  values: string[];
}

/** The fields that runs are found by, and their upkeep. */
export function createRunFieldRepository(db: Db) {
  return {
    /** The fields of a project by name. Steps from one name to the next by the index: texts may be very many. */
    async list(projectId: string, most: { fields: number; values: number }): Promise<RunFieldRecord[]> {
      return db.$queryRaw<RunFieldRecord[]>`
        WITH RECURSIVE step AS (
          (SELECT f."name", f."kind" FROM "RunField" f WHERE f."projectId" = ${projectId}
            ORDER BY f."name", f."kind" LIMIT 1)
          UNION ALL
          SELECT next."name", next."kind" FROM step, LATERAL (
            SELECT f."name", f."kind" FROM "RunField" f
            WHERE f."projectId" = ${projectId} AND (f."name", f."kind") > (step."name", step."kind")
            ORDER BY f."name", f."kind" LIMIT 1) next
        ), named AS (
          SELECT "name", "kind" FROM step LIMIT ${most.fields * 2}
        ), parted AS (
          SELECT n."name", CASE WHEN n."kind" LIKE 'param-%' THEN 'param' ELSE n."kind" END AS kind,
            CASE WHEN n."kind" IN ('param-text', 'label') THEN ARRAY(
              SELECT f."text" FROM "RunField" f WHERE f."projectId" = ${projectId} AND f."name" = n."name"
                AND f."kind" = n."kind" ORDER BY f."text" LIMIT ${most.values})
            ELSE '{}' END AS values
          FROM named n
        )
        SELECT kind, "name", (array_agg(to_jsonb(values) ORDER BY cardinality(values) DESC))[1] AS "values"
        FROM parted GROUP BY kind, "name" ORDER BY "name", kind LIMIT ${most.fields}`;
    },

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
