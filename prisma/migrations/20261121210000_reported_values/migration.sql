-- What somebody reported of a run instead of samples, by the name of the measurement.
ALTER TABLE "Run" ADD COLUMN "reported" JSON NOT NULL DEFAULT '{}';
-- Where the figures of a run were published; null for a run of one's own.
ALTER TABLE "Run" ADD COLUMN "citation" JSONB;

CREATE TABLE "Study" (
    "id" TEXT NOT NULL,
    "projectId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "summary" TEXT NOT NULL,
    "system" TEXT,
    "citation" JSONB NOT NULL,
    "digest" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedBy" TEXT NOT NULL,

    CONSTRAINT "Study_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "Study_projectId_name_key" ON "Study"("projectId", "name");
ALTER TABLE "Study" ADD CONSTRAINT "Study_projectId_fkey"
  FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Run" ADD COLUMN "studyId" TEXT;
ALTER TABLE "Run" ADD CONSTRAINT "Run_studyId_fkey"
  FOREIGN KEY ("studyId") REFERENCES "Study"("id") ON DELETE CASCADE ON UPDATE CASCADE;
-- What is loaded twice at the same time is there once.
CREATE UNIQUE INDEX "Run_studyId_requestKey_key" ON "Run"("studyId", "requestKey");
