-- Tokens that may only push into one run.

ALTER TABLE "ApiToken" ADD COLUMN "runId" TEXT;

CREATE INDEX "ApiToken_runId_idx" ON "ApiToken"("runId");

ALTER TABLE "ApiToken" ADD CONSTRAINT "ApiToken_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
