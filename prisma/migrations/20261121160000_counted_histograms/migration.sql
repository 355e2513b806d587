-- AlterTable
ALTER TABLE "Series" ADD COLUMN "counted" BYTEA;

-- Compressed already.
ALTER TABLE "Series" ALTER COLUMN "counted" SET STORAGE EXTERNAL;
