-- Sweeps with a place in the queue, and a pause.
ALTER TABLE "Sweep" ADD COLUMN "priority" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN "coolDownMs" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN "pausedAt" TIMESTAMPTZ(3),
    ADD COLUMN "pausedBy" TEXT;

-- Where a run is executed, what it repeats, and which request added it.
ALTER TABLE "Run" ADD COLUMN "clusterName" TEXT,
    ADD COLUMN "retryOfId" TEXT,
    ADD COLUMN "requestKey" TEXT;

-- A run is repeated once; what fails again is repeated in its turn.
CREATE UNIQUE INDEX "Run_retryOfId_key" ON "Run"("retryOfId");
ALTER TABLE "Run" ADD CONSTRAINT "Run_retryOfId_fkey" FOREIGN KEY ("retryOfId") REFERENCES "Run"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- The last end on a cluster, for cool-downs.
CREATE INDEX "Run_cluster_idx" ON "Run"("projectId", "clusterName", "finishedAt") WHERE "clusterName" IS NOT NULL;
-- Sweeps in progress.
CREATE INDEX "Sweep_open_idx" ON "Sweep"("projectId") WHERE "finishedAt" IS NULL;
