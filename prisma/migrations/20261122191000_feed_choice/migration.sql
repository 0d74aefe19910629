-- What a user takes of a camera that sends several programs or audio tracks. NULL: the first with video; the first.
ALTER TABLE "streams" ADD COLUMN "program" INTEGER, ADD COLUMN "audio_track" INTEGER;
