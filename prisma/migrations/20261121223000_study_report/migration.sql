-- The report that the study brought, to tell whether its draft was changed since.
ALTER TABLE "Study" ADD COLUMN "report" TEXT;
