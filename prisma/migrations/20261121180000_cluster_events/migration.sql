-- What a cluster reported of the objects of a run, and whether objects of the run may still be there.

CREATE TABLE "ClusterEvent" (
    "runId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "type" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "object" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "ClusterEvent_pkey" PRIMARY KEY ("runId","id")
);

CREATE INDEX "ClusterEvent_runId_at_idx" ON "ClusterEvent"("runId", "at");

ALTER TABLE "ClusterEvent" ADD CONSTRAINT "ClusterEvent_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "ClusterEvent" ADD CONSTRAINT "ClusterEvent_type_check" CHECK ("type" IN ('normal', 'warning'));

ALTER TABLE "Run" ADD COLUMN "objects" TEXT;
ALTER TABLE "Run" ADD CONSTRAINT "Run_objects_check" CHECK ("objects" IN ('present', 'kept', 'gone'));
-- Few runs have objects at a time, among very many that have none.
CREATE INDEX "Run_objects_present_idx" ON "Run"("key") WHERE "objects" = 'present';
