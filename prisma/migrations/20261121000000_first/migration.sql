-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "Project" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Project_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "User" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "User_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Member" (
    "projectId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "role" TEXT NOT NULL,

    CONSTRAINT "Member_pkey" PRIMARY KEY ("projectId","userId")
);

-- CreateTable
CREATE TABLE "SignInLink" (
    "hash" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "usedAt" TIMESTAMPTZ(3),

    CONSTRAINT "SignInLink_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "Session" (
    "hash" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "projectId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastSeenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Session_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "ApiToken" (
    "id" TEXT NOT NULL,
    "projectId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "scopes" TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "createdBy" TEXT NOT NULL,
    "lastUsedAt" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "ApiToken_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Experiment" (
    "id" TEXT NOT NULL,
    "projectId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "latestVersion" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Experiment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ExperimentVersion" (
    "experimentId" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "definition" JSON NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "createdBy" TEXT NOT NULL,

    CONSTRAINT "ExperimentVersion_pkey" PRIMARY KEY ("experimentId","version")
);

-- CreateTable
CREATE TABLE "Sweep" (
    "id" TEXT NOT NULL,
    "projectId" TEXT NOT NULL,
    "experimentId" TEXT NOT NULL,
    "experimentVersion" INTEGER NOT NULL,
    "order" TEXT NOT NULL,
    "seed" BIGINT NOT NULL,
    "labels" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "createdBy" TEXT NOT NULL,
    "finishedAt" TIMESTAMPTZ(3),
    "verdict" TEXT,
    "goals" JSONB,

    CONSTRAINT "Sweep_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Run" (
    "id" TEXT NOT NULL,
    "key" BIGSERIAL NOT NULL,
    "projectId" TEXT NOT NULL,
    "experimentId" TEXT,
    "experimentVersion" INTEGER,
    "sweepId" TEXT,
    "name" TEXT NOT NULL,
    "executor" TEXT NOT NULL,
    "params" JSONB NOT NULL,
    "labels" JSONB NOT NULL,
    "treatment" TEXT NOT NULL,
    "replicate" INTEGER,
    "position" INTEGER,
    "status" TEXT NOT NULL,
    "outcome" TEXT,
    "verdict" TEXT,
    "reason" TEXT,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "leaseOwner" TEXT,
    "leaseUntil" TIMESTAMPTZ(3),
    "cancelRequestedAt" TIMESTAMPTZ(3),
    "executorState" JSONB,
    "phases" JSONB NOT NULL DEFAULT '[]',
    "environment" JSONB NOT NULL DEFAULT '{}',
    "warnings" JSONB NOT NULL DEFAULT '[]',
    "measurements" JSON NOT NULL DEFAULT '{}',
    "slos" JSONB NOT NULL DEFAULT '[]',
    "evaluatedVersion" INTEGER,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "startedAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RunMeasurement" (
    "projectId" TEXT NOT NULL,
    "runId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "value" DOUBLE PRECISION,

    CONSTRAINT "RunMeasurement_pkey" PRIMARY KEY ("runId","name")
);

-- CreateTable
CREATE TABLE "Annotation" (
    "id" TEXT NOT NULL,
    "runId" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "text" TEXT NOT NULL,
    "labels" JSONB NOT NULL,
    "createdBy" TEXT NOT NULL,

    CONSTRAINT "Annotation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RunLogLine" (
    "runId" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "level" TEXT NOT NULL,
    "message" TEXT NOT NULL,

    CONSTRAINT "RunLogLine_pkey" PRIMARY KEY ("runId","seq")
);

-- CreateTable
CREATE TABLE "Artifact" (
    "runId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "contentType" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "sha256" TEXT NOT NULL,
    "blobKey" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Artifact_pkey" PRIMARY KEY ("runId","name")
);

-- CreateTable
CREATE TABLE "SeriesOrigin" (
    "runKey" BIGINT NOT NULL,
    "origin" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "sha256" TEXT,
    "samples" BIGINT NOT NULL DEFAULT 0,
    "lines" BIGINT NOT NULL DEFAULT 0,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "warnings" JSONB NOT NULL DEFAULT '[]',
    "staged" BOOLEAN NOT NULL DEFAULT false,
    "complete" BOOLEAN NOT NULL DEFAULT false,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SeriesOrigin_pkey" PRIMARY KEY ("runKey","origin")
);

-- CreateTable
CREATE TABLE "Series" (
    "runKey" BIGINT NOT NULL,
    "seriesId" INTEGER NOT NULL,
    "origin" INTEGER NOT NULL,
    "metric" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "unit" TEXT,
    "labels" JSONB NOT NULL,
    "firstMs" BIGINT,
    "lastMs" BIGINT,
    "count" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "sum" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "min" DOUBLE PRECISION,
    "max" DOUBLE PRECISION,
    "last" DOUBLE PRECISION,
    "sketch" BYTEA,
    "reported" JSONB,

    CONSTRAINT "Series_pkey" PRIMARY KEY ("runKey","seriesId")
);

-- CreateTable
CREATE TABLE "SeriesChunk" (
    "runKey" BIGINT NOT NULL,
    "seriesId" INTEGER NOT NULL,
    "chunk" INTEGER NOT NULL,
    "startMs" BIGINT NOT NULL,
    "endMs" BIGINT NOT NULL,
    "points" INTEGER NOT NULL,
    "codec" INTEGER NOT NULL,
    "data" BYTEA NOT NULL,

    CONSTRAINT "SeriesChunk_pkey" PRIMARY KEY ("runKey","seriesId","chunk")
);

-- CreateTable
CREATE TABLE "Report" (
    "id" TEXT NOT NULL,
    "projectId" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "note" TEXT NOT NULL,
    "visibility" TEXT NOT NULL,
    "snapshot" BYTEA NOT NULL,
    "digest" TEXT NOT NULL,
    "runCount" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "createdBy" TEXT NOT NULL,
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Report_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Project_name_key" ON "Project"("name");

-- CreateIndex
CREATE INDEX "Member_userId_idx" ON "Member"("userId");

-- CreateIndex
CREATE INDEX "Session_userId_idx" ON "Session"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "ApiToken_hash_key" ON "ApiToken"("hash");

-- CreateIndex
CREATE INDEX "ApiToken_projectId_idx" ON "ApiToken"("projectId");

-- CreateIndex
CREATE UNIQUE INDEX "Experiment_projectId_name_key" ON "Experiment"("projectId", "name");

-- CreateIndex
CREATE INDEX "Sweep_projectId_createdAt_idx" ON "Sweep"("projectId", "createdAt");

-- CreateIndex
CREATE INDEX "Sweep_experimentId_createdAt_idx" ON "Sweep"("experimentId", "createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "Run_key_key" ON "Run"("key");

-- CreateIndex
CREATE INDEX "Run_projectId_createdAt_id_idx" ON "Run"("projectId", "createdAt" DESC, "id");

-- CreateIndex
CREATE INDEX "Run_projectId_experimentId_createdAt_idx" ON "Run"("projectId", "experimentId", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "Run_sweepId_position_idx" ON "Run"("sweepId", "position");

-- CreateIndex
CREATE INDEX "RunMeasurement_projectId_name_value_idx" ON "RunMeasurement"("projectId", "name", "value");

-- CreateIndex
CREATE INDEX "Annotation_runId_at_idx" ON "Annotation"("runId", "at");

-- CreateIndex
CREATE UNIQUE INDEX "SeriesOrigin_runKey_name_key" ON "SeriesOrigin"("runKey", "name");

-- CreateIndex
CREATE INDEX "Series_runKey_metric_idx" ON "Series"("runKey", "metric");

-- CreateIndex
CREATE INDEX "Report_projectId_createdAt_idx" ON "Report"("projectId", "createdAt");

-- AddForeignKey
ALTER TABLE "Member" ADD CONSTRAINT "Member_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Member" ADD CONSTRAINT "Member_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ApiToken" ADD CONSTRAINT "ApiToken_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Experiment" ADD CONSTRAINT "Experiment_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ExperimentVersion" ADD CONSTRAINT "ExperimentVersion_experimentId_fkey" FOREIGN KEY ("experimentId") REFERENCES "Experiment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Sweep" ADD CONSTRAINT "Sweep_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Sweep" ADD CONSTRAINT "Sweep_experimentId_fkey" FOREIGN KEY ("experimentId") REFERENCES "Experiment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Run" ADD CONSTRAINT "Run_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Run" ADD CONSTRAINT "Run_experimentId_fkey" FOREIGN KEY ("experimentId") REFERENCES "Experiment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Run" ADD CONSTRAINT "Run_sweepId_fkey" FOREIGN KEY ("sweepId") REFERENCES "Sweep"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RunMeasurement" ADD CONSTRAINT "RunMeasurement_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Annotation" ADD CONSTRAINT "Annotation_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RunLogLine" ADD CONSTRAINT "RunLogLine_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Artifact" ADD CONSTRAINT "Artifact_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Report" ADD CONSTRAINT "Report_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema language cannot say.

-- The chunks are compressed by us: a second compression would only cost time.
ALTER TABLE "SeriesChunk" ALTER COLUMN "data" SET STORAGE EXTERNAL;
ALTER TABLE "Series" ALTER COLUMN "sketch" SET STORAGE EXTERNAL;
ALTER TABLE "Report" ALTER COLUMN "snapshot" SET STORAGE EXTERNAL;

-- Data of a run goes with the run, in one statement. `key` is unique, so it can be referred to.
ALTER TABLE "SeriesOrigin" ADD CONSTRAINT "SeriesOrigin_run_fkey" FOREIGN KEY ("runKey") REFERENCES "Run"("key") ON DELETE CASCADE;
ALTER TABLE "Series" ADD CONSTRAINT "Series_run_fkey" FOREIGN KEY ("runKey") REFERENCES "Run"("key") ON DELETE CASCADE;
ALTER TABLE "SeriesChunk" ADD CONSTRAINT "SeriesChunk_run_fkey" FOREIGN KEY ("runKey") REFERENCES "Run"("key") ON DELETE CASCADE;

ALTER TABLE "Run" ADD CONSTRAINT "Run_status_check" CHECK ("status" IN ('queued', 'starting', 'running', 'finishing', 'finished'));
ALTER TABLE "Run" ADD CONSTRAINT "Run_outcome_check" CHECK ("outcome" IN ('completed', 'failed', 'stalled', 'limited', 'cancelled'));
ALTER TABLE "Run" ADD CONSTRAINT "Run_verdict_check" CHECK ("verdict" IN ('pass', 'fail', 'inconclusive', 'none'));
-- A finished run has an outcome, and a run whose load has not ended has none.
ALTER TABLE "Run" ADD CONSTRAINT "Run_finished_check" CHECK (("status" <> 'finished' OR "outcome" IS NOT NULL) AND ("outcome" IS NULL OR "status" IN ('finishing', 'finished')));

-- What the reconciler looks for: everything unfinished.
CREATE INDEX "Run_unfinished_idx" ON "Run" ("status", "leaseUntil") WHERE "status" <> 'finished';
