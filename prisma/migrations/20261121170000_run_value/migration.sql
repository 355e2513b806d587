-- What lists of runs are filtered and sorted by, one narrow row for each run and name.

CREATE TABLE "RunField" (
    "id" SERIAL NOT NULL,
    "projectId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "RunField_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "RunValue" (
    "field" INTEGER NOT NULL,
    "run" BIGINT NOT NULL,
    "number" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "RunValue_pkey" PRIMARY KEY ("field","run","number")
);

CREATE UNIQUE INDEX "RunField_projectId_name_kind_text_key" ON "RunField"("projectId", "name", "kind", "text");
CREATE INDEX "RunValue_field_number_run_idx" ON "RunValue"("field", "number", "run");
CREATE INDEX "RunValue_run_idx" ON "RunValue"("run");

ALTER TABLE "RunField" ADD CONSTRAINT "RunField_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "RunValue" ADD CONSTRAINT "RunValue_run_fkey" FOREIGN KEY ("run") REFERENCES "Run"("key") ON DELETE CASCADE;
ALTER TABLE "RunField" ADD CONSTRAINT "RunField_kind_check" CHECK ("kind" IN ('measurement', 'param-number', 'param-text', 'label'));

-- A query for one of thousands of fields must know which of them are large.
ALTER TABLE "RunValue" ALTER COLUMN "field" SET STATISTICS 1000;

-- Everything by which runs of these keys can be found, as their rows say it. Texts count up to 200 characters.
CREATE FUNCTION run_facts(keys BIGINT[])
RETURNS TABLE ("projectId" TEXT, "run" BIGINT, "kind" TEXT, "name" TEXT, "text" TEXT, "number" DOUBLE PRECISION)
LANGUAGE sql STABLE AS $$
    SELECT r."projectId", r."key", fact.*
    FROM "Run" r CROSS JOIN LATERAL (
        SELECT 'measurement', m.key, '', (m.value ->> 'value')::double precision
        FROM json_each(r."measurements") m WHERE json_typeof(m.value -> 'value') = 'number'
        UNION ALL
        SELECT 'param-number', p.key, '', (p.value #>> '{}')::double precision
        FROM jsonb_each(r."params") p WHERE jsonb_typeof(p.value) = 'number'
        UNION ALL
        SELECT 'param-text', p.key, left(p.value #>> '{}', 200), 0
        FROM jsonb_each(r."params") p WHERE jsonb_typeof(p.value) IN ('string', 'boolean')
        UNION ALL
        SELECT 'label', l.key, left(l.value #>> '{}', 200), 0
        FROM jsonb_each(r."labels") l WHERE jsonb_typeof(l.value) = 'string'
    ) fact
    WHERE r."key" = ANY (keys)
$$;

CREATE FUNCTION add_run_values(keys BIGINT[]) RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
    -- In one order, so that two writers of the same new names wait for one another and never both.
    INSERT INTO "RunField" ("projectId", "name", "kind", "text")
    SELECT DISTINCT f."projectId", f."name", f."kind", f."text" FROM run_facts(keys) f
    WHERE NOT EXISTS (
        SELECT 1 FROM "RunField" k
        WHERE k."projectId" = f."projectId" AND k."name" = f."name" AND k."kind" = f."kind" AND k."text" = f."text"
    )
    ORDER BY 1, 2, 3, 4
    ON CONFLICT DO NOTHING;
    INSERT INTO "RunValue" ("field", "run", "number")
    SELECT k."id", f."run", f."number" FROM run_facts(keys) f
    JOIN "RunField" k
      ON k."projectId" = f."projectId" AND k."name" = f."name" AND k."kind" = f."kind" AND k."text" = f."text";
END
$$;

CREATE FUNCTION run_was_added() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    PERFORM add_run_values(ARRAY(SELECT "key" FROM added));
    RETURN NULL;
END
$$;

CREATE FUNCTION run_was_changed() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM "RunValue" WHERE "run" = NEW."key";
    PERFORM add_run_values(ARRAY[NEW."key"]);
    RETURN NULL;
END
$$;

SELECT add_run_values(ARRAY(SELECT "key" FROM "Run"));

CREATE TRIGGER "Run_values_added" AFTER INSERT ON "Run" REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION run_was_added();
CREATE TRIGGER "Run_values_changed" AFTER UPDATE OF "params", "labels", "measurements" ON "Run"
FOR EACH ROW EXECUTE FUNCTION run_was_changed();

DROP TABLE "RunMeasurement";

-- Pages of the newest runs.
DROP INDEX "Run_projectId_createdAt_id_idx";
CREATE INDEX "Run_projectId_createdAt_key_idx" ON "Run"("projectId", "createdAt", "key");
-- Columns of all runs without their wide rows, in the order of `RunValue`, to be merged with it.
CREATE INDEX "Run_list_idx" ON "Run"("projectId", "key")
INCLUDE ("createdAt", "startedAt", "finishedAt", "status", "outcome", "verdict", "executor", "experimentId", "sweepId", "replicate");

-- Without the lease, renewing it every few seconds writes no index at all.
DROP INDEX "Run_unfinished_idx";
CREATE INDEX "Run_unfinished_idx" ON "Run" ("status") WHERE "status" <> 'finished';
