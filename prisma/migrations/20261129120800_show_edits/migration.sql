CREATE TABLE show_edits (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  event_id uuid NOT NULL,
  name text NOT NULL,
  cuts jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT show_edits_pkey PRIMARY KEY (id)
);

CREATE INDEX show_edits_event_id_created_at_idx ON show_edits (event_id, created_at);
CREATE INDEX show_edits_organization_id_idx ON show_edits (organization_id);

ALTER TABLE show_edits
  ADD CONSTRAINT show_edits_organization_id_fkey FOREIGN KEY (organization_id)
  REFERENCES organizations (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE show_edits
  ADD CONSTRAINT show_edits_event_id_fkey FOREIGN KEY (event_id)
  REFERENCES events (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE recording_exports
  ADD COLUMN edit_name text,
  ADD COLUMN cuts jsonb;
