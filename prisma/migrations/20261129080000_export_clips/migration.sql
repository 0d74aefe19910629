ALTER TABLE recording_exports
  ADD COLUMN around_marks boolean NOT NULL DEFAULT false,
  ADD COLUMN handles_ms integer NOT NULL DEFAULT 0,
  ADD COLUMN frame_rate text;
