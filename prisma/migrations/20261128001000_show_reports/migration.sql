-- The report of a finished show as it was made: retention of what it was made of does not change it.
CREATE TABLE "show_reports" (
  "id" UUID NOT NULL,
  "organization_id" UUID NOT NULL,
  "event_id" UUID NOT NULL,
  "starts_at" TIMESTAMPTZ(3) NOT NULL,
  "ends_at" TIMESTAMPTZ(3) NOT NULL,
  "report" JSONB NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "show_reports_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "show_reports_event_id_starts_at_ends_at_key" ON "show_reports"("event_id", "starts_at", "ends_at");
CREATE INDEX "show_reports_organization_id_ends_at_idx" ON "show_reports"("organization_id", "ends_at");
ALTER TABLE "show_reports" ADD CONSTRAINT "show_reports_organization_id_fkey"
  FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "show_reports" ADD CONSTRAINT "show_reports_event_id_fkey"
  FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE CASCADE ON UPDATE CASCADE;
