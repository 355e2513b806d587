-- CreateTable
CREATE TABLE "RetentionRules" (
    "projectId" TEXT NOT NULL,
    "samplesDays" INTEGER,
    "artifactsDays" INTEGER,
    "logsDays" INTEGER,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedBy" TEXT NOT NULL,
    "nextAt" TIMESTAMPTZ(3) NOT NULL,
    "lastAppliedAt" TIMESTAMPTZ(3),

    CONSTRAINT "RetentionRules_pkey" PRIMARY KEY ("projectId")
);

-- CreateTable
CREATE TABLE "ReportRun" (
    "reportId" TEXT NOT NULL,
    "runId" TEXT NOT NULL,

    CONSTRAINT "ReportRun_pkey" PRIMARY KEY ("reportId","runId")
);

-- AlterTable
ALTER TABLE "Run" ADD COLUMN "pinnedAt" TIMESTAMPTZ(3),
    ADD COLUMN "pinnedBy" TEXT,
    ADD COLUMN "samplesExpiredAt" TIMESTAMPTZ(3),
    ADD COLUMN "artifactsExpiredAt" TIMESTAMPTZ(3),
    ADD COLUMN "logsExpiredAt" TIMESTAMPTZ(3),
    ADD COLUMN "samplesBytes" BIGINT,
    ADD COLUMN "logBytes" BIGINT;

-- AlterTable
ALTER TABLE "Artifact" ADD COLUMN "expiredAt" TIMESTAMPTZ(3),
    ADD COLUMN "removedAt" TIMESTAMPTZ(3);

-- The runs of earlier reports stand in their snapshots. They are listed before anything of their project expires.
ALTER TABLE "Report" ADD COLUMN "runsListed" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "RetentionRules_nextAt_idx" ON "RetentionRules"("nextAt");

-- CreateIndex
CREATE INDEX "ReportRun_runId_idx" ON "ReportRun"("runId");

-- CreateIndex
CREATE INDEX "Artifact_blobKey_idx" ON "Artifact"("blobKey");

-- AddForeignKey
ALTER TABLE "RetentionRules" ADD CONSTRAINT "RetentionRules_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReportRun" ADD CONSTRAINT "ReportRun_reportId_fkey" FOREIGN KEY ("reportId") REFERENCES "Report"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReportRun" ADD CONSTRAINT "ReportRun_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What may expire, oldest first: runs that still hold something.
CREATE INDEX "Run_expiring_idx" ON "Run" ("projectId", "finishedAt", "id")
    WHERE "status" = 'finished' AND ("samplesExpiredAt" IS NULL OR "artifactsExpiredAt" IS NULL OR "logsExpiredAt" IS NULL);

-- Finished runs whose size is not known yet.
CREATE INDEX "Run_unmeasured_idx" ON "Run" ("finishedAt") WHERE "status" = 'finished' AND "samplesBytes" IS NULL;

-- Contents that are still to be removed: there are some only for as long as that takes.
CREATE INDEX "Artifact_unremoved_idx" ON "Artifact" ("expiredAt") WHERE "expiredAt" IS NOT NULL AND "removedAt" IS NULL;

ALTER TABLE "RetentionRules" ADD CONSTRAINT "RetentionRules_days_check"
    CHECK (least("samplesDays", "artifactsDays", "logsDays") >= 1);
ALTER TABLE "Run" ADD CONSTRAINT "Run_pinned_check" CHECK (("pinnedAt" IS NULL) = ("pinnedBy" IS NULL));
ALTER TABLE "Artifact" ADD CONSTRAINT "Artifact_removed_check" CHECK ("removedAt" IS NULL OR "expiredAt" IS NOT NULL);
