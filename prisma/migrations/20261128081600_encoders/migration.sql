-- What sends a camera, as it names itself, for reliability by encoder.
ALTER TABLE "streams" ADD COLUMN "sender" TEXT;
ALTER TABLE "camera_days" ADD COLUMN "encoder" TEXT;
