-- The camera that takes the place of another one that is lost, and after how long.
ALTER TABLE "streams" ADD COLUMN "spare_id" UUID,
ADD COLUMN "spare_after_seconds" INTEGER NOT NULL DEFAULT 1;
CREATE INDEX "streams_spare_id_idx" ON "streams" ("spare_id");
ALTER TABLE "streams" ADD CONSTRAINT "streams_spare_id_fkey" FOREIGN KEY ("spare_id")
  REFERENCES "streams" ("id") ON UPDATE CASCADE ON DELETE SET NULL;
