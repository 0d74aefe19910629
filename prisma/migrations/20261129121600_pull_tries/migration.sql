CREATE TABLE pull_tries (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  target text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  claimed_at timestamptz(3),
  finding jsonb,
  CONSTRAINT pull_tries_pkey PRIMARY KEY (organization_id)
);

CREATE UNIQUE INDEX pull_tries_id_key ON pull_tries (id);

ALTER TABLE pull_tries
  ADD CONSTRAINT pull_tries_organization_id_fkey FOREIGN KEY (organization_id)
  REFERENCES organizations (id) ON UPDATE CASCADE ON DELETE CASCADE;
