-- Lists of runs in any order, with any filter, from indexes alone.

-- What of long texts stands in indexes, whose rows are bounded.
ALTER TABLE "Run" ADD COLUMN "shortName" TEXT GENERATED ALWAYS AS (left("name", 100)) STORED,
    ADD COLUMN "shortTreatment" TEXT GENERATED ALWAYS AS (left("treatment", 100)) STORED;

-- Every column that lists are sorted by.
CREATE INDEX "Run_projectId_shortName_key_idx" ON "Run"("projectId", "shortName", "key");
CREATE INDEX "Run_projectId_shortTreatment_key_idx" ON "Run"("projectId", "shortTreatment", "key");
CREATE INDEX "Run_projectId_status_key_idx" ON "Run"("projectId", "status", "key");
CREATE INDEX "Run_projectId_outcome_key_idx" ON "Run"("projectId", "outcome", "key");
CREATE INDEX "Run_projectId_verdict_key_idx" ON "Run"("projectId", "verdict", "key");
CREATE INDEX "Run_projectId_startedAt_key_idx" ON "Run"("projectId", "startedAt", "key");
CREATE INDEX "Run_projectId_finishedAt_key_idx" ON "Run"("projectId", "finishedAt", "key");

-- The runs of a project, or of an experiment, in the order of their keys.
CREATE INDEX "Run_projectId_key_idx" ON "Run"("projectId", "key");
CREATE INDEX "Run_experimentId_key_idx" ON "Run"("experimentId", "key");

-- Every column that lists are filtered by, without the wide rows.
DROP INDEX "Run_list_idx";
CREATE INDEX "Run_list_idx" ON "Run"("projectId", "key")
INCLUDE ("createdAt", "startedAt", "finishedAt", "status", "outcome", "verdict", "executor", "experimentId", "sweepId",
    "replicate", "id", "pinnedAt", "shortName", "shortTreatment");
-- The runs of which a name or treatment goes on where that index ends.
CREATE INDEX "Run_long_name_idx" ON "Run"("projectId", "key") WHERE char_length("shortName") = 100;
CREATE INDEX "Run_long_treatment_idx" ON "Run"("projectId", "key") WHERE char_length("shortTreatment") = 100;
CREATE INDEX "RunField_long_idx" ON "RunField"("projectId", "name") WHERE char_length("text") >= 200;

-- Indexes are read without their tables as long as vacuum keeps up, and planned by numbers that analyze keeps up.
ALTER TABLE "Run" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
    autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE "RunValue" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
    autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE "RunField" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
    autovacuum_analyze_scale_factor = 0.02);

-- Held by whoever gives runs fields, as long as that is not committed; a field that no run has is forgotten only while
-- nobody does.
CREATE FUNCTION run_field_lock() RETURNS BIGINT LANGUAGE sql IMMUTABLE AS 'SELECT 7402180315';

-- One plan for all calls: making one takes longer than carrying it out.
CREATE OR REPLACE FUNCTION add_run_values(keys BIGINT[]) RETURNS VOID LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan AS $$
BEGIN
    PERFORM pg_advisory_xact_lock_shared(run_field_lock());
    -- In one order, so that two writers of the same new names wait for one another and never both.
    INSERT INTO "RunField" ("projectId", "name", "kind", "text")
    SELECT DISTINCT f."projectId", f."name", f."kind", f."text" FROM run_facts(keys) f
    WHERE NOT EXISTS (
        SELECT 1 FROM "RunField" k
        WHERE k."projectId" = f."projectId" AND k."name" = f."name" AND k."kind" = f."kind" AND k."text" = f."text"
    )
    ORDER BY 1, 2, 3, 4
    ON CONFLICT DO NOTHING;
    -- What a run has already stays as it is.
    WITH wanted AS MATERIALIZED (
        SELECT k."id" AS field, f."run", f."number" FROM run_facts(keys) f
        JOIN "RunField" k
          ON k."projectId" = f."projectId" AND k."name" = f."name" AND k."kind" = f."kind" AND k."text" = f."text"
    ), gone AS (
        DELETE FROM "RunValue" v WHERE v."run" = ANY (keys)
        AND (v."field", v."run", v."number") NOT IN (SELECT field, run, number FROM wanted)
    )
    INSERT INTO "RunValue" ("field", "run", "number") SELECT field, run, number FROM wanted
    ON CONFLICT DO NOTHING;
END
$$;
CREATE OR REPLACE FUNCTION run_was_changed() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    PERFORM add_run_values(ARRAY[NEW."key"]);
    RETURN NULL;
END
$$;
