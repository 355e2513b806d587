-- What limits how far a run can be believed, found when it was evaluated; null for runs of before.
ALTER TABLE "Run" ADD COLUMN "validity" JSONB;
