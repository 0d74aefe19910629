-- Recordings whose rows are gone, whoever deleted them, so that every disk and the bucket lose their files, also after a crash.
CREATE TABLE "recording_removals" (
  "recording_id" UUID NOT NULL,
  "deleted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "bucket_emptied_at" TIMESTAMPTZ(3),
  CONSTRAINT "recording_removals_pkey" PRIMARY KEY ("recording_id")
);
CREATE INDEX "recording_removals_deleted_at_idx" ON "recording_removals"("deleted_at");

CREATE FUNCTION note_recording_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO recording_removals (recording_id) VALUES (OLD.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER recording_removal AFTER DELETE ON "recordings"
  FOR EACH ROW EXECUTE FUNCTION note_recording_removal();

-- Retention, which an owner chooses. Null: recordings stay until somebody deletes them.
ALTER TABLE "organizations" ADD COLUMN "recordings_keep_days" INTEGER;
ALTER TABLE "organizations" ADD COLUMN "recordings_max_gb" INTEGER;
