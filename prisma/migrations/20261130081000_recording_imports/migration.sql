-- Video files that somebody uploads, until an exporter has made recordings of them.
CREATE TABLE recording_imports (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  event_id uuid NOT NULL,
  name text NOT NULL,
  size_bytes bigint NOT NULL,
  received_bytes bigint NOT NULL DEFAULT 0,
  received_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  max_bytes bigint NOT NULL,
  max_seconds integer NOT NULL,
  status text NOT NULL DEFAULT 'receiving',
  progress double precision NOT NULL DEFAULT 0,
  fault text,
  attempts integer NOT NULL DEFAULT 0,
  lease_owner text,
  leased_until timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  finished_at timestamptz(3),
  CONSTRAINT recording_imports_pkey PRIMARY KEY (id)
);

CREATE INDEX recording_imports_event_id_idx ON recording_imports (event_id);
CREATE INDEX recording_imports_organization_id_idx ON recording_imports (organization_id);
CREATE INDEX recording_imports_status_created_at_idx ON recording_imports (status, created_at);

ALTER TABLE recording_imports
  ADD CONSTRAINT recording_imports_organization_id_fkey FOREIGN KEY (organization_id)
    REFERENCES organizations (id) ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT recording_imports_event_id_fkey FOREIGN KEY (event_id)
    REFERENCES events (id) ON DELETE CASCADE ON UPDATE CASCADE;
