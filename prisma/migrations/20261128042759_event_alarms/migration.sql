-- Alarms of all cameras of an event, and until when they are quiet. A stream has the latter, too, so that its gateway sees it.
ALTER TABLE "events" ADD COLUMN "alarms" JSONB NOT NULL DEFAULT '{}', ADD COLUMN "alarms_muted_until" TIMESTAMPTZ(3);
ALTER TABLE "streams" ADD COLUMN "alarms_muted_until" TIMESTAMPTZ(3);
