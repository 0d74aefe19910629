ALTER TABLE sound_windows ADD COLUMN kept_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
ALTER TABLE recordings ADD COLUMN sound_heard_at timestamptz(3);
