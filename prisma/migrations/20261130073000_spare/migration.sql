-- The camera that takes the place of another one that is lost, and after how long. It is not called spare_id: a statement
-- of the version before asks streams within program_rules, whose spare_id it would hide.
ALTER TABLE "streams" ADD COLUMN "spare_stream_id" UUID,
ADD COLUMN "spare_after_seconds" INTEGER NOT NULL DEFAULT 1;
CREATE INDEX "streams_spare_stream_id_idx" ON "streams" ("spare_stream_id");
ALTER TABLE "streams" ADD CONSTRAINT "streams_spare_stream_id_fkey" FOREIGN KEY ("spare_stream_id")
  REFERENCES "streams" ("id") ON UPDATE CASCADE ON DELETE SET NULL;
