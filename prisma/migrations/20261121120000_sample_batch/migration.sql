-- CreateTable
CREATE TABLE "SampleBatch" (
    "runKey" BIGINT NOT NULL,
    "batch" BIGSERIAL NOT NULL,
    "origin" INTEGER NOT NULL,
    "samples" INTEGER NOT NULL,
    "digest" BYTEA NOT NULL,
    "data" BYTEA,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SampleBatch_pkey" PRIMARY KEY ("runKey","batch")
);

-- CreateIndex
CREATE UNIQUE INDEX "SampleBatch_runKey_origin_digest_key" ON "SampleBatch"("runKey", "origin", "digest");

-- What waits is found by the run alone, however many rows of merged batches remain.
CREATE INDEX "SampleBatch_waiting" ON "SampleBatch"("runKey", "batch") WHERE "data" IS NOT NULL;

-- Compressed already.
ALTER TABLE "SampleBatch" ALTER COLUMN "data" SET STORAGE EXTERNAL;

ALTER TABLE "SampleBatch" ADD CONSTRAINT "SampleBatch_run_fkey" FOREIGN KEY ("runKey") REFERENCES "Run"("key") ON DELETE CASCADE;
