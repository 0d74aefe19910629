-- The use of each day, kept for two years. It has no foreign keys to events and cameras, because it outlives them.
CREATE TABLE "camera_days" (
  "stream_id" UUID NOT NULL,
  "day" DATE NOT NULL,
  "organization_id" UUID NOT NULL,
  "event_id" UUID NOT NULL,
  "event_name" TEXT NOT NULL,
  "camera_name" TEXT NOT NULL,
  "source_kind" TEXT NOT NULL,
  "live_seconds" INTEGER NOT NULL,
  "bytes_in" DOUBLE PRECISION NOT NULL,
  "bytes_recorded" DOUBLE PRECISION NOT NULL,
  "frames_lost" INTEGER NOT NULL,
  "outages" INTEGER NOT NULL,
  "rtt_ms" DOUBLE PRECISION,
  "loss_percent" DOUBLE PRECISION,
  CONSTRAINT "camera_days_pkey" PRIMARY KEY ("stream_id", "day")
);
CREATE INDEX "camera_days_organization_id_day_idx" ON "camera_days"("organization_id", "day");
CREATE INDEX "camera_days_day_idx" ON "camera_days"("day");
ALTER TABLE "camera_days" ADD CONSTRAINT "camera_days_organization_id_fkey"
  FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "event_days" (
  "event_id" UUID NOT NULL,
  "day" DATE NOT NULL,
  "organization_id" UUID NOT NULL,
  "event_name" TEXT NOT NULL,
  "viewer_seconds" DOUBLE PRECISION NOT NULL,
  CONSTRAINT "event_days_pkey" PRIMARY KEY ("event_id", "day")
);
CREATE INDEX "event_days_organization_id_day_idx" ON "event_days"("organization_id", "day");
CREATE INDEX "event_days_day_idx" ON "event_days"("day");
ALTER TABLE "event_days" ADD CONSTRAINT "event_days_organization_id_fkey"
  FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The most cameras with a picture in one minute.
CREATE TABLE "organization_days" (
  "organization_id" UUID NOT NULL,
  "day" DATE NOT NULL,
  "peak_cameras" INTEGER NOT NULL,
  CONSTRAINT "organization_days_pkey" PRIMARY KEY ("organization_id", "day")
);
CREATE INDEX "organization_days_day_idx" ON "organization_days"("day");
ALTER TABLE "organization_days" ADD CONSTRAINT "organization_days_organization_id_fkey"
  FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Which days are done.
CREATE TABLE "kept_days" (
  "day" DATE NOT NULL,
  "seconds" DOUBLE PRECISION NOT NULL,
  "kept_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "kept_days_pkey" PRIMARY KEY ("day")
);
