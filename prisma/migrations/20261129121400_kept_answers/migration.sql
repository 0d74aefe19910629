CREATE TABLE kept_answers (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  actor_id uuid NOT NULL,
  key_hash text NOT NULL,
  call_hash text NOT NULL,
  rights text NOT NULL,
  begun_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  changed_at timestamptz(3),
  status integer,
  body text,
  CONSTRAINT kept_answers_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX kept_answers_organization_id_actor_id_key_hash_key
  ON kept_answers (organization_id, actor_id, key_hash);
CREATE INDEX kept_answers_begun_at_idx ON kept_answers (begun_at);

ALTER TABLE kept_answers
  ADD CONSTRAINT kept_answers_organization_id_fkey FOREIGN KEY (organization_id)
  REFERENCES organizations (id) ON UPDATE CASCADE ON DELETE CASCADE;
