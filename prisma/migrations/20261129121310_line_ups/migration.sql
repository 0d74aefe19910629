CREATE TABLE line_ups (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  event_id uuid NOT NULL,
  started_at timestamptz(3) NOT NULL,
  asked_by text NOT NULL,
  facts jsonb,
  CONSTRAINT line_ups_pkey PRIMARY KEY (id),
  CONSTRAINT line_ups_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT line_ups_event_id_fkey FOREIGN KEY (event_id) REFERENCES events (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX line_ups_event_id_started_at_id_idx ON line_ups (event_id, started_at, id);
-- Finds those that are to be finished.
CREATE INDEX line_ups_started_at_idx ON line_ups (started_at) WHERE facts IS NULL;
CREATE INDEX line_ups_organization_id_idx ON line_ups (organization_id);
