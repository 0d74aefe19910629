-- The part of the show that an event's phones hear and see: 'program', or a stream's id. Null: nothing.
ALTER TABLE "events" ADD COLUMN "return_source" TEXT;
CREATE INDEX "events_return_source_idx" ON "events"("return_source");
