-- When a camera that was live sent its last frame, while it is lost
ALTER TABLE "streams" ADD COLUMN "lost_at" TIMESTAMPTZ(3);
