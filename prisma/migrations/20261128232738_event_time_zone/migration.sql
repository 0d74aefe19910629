-- The time zone of an event. Null, as of events from before: UTC.
ALTER TABLE "events" ADD COLUMN "time_zone" TEXT;
