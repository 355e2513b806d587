-- The newest evaluation stays on the run, and what made it stands beside it. Constant defaults: no row is rewritten.
ALTER TABLE "Run"
    ADD COLUMN "evaluation" INTEGER NOT NULL DEFAULT 1,
    ADD COLUMN "evaluatedAt" TIMESTAMPTZ(3),
    ADD COLUMN "evaluatedBy" TEXT,
    ADD COLUMN "evaluatedReason" TEXT,
    ADD COLUMN "evaluatedDigest" TEXT,
    ADD COLUMN "windows" JSONB NOT NULL DEFAULT '{}';

ALTER TABLE "Sweep" ADD COLUMN "evaluatedVersion" INTEGER;

-- CreateTable
CREATE TABLE "RunEvaluation" (
    "runId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "version" INTEGER,
    "digest" TEXT,
    "reason" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "createdBy" TEXT NOT NULL,
    "windows" JSONB NOT NULL,
    "measurements" JSON NOT NULL,
    "slos" JSONB NOT NULL,
    "verdict" TEXT NOT NULL,

    CONSTRAINT "RunEvaluation_pkey" PRIMARY KEY ("runId","number")
);

-- CreateTable
CREATE TABLE "EvaluationJob" (
    "id" TEXT NOT NULL,
    "projectId" TEXT NOT NULL,
    "experimentId" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "digest" TEXT NOT NULL,
    "filter" TEXT,
    "isWhole" BOOLEAN NOT NULL DEFAULT false,
    "status" TEXT NOT NULL,
    "upToDate" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "createdBy" TEXT NOT NULL,
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "EvaluationJob_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "EvaluationJobRun" (
    "jobId" TEXT NOT NULL,
    "runId" TEXT NOT NULL,
    "place" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "note" TEXT,
    "leaseUntil" TIMESTAMPTZ(3),

    CONSTRAINT "EvaluationJobRun_pkey" PRIMARY KEY ("jobId","runId")
);

-- CreateIndex
CREATE INDEX "EvaluationJob_experimentId_createdAt_idx" ON "EvaluationJob"("experimentId", "createdAt");

-- CreateIndex
CREATE INDEX "EvaluationJob_status_idx" ON "EvaluationJob"("status");

-- CreateIndex
CREATE INDEX "EvaluationJobRun_jobId_state_place_idx" ON "EvaluationJobRun"("jobId", "state", "place");

-- CreateIndex
CREATE INDEX "EvaluationJobRun_runId_idx" ON "EvaluationJobRun"("runId");

-- AddForeignKey
ALTER TABLE "RunEvaluation" ADD CONSTRAINT "RunEvaluation_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EvaluationJob" ADD CONSTRAINT "EvaluationJob_experimentId_fkey" FOREIGN KEY ("experimentId") REFERENCES "Experiment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EvaluationJobRun" ADD CONSTRAINT "EvaluationJobRun_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "EvaluationJob"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EvaluationJobRun" ADD CONSTRAINT "EvaluationJobRun_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
