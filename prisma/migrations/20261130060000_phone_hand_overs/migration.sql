-- Codes that hand a phone's camera to another phone. A used one knows the phone before, so that its page says why it ended.
CREATE TABLE phone_hand_overs (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  phone_id uuid NOT NULL,
  created_by_id uuid,
  code_hash text NOT NULL,
  former_secret_hash text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  CONSTRAINT phone_hand_overs_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX phone_hand_overs_code_hash_key ON phone_hand_overs (code_hash);
CREATE INDEX phone_hand_overs_organization_id_idx ON phone_hand_overs (organization_id);
CREATE INDEX phone_hand_overs_phone_id_idx ON phone_hand_overs (phone_id);
CREATE INDEX phone_hand_overs_created_by_id_idx ON phone_hand_overs (created_by_id);
CREATE INDEX phone_hand_overs_former_secret_hash_idx ON phone_hand_overs (former_secret_hash);

ALTER TABLE phone_hand_overs
  ADD CONSTRAINT phone_hand_overs_organization_id_fkey FOREIGN KEY (organization_id)
    REFERENCES organizations (id) ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT phone_hand_overs_phone_id_fkey FOREIGN KEY (phone_id)
    REFERENCES phones (id) ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT phone_hand_overs_created_by_id_fkey FOREIGN KEY (created_by_id)
    REFERENCES users (id) ON DELETE SET NULL ON UPDATE CASCADE;
