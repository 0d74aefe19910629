-- Where a phone is, in degrees and meters, while its holder shares that. Deleted when the event ends.
ALTER TABLE "phones" ADD COLUMN "latitude" DOUBLE PRECISION,
ADD COLUMN "longitude" DOUBLE PRECISION,
ADD COLUMN "accuracy_m" DOUBLE PRECISION,
ADD COLUMN "position_at" TIMESTAMPTZ(3);
CREATE INDEX "phones_position_at_idx" ON "phones"("position_at");
-- Where a member has put a camera on the event's map.
ALTER TABLE "streams" ADD COLUMN "place_latitude" DOUBLE PRECISION,
ADD COLUMN "place_longitude" DOUBLE PRECISION;
