-- By whom somebody joins an organization: the link's secret is stored as its SHA-256 alone.
CREATE TABLE invitations (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE ON UPDATE CASCADE,
  inviter_id uuid REFERENCES users (id) ON DELETE SET NULL ON UPDATE CASCADE,
  role membership_role NOT NULL,
  email text,
  secret_hash text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  accepted_at timestamptz(3),
  revoked_at timestamptz(3)
);
CREATE UNIQUE INDEX invitations_secret_hash_key ON invitations (secret_hash);
CREATE INDEX invitations_organization_id_created_at_idx ON invitations (organization_id, created_at);
CREATE INDEX invitations_inviter_id_idx ON invitations (inviter_id);
