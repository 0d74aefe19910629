CREATE TABLE destinations (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE ON UPDATE CASCADE,
  stream_id uuid NOT NULL REFERENCES streams (id) ON DELETE CASCADE ON UPDATE CASCADE,
  name text NOT NULL,
  kind text NOT NULL,
  address text NOT NULL,
  secrets text NOT NULL,
  has_key boolean NOT NULL,
  has_passphrase boolean NOT NULL,
  is_on boolean NOT NULL DEFAULT false,
  revision integer NOT NULL DEFAULT 0,
  is_proven boolean NOT NULL DEFAULT false,
  report jsonb,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX destinations_organization_id_created_at_idx ON destinations (organization_id, created_at);
CREATE INDEX destinations_stream_id_created_at_idx ON destinations (stream_id, created_at);
