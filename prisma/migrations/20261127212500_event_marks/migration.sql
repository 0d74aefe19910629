-- A moment of an event that somebody has marked, to find it again in the recordings.
CREATE TABLE "event_marks" (
  "id" UUID NOT NULL,
  "organization_id" UUID NOT NULL,
  "event_id" UUID NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "name" TEXT NOT NULL DEFAULT '',
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "event_marks_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "event_marks_event_id_at_id_idx" ON "event_marks"("event_id", "at", "id");
CREATE INDEX "event_marks_organization_id_idx" ON "event_marks"("organization_id");
ALTER TABLE "event_marks" ADD CONSTRAINT "event_marks_organization_id_fkey"
  FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "event_marks" ADD CONSTRAINT "event_marks_event_id_fkey"
  FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE CASCADE ON UPDATE CASCADE;
