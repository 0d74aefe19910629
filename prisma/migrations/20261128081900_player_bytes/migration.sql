-- The bytes that go to SRT players, as gateways count them.
CREATE TABLE "player_days" (
  "stream_id" UUID NOT NULL,
  "day" DATE NOT NULL,
  "organization_id" UUID NOT NULL,
  "bytes" DOUBLE PRECISION NOT NULL,
  CONSTRAINT "player_days_pkey" PRIMARY KEY ("stream_id", "day")
);
CREATE INDEX "player_days_day_idx" ON "player_days"("day");
ALTER TABLE "player_days" ADD CONSTRAINT "player_days_stream_id_fkey"
  FOREIGN KEY ("stream_id") REFERENCES "streams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "camera_days" ADD COLUMN "bytes_to_players" DOUBLE PRECISION NOT NULL DEFAULT 0;
