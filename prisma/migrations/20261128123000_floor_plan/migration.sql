-- A drawing of the place where an event is.
ALTER TABLE "events" ADD COLUMN "floor_plan" JSONB;
CREATE TABLE "floor_plan_images" (
  "event_id" UUID NOT NULL,
  "image" BYTEA NOT NULL,
  CONSTRAINT "floor_plan_images_pkey" PRIMARY KEY ("event_id")
);
ALTER TABLE "floor_plan_images" ADD CONSTRAINT "floor_plan_images_event_id_fkey"
  FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE CASCADE ON UPDATE CASCADE;
-- Where a member has put a camera on it, as parts of its width and height.
ALTER TABLE "streams" ADD COLUMN "plan_x" DOUBLE PRECISION,
ADD COLUMN "plan_y" DOUBLE PRECISION;
