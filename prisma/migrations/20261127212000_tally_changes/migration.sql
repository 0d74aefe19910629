-- Which cameras of an event were on air from a moment on: kept as long as what was recorded then.
CREATE TABLE "tally_changes" (
  "id" UUID NOT NULL,
  "organization_id" UUID NOT NULL,
  "event_id" UUID NOT NULL,
  "occurred_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "program_ids" UUID[],
  "preview_ids" UUID[],
  CONSTRAINT "tally_changes_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "tally_changes_event_id_occurred_at_idx" ON "tally_changes"("event_id", "occurred_at");
ALTER TABLE "tally_changes" ADD CONSTRAINT "tally_changes_event_id_fkey"
  FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE CASCADE ON UPDATE CASCADE;
