-- What a camera sent while somebody recorded it. Its packets lie in a folder of the recording's id.
CREATE TABLE "recordings" (
  "id" UUID NOT NULL,
  "organization_id" UUID NOT NULL,
  "event_id" UUID NOT NULL,
  "stream_id" UUID,
  "camera_name" TEXT NOT NULL,
  "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "ended_at" TIMESTAMPTZ(3),
  "size_bytes" BIGINT NOT NULL DEFAULT 0,
  CONSTRAINT "recordings_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "recordings_event_id_started_at_idx" ON "recordings"("event_id", "started_at");
CREATE INDEX "recordings_organization_id_idx" ON "recordings"("organization_id");
CREATE INDEX "recordings_stream_id_idx" ON "recordings"("stream_id");
ALTER TABLE "recordings" ADD CONSTRAINT "recordings_organization_id_fkey"
  FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "recordings" ADD CONSTRAINT "recordings_event_id_fkey"
  FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "recordings" ADD CONSTRAINT "recordings_stream_id_fkey"
  FOREIGN KEY ("stream_id") REFERENCES "streams"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- The recording that goes on, and how its recorder is doing. Not unique: the version before goes on writing this table.
ALTER TABLE "streams" ADD COLUMN "recording_id" UUID;
ALTER TABLE "streams" ADD COLUMN "recorder" JSONB;
ALTER TABLE "streams" ADD COLUMN "records_when_on" BOOLEAN NOT NULL DEFAULT false;
