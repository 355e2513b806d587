-- The steps of a capacity search, so that another worker goes on where one died.

CREATE TABLE "CapacityStep" (
    "runId" TEXT NOT NULL,
    "step" INTEGER NOT NULL,
    "units" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "convergedAt" TIMESTAMPTZ(3),
    "heldAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),
    "failure" TEXT,
    "reason" TEXT,
    "values" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "CapacityStep_pkey" PRIMARY KEY ("runId","step")
);

ALTER TABLE "CapacityStep" ADD CONSTRAINT "CapacityStep_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "CapacityStep" ADD CONSTRAINT "CapacityStep_state_check" CHECK ("state" IN ('running', 'good', 'failed'));
ALTER TABLE "CapacityStep" ADD CONSTRAINT "CapacityStep_failure_check" CHECK (("failure" IS NOT NULL) = ("state" = 'failed'));
-- A number of units is tried once.
CREATE UNIQUE INDEX "CapacityStep_runId_units_key" ON "CapacityStep"("runId", "units");
