-- AlterEnum
ALTER TYPE "stream_source_kind" ADD VALUE 'file';

-- AlterTable
ALTER TABLE "streams" ADD COLUMN "file_source" JSONB;
