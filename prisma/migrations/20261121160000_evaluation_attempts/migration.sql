-- A run whose evaluation kills workers again and again is given up.
ALTER TABLE "EvaluationJobRun" ADD COLUMN "attempts" INTEGER NOT NULL DEFAULT 0;

-- The runs of an experiment are counted by what evaluated them, on its page.
CREATE INDEX "Run_experimentId_evaluated_idx" ON "Run"("experimentId", "evaluatedVersion", "evaluatedDigest") WHERE "status" = 'finished' AND "verdict" IS NOT NULL;
