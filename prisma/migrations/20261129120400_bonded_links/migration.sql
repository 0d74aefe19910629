ALTER TABLE srt_sessions
  ADD COLUMN bond_id text,
  ADD COLUMN bond_links text[] NOT NULL DEFAULT '{}';
