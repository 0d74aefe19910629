-- How long the picture of a camera on air may be black or frozen before it counts as lost; null: it never does.
ALTER TABLE program_rules ADD COLUMN bad_picture_after_seconds integer;
