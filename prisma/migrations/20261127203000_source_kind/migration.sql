-- Where a camera's picture comes from: an encoder that calls by SRT, or a phone in the event's LiveKit room.
CREATE TYPE "stream_source_kind" AS ENUM ('srt', 'phone');
ALTER TABLE "streams" ADD COLUMN "source_kind" "stream_source_kind" NOT NULL DEFAULT 'srt';
