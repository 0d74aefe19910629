-- When a show begins and ends, as planned.
ALTER TABLE "events" ADD COLUMN "starts_at" TIMESTAMPTZ(3), ADD COLUMN "ends_at" TIMESTAMPTZ(3);
