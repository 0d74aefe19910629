CREATE TYPE "webhook_delivery_status" AS ENUM ('pending', 'delivered', 'failed');

CREATE TABLE "webhook_endpoints" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "event_types" TEXT[] NOT NULL,
    "is_on" BOOLEAN NOT NULL DEFAULT true,
    "secret" TEXT NOT NULL,
    "former_secret" TEXT,
    "former_secret_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "webhook_endpoints_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "webhook_endpoints_organization_id_created_at_idx" ON "webhook_endpoints"("organization_id", "created_at");

CREATE TABLE "webhook_deliveries" (
    "id" UUID NOT NULL,
    "position" BIGSERIAL NOT NULL,
    "organization_id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "message_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "stream_id" UUID,
    "data" JSONB NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "status" "webhook_delivery_status" NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL,
    "last_attempt_at" TIMESTAMPTZ(3),
    "duration_ms" INTEGER,
    "response_status" INTEGER,
    "response_body" TEXT,
    "error" TEXT,
    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "webhook_deliveries_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "webhook_deliveries_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "webhook_deliveries_organization_id_idx" ON "webhook_deliveries"("organization_id");
CREATE INDEX "webhook_deliveries_endpoint_id_created_at_id_idx" ON "webhook_deliveries"("endpoint_id", "created_at", "id");
CREATE INDEX "webhook_deliveries_created_at_idx" ON "webhook_deliveries"("created_at");
-- What is to be sent, and what of a stream must be sent before.
CREATE INDEX "webhook_deliveries_due_idx" ON "webhook_deliveries"("endpoint_id", "next_attempt_at") WHERE "status" = 'pending';
CREATE INDEX "webhook_deliveries_order_idx" ON "webhook_deliveries"("endpoint_id", "stream_id", "position") WHERE "status" = 'pending';

-- The outbox (docs/decisions/0046): triggers write a delivery for each endpoint that wants an event, in the transaction
-- of the change itself, whichever program, version or query makes it. An organization that is being deleted gets none.
-- FOR KEY SHARE waits for whoever deletes a webhook and then leaves it out, where the foreign key would make the change fail.
CREATE FUNCTION webhook_enqueue(organization uuid, stream uuid, event_type text, event_data jsonb) RETURNS void
LANGUAGE sql VOLATILE AS $$
  WITH message AS MATERIALIZED (SELECT gen_random_uuid() AS id, clock_timestamp() AS at)
  INSERT INTO webhook_deliveries
    (id, organization_id, endpoint_id, message_id, type, stream_id, data, occurred_at, created_at, next_attempt_at)
  SELECT gen_random_uuid(), organization, endpoint.id, message.id, event_type, stream, event_data,
    message.at, message.at, message.at
  FROM message, webhook_endpoints AS endpoint JOIN organizations ON organizations.id = endpoint.organization_id
  WHERE endpoint.organization_id = organization AND endpoint.is_on AND event_type = ANY (endpoint.event_types)
  FOR KEY SHARE OF endpoint, organizations
$$;

-- A stream as every payload shows it: nothing that opens it.
CREATE FUNCTION webhook_stream(stream streams) RETURNS jsonb
LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_object('id', stream.id, 'name', stream.name, 'event_id', stream.event_id)
$$;

CREATE FUNCTION webhook_on_stream() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  shown jsonb;
  finding jsonb;
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM webhook_enqueue(OLD.organization_id, OLD.id, 'stream.deleted', jsonb_build_object('stream', webhook_stream(OLD)));
    RETURN NULL;
  END IF;
  shown := jsonb_build_object('stream', webhook_stream(NEW));
  IF TG_OP = 'INSERT' THEN
    PERFORM webhook_enqueue(NEW.organization_id, NEW.id, 'stream.created', shown);
    RETURN NULL;
  END IF;
  IF NEW.status <> OLD.status THEN
    PERFORM webhook_enqueue(NEW.organization_id, NEW.id, 'stream.status_changed', shown
      || jsonb_build_object('status', NEW.status, 'previous_status', OLD.status, 'reason', NEW.status_reason));
  END IF;
  IF NEW.signal <> OLD.signal THEN
    PERFORM webhook_enqueue(NEW.organization_id, NEW.id, 'stream.signal_changed', shown
      || jsonb_build_object('signal', NEW.signal, 'previous_signal', OLD.signal));
  END IF;
  IF NEW.findings <> OLD.findings THEN
    FOR finding IN SELECT value FROM jsonb_array_elements(OLD.findings)
      WHERE NOT NEW.findings @> jsonb_build_array(jsonb_build_object('code', value -> 'code'))
    LOOP
      PERFORM webhook_enqueue(NEW.organization_id, NEW.id, 'stream.problem_solved', shown
        || jsonb_build_object('problem', finding - 'settings'));
    END LOOP;
    FOR finding IN SELECT value FROM jsonb_array_elements(NEW.findings)
      WHERE NOT OLD.findings @> jsonb_build_array(jsonb_build_object('code', value -> 'code'))
    LOOP
      PERFORM webhook_enqueue(NEW.organization_id, NEW.id, 'stream.problem_found', shown
        || jsonb_build_object('problem', finding - 'settings'));
    END LOOP;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER webhook_on_stream_made_or_gone AFTER INSERT OR DELETE ON streams
FOR EACH ROW EXECUTE FUNCTION webhook_on_stream();

CREATE TRIGGER webhook_on_stream_changed AFTER UPDATE ON streams
FOR EACH ROW WHEN (OLD.status <> NEW.status OR OLD.signal <> NEW.signal OR OLD.findings <> NEW.findings)
EXECUTE FUNCTION webhook_on_stream();

CREATE FUNCTION webhook_on_incident() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM webhook_enqueue(NEW.organization_id, NEW.stream_id, 'stream.incident',
    jsonb_build_object('stream', webhook_stream(streams), 'incident',
      jsonb_build_object('code', NEW.code, 'severity', NEW.severity, 'message', NEW.message)))
  FROM streams WHERE streams.id = NEW.stream_id;
  RETURN NULL;
END
$$;

CREATE TRIGGER webhook_on_incident AFTER INSERT ON stream_incidents
FOR EACH ROW EXECUTE FUNCTION webhook_on_incident();

-- The alert level is in the samples alone, of which a gateway inserts all of a second in one statement.
CREATE FUNCTION webhook_on_samples() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM webhook_endpoints WHERE is_on AND 'stream.alert_level_changed' = ANY (event_types)) THEN
    PERFORM webhook_enqueue(sample.organization_id, sample.stream_id, 'stream.alert_level_changed',
      jsonb_build_object('stream', webhook_stream(streams), 'alert_level', sample.alert_level,
        'previous_alert_level', coalesce(earlier.alert_level, 'healthy'), 'quality_score', sample.quality_score))
    FROM inserted AS sample
    JOIN streams ON streams.id = sample.stream_id
    LEFT JOIN LATERAL (
      SELECT alert_level FROM stream_metrics
      WHERE stream_id = sample.stream_id AND recorded_at < sample.recorded_at AND alert_level IS NOT NULL
      ORDER BY recorded_at DESC LIMIT 1
    ) AS earlier ON true
    WHERE sample.alert_level <> coalesce(earlier.alert_level, 'healthy');
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER webhook_on_samples AFTER INSERT ON stream_metrics REFERENCING NEW TABLE AS inserted
FOR EACH STATEMENT EXECUTE FUNCTION webhook_on_samples();
