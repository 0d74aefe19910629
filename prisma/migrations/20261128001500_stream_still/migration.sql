-- When a camera was last switched off or failed, and the last picture of it that is kept.

ALTER TABLE "streams"
  ADD COLUMN "stopped_at" TIMESTAMPTZ(3),
  ADD COLUMN "still_at" TIMESTAMPTZ(3);

-- A table of its own, so that no list of streams reads the pictures.
CREATE TABLE "stream_stills" (
  "stream_id" UUID NOT NULL,
  "jpeg" BYTEA NOT NULL,
  CONSTRAINT "stream_stills_pkey" PRIMARY KEY ("stream_id")
);
ALTER TABLE "stream_stills" ADD CONSTRAINT "stream_stills_stream_id_fkey"
  FOREIGN KEY ("stream_id") REFERENCES "streams"("id") ON DELETE CASCADE ON UPDATE CASCADE;
