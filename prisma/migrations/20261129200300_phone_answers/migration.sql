-- The person with a phone tells the director by its mute button, by Stop, and in words.
ALTER TABLE "phones"
  ADD COLUMN "is_muted" BOOLEAN,
  ADD COLUMN "stopped_at" TIMESTAMPTZ(3),
  ADD COLUMN "answer_id" UUID,
  ADD COLUMN "answer" TEXT,
  ADD COLUMN "answer_at" TIMESTAMPTZ(3);
