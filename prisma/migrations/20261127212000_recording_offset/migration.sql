-- In step with the other cameras: added to all times of the recording, in milliseconds.
ALTER TABLE "recordings" ADD COLUMN "offset_ms" INTEGER NOT NULL DEFAULT 0;
