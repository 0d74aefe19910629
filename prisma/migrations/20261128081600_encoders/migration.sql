-- The senders of cameras, as they name themselves, for reliability by encoder.
ALTER TABLE "streams" ADD COLUMN "sender" TEXT;
ALTER TABLE "camera_days" ADD COLUMN "encoder" TEXT;
