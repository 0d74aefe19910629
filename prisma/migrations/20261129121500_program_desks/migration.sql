CREATE TABLE program_desks (
  event_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  program_id uuid,
  preview_id uuid,
  CONSTRAINT program_desks_pkey PRIMARY KEY (event_id)
);

CREATE INDEX program_desks_organization_id_idx ON program_desks (organization_id);

ALTER TABLE program_desks
  ADD CONSTRAINT program_desks_organization_id_fkey FOREIGN KEY (organization_id)
  REFERENCES organizations (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE program_desks
  ADD CONSTRAINT program_desks_event_id_fkey FOREIGN KEY (event_id)
  REFERENCES events (id) ON UPDATE CASCADE ON DELETE CASCADE;
