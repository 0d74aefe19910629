ALTER TABLE streams ADD COLUMN audio_delay_ms integer NOT NULL DEFAULT 0;
