-- The lives of the pods and Jobs of runs, and since when an event of a cluster repeats.

CREATE TABLE "RunPod" (
    "runId" TEXT NOT NULL,
    "uid" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "job" TEXT,
    "node" TEXT,
    "phase" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "scheduledAt" TIMESTAMPTZ(3),
    "startedAt" TIMESTAMPTZ(3),
    "readyAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),
    "deletedAt" TIMESTAMPTZ(3),
    "restarts" INTEGER NOT NULL,
    "waiting" TEXT,
    "containers" TEXT[],
    "ends" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "RunPod_pkey" PRIMARY KEY ("runId","uid")
);

CREATE TABLE "RunJob" (
    "runId" TEXT NOT NULL,
    "uid" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "startedAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),
    "state" TEXT NOT NULL,
    "reason" TEXT,
    "message" TEXT,
    "active" INTEGER NOT NULL,
    "succeeded" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,

    CONSTRAINT "RunJob_pkey" PRIMARY KEY ("runId","uid")
);

ALTER TABLE "RunPod" ADD CONSTRAINT "RunPod_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "RunPod" ADD CONSTRAINT "RunPod_phase_check" CHECK ("phase" IN ('pending', 'running', 'succeeded', 'failed', 'unknown', 'deleted'));
ALTER TABLE "RunJob" ADD CONSTRAINT "RunJob_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "RunJob" ADD CONSTRAINT "RunJob_state_check" CHECK ("state" IN ('running', 'complete', 'failed', 'deleted'));

ALTER TABLE "ClusterEvent" ADD COLUMN "firstAt" TIMESTAMPTZ(3);
UPDATE "ClusterEvent" SET "firstAt" = "at";
ALTER TABLE "ClusterEvent" ALTER COLUMN "firstAt" SET NOT NULL;
