-- AlterEnum
ALTER TYPE "stream_source_kind" ADD VALUE 'replay';

-- AlterTable
ALTER TABLE "streams" ADD COLUMN "replay" JSONB;
