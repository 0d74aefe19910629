-- What status_reason and message say, by a code of the catalogue and its figures, so that every version puts it into its
-- own words. The words stay: for triggers, and for the version before.
ALTER TABLE "streams" ADD COLUMN "coded_status_reason" JSONB;
ALTER TABLE "stream_incidents" ADD COLUMN "coded_message" JSONB;

-- Findings have figures now. Webhooks are sent the words alone, as before.
CREATE OR REPLACE FUNCTION webhook_on_stream() RETURNS trigger LANGUAGE plpgsql AS $$
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
        || jsonb_build_object('problem', finding - 'settings' - 'figures'));
    END LOOP;
    FOR finding IN SELECT value FROM jsonb_array_elements(NEW.findings)
      WHERE NOT OLD.findings @> jsonb_build_array(jsonb_build_object('code', value -> 'code'))
    LOOP
      PERFORM webhook_enqueue(NEW.organization_id, NEW.id, 'stream.problem_found', shown
        || jsonb_build_object('problem', finding - 'settings' - 'figures'));
    END LOOP;
  END IF;
  RETURN NULL;
END
$$;
