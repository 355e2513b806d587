-- Pieces hold samples of known series now, in one encoding. No release has accepted any in the earlier ones.
DELETE FROM "SamplePiece" WHERE "data" IS NOT NULL;
ALTER TABLE "SamplePiece" DROP COLUMN "format";
