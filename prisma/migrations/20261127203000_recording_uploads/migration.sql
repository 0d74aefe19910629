-- A recording's bytes that are on a gateway's disk, and not in the bucket yet.
ALTER TABLE "recordings" ADD COLUMN "uploads" JSONB NOT NULL DEFAULT '{}';
