-- Whether cameras that are added to the event record with each On.
ALTER TABLE "events" ADD COLUMN "records_when_on" BOOLEAN NOT NULL DEFAULT false;
