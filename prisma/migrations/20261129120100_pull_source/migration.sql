-- AlterEnum
ALTER TYPE "stream_source_kind" ADD VALUE 'pull';

-- AlterTable
ALTER TABLE "streams" ADD COLUMN "pull_target" TEXT, ADD COLUMN "pull_address" TEXT;
