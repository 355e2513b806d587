-- CreateTable
CREATE TABLE "SamplePiece" (
    "runKey" BIGINT NOT NULL,
    "piece" BIGSERIAL NOT NULL,
    "origin" INTEGER NOT NULL,
    "samples" INTEGER NOT NULL,
    "format" TEXT NOT NULL,
    "digest" BYTEA NOT NULL,
    "data" BYTEA,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SamplePiece_pkey" PRIMARY KEY ("runKey","piece")
);

-- CreateIndex
CREATE UNIQUE INDEX "SamplePiece_runKey_origin_digest_key" ON "SamplePiece"("runKey", "origin", "digest");

-- What waits is found by the run alone, however many rows of merged batches remain.
CREATE INDEX "SamplePiece_waiting" ON "SamplePiece"("runKey", "piece") WHERE "data" IS NOT NULL;

-- Compressed already.
ALTER TABLE "SamplePiece" ALTER COLUMN "data" SET STORAGE EXTERNAL;

ALTER TABLE "SamplePiece" ADD CONSTRAINT "SamplePiece_run_fkey" FOREIGN KEY ("runKey") REFERENCES "Run"("key") ON DELETE CASCADE;
