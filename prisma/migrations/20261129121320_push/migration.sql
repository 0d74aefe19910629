CREATE TABLE push_keys (
  is_only boolean NOT NULL DEFAULT true,
  public_key text NOT NULL,
  private_key text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT push_keys_pkey PRIMARY KEY (is_only),
  CONSTRAINT push_keys_is_only_check CHECK (is_only)
);
CREATE TABLE push_subscriptions (
  id uuid NOT NULL,
  session_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  user_id uuid NOT NULL,
  endpoint text NOT NULL,
  p256dh text NOT NULL,
  auth text NOT NULL,
  kinds text[],
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT push_subscriptions_pkey PRIMARY KEY (id),
  CONSTRAINT push_subscriptions_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions (id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT push_subscriptions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX push_subscriptions_session_id_key ON push_subscriptions (session_id);
CREATE UNIQUE INDEX push_subscriptions_endpoint_key ON push_subscriptions (endpoint);
CREATE INDEX push_subscriptions_organization_id_idx ON push_subscriptions (organization_id);
CREATE TABLE push_messages (
  id uuid NOT NULL,
  subscription_id uuid NOT NULL,
  stream_id uuid,
  code text NOT NULL,
  figures jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz(3) NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz(3) NOT NULL,
  CONSTRAINT push_messages_pkey PRIMARY KEY (id),
  CONSTRAINT push_messages_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES push_subscriptions (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX push_messages_next_attempt_at_idx ON push_messages (next_attempt_at);
CREATE INDEX push_messages_subscription_id_idx ON push_messages (subscription_id);

-- A trigger, because several programs and versions find problems. A problem that goes on is told once.
CREATE FUNCTION push_on_problem() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO push_messages (id, subscription_id, stream_id, code, figures, created_at, next_attempt_at)
  SELECT gen_random_uuid(), id, NEW.stream_id, NEW.code, NEW.figures, clock_timestamp(), clock_timestamp()
  FROM push_subscriptions
  WHERE organization_id = NEW.organization_id
    AND (NEW.code = ANY (kinds) OR NEW.code = 'camera_lost' AND 'lost_on_air' = ANY (kinds));
  RETURN NULL;
END $$;
CREATE TRIGGER push_on_problem AFTER INSERT ON stream_problems FOR EACH ROW EXECUTE FUNCTION push_on_problem();
