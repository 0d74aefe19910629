-- Files that are made of recordings. They lie in a folder of the export's id, for a day.
CREATE TABLE "recording_exports" (
  "id" UUID NOT NULL,
  "organization_id" UUID NOT NULL,
  "event_id" UUID NOT NULL,
  "format" TEXT NOT NULL,
  "recording_ids" UUID[],
  "starts_at" TIMESTAMPTZ(3) NOT NULL,
  "ends_at" TIMESTAMPTZ(3) NOT NULL,
  "status" TEXT NOT NULL DEFAULT 'waiting',
  "progress" DOUBLE PRECISION NOT NULL DEFAULT 0,
  "remaining_ms" INTEGER,
  "fault" TEXT,
  "files" JSONB NOT NULL DEFAULT '[]',
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "lease_owner" TEXT,
  "leased_until" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "finished_at" TIMESTAMPTZ(3),
  CONSTRAINT "recording_exports_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "recording_exports_event_id_created_at_idx" ON "recording_exports"("event_id", "created_at");
CREATE INDEX "recording_exports_organization_id_created_at_idx" ON "recording_exports"("organization_id", "created_at");
CREATE INDEX "recording_exports_status_created_at_idx" ON "recording_exports"("status", "created_at");
ALTER TABLE "recording_exports" ADD CONSTRAINT "recording_exports_organization_id_fkey"
  FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "recording_exports" ADD CONSTRAINT "recording_exports_event_id_fkey"
  FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE CASCADE ON UPDATE CASCADE;
