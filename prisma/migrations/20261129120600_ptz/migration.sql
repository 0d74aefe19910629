ALTER TABLE streams ADD COLUMN ptz jsonb;
CREATE TABLE ptz_holds (
  stream_id uuid NOT NULL,
  process_id text NOT NULL,
  held_until timestamptz(3) NOT NULL,
  CONSTRAINT ptz_holds_pkey PRIMARY KEY (stream_id),
  CONSTRAINT ptz_holds_stream_id_fkey FOREIGN KEY (stream_id) REFERENCES streams (id) ON DELETE CASCADE ON UPDATE CASCADE
);
