-- AlterTable
ALTER TABLE "recording_exports" ADD COLUMN "size_bytes" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "organizations" ADD COLUMN "export_begun_at" TIMESTAMPTZ(3);
