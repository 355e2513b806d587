-- Reports that came in a bundle from another instance: where from and when, their runs as that had them, and the
-- digest once a project, so that the same bundle is imported once.
ALTER TABLE "Report" ADD COLUMN "origin" JSONB,
ADD COLUMN "bundleRuns" BYTEA,
ADD COLUMN "importKey" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "Report_projectId_importKey_key" ON "Report"("projectId", "importKey");
