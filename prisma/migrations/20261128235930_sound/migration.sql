ALTER TABLE events ADD COLUMN keeps_in_step_by_sound boolean NOT NULL DEFAULT true;

-- They live for seconds, so a crash may take them.
CREATE UNLOGGED TABLE sound_windows (
  stream_id uuid NOT NULL,
  slot integer NOT NULL,
  event_id uuid NOT NULL,
  connection text NOT NULL,
  start_ms double precision NOT NULL,
  samples bytea NOT NULL,
  CONSTRAINT sound_windows_pkey PRIMARY KEY (stream_id, slot)
);

CREATE TABLE sound_readings (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  event_id uuid NOT NULL,
  stream_id uuid,
  recording_id uuid,
  at timestamptz(3) NOT NULL,
  connection text NOT NULL,
  hall integer NOT NULL,
  shift_ms double precision NOT NULL,
  uncertainty_ms double precision NOT NULL,
  CONSTRAINT sound_readings_pkey PRIMARY KEY (id)
);

CREATE INDEX sound_windows_event_id_idx ON sound_windows (event_id);
CREATE INDEX sound_windows_slot_idx ON sound_windows (slot);
CREATE INDEX sound_readings_at_idx ON sound_readings (at);
CREATE INDEX sound_readings_event_id_at_idx ON sound_readings (event_id, at);
CREATE INDEX sound_readings_organization_id_idx ON sound_readings (organization_id);
CREATE INDEX sound_readings_recording_id_at_idx ON sound_readings (recording_id, at);
CREATE INDEX sound_readings_stream_id_at_idx ON sound_readings (stream_id, at);

ALTER TABLE sound_windows
  ADD CONSTRAINT sound_windows_stream_id_fkey FOREIGN KEY (stream_id)
  REFERENCES streams (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE sound_windows
  ADD CONSTRAINT sound_windows_event_id_fkey FOREIGN KEY (event_id)
  REFERENCES events (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE sound_readings
  ADD CONSTRAINT sound_readings_organization_id_fkey FOREIGN KEY (organization_id)
  REFERENCES organizations (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE sound_readings
  ADD CONSTRAINT sound_readings_event_id_fkey FOREIGN KEY (event_id)
  REFERENCES events (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE sound_readings
  ADD CONSTRAINT sound_readings_stream_id_fkey FOREIGN KEY (stream_id)
  REFERENCES streams (id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE sound_readings
  ADD CONSTRAINT sound_readings_recording_id_fkey FOREIGN KEY (recording_id)
  REFERENCES recordings (id) ON UPDATE CASCADE ON DELETE CASCADE;
