-- A whole series in about a thousand steps, so that charts of long series need no decoding of chunks.
ALTER TABLE "Series" ADD COLUMN "overview" BYTEA;
-- Compressed already.
ALTER TABLE "Series" ALTER COLUMN "overview" SET STORAGE EXTERNAL;
