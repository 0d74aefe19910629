-- How a destination has gone since it was switched on: null until a server has answered, then live or failing.
ALTER TABLE destinations ADD COLUMN outcome text;

CREATE FUNCTION note_destination_outcome() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.revision <> OLD.revision OR NOT NEW.is_on THEN
    NEW.outcome := NULL;
  ELSIF NEW.report ->> 'state' = 'live' THEN
    NEW.outcome := 'live';
  ELSIF NEW.report ->> 'state' IN ('retrying', 'refused') THEN
    NEW.outcome := 'failing';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER note_destination_outcome BEFORE UPDATE ON destinations
  FOR EACH ROW EXECUTE FUNCTION note_destination_outcome();

CREATE FUNCTION webhook_on_destination() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM webhook_enqueue(NEW.organization_id, NEW.stream_id,
    CASE WHEN NEW.outcome = 'failing' THEN 'destination.failed'
      WHEN OLD.outcome = 'failing' THEN 'destination.recovered'
      ELSE 'destination.started' END,
    jsonb_build_object('stream', webhook_stream(streams),
      'destination', jsonb_build_object('id', NEW.id, 'name', NEW.name, 'kind', NEW.kind))
    || CASE WHEN NEW.outcome = 'failing' THEN jsonb_build_object('cause', NEW.report ->> 'cause') ELSE '{}' END)
  FROM streams WHERE streams.id = NEW.stream_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER webhook_on_destination AFTER UPDATE ON destinations
  FOR EACH ROW WHEN ((new.outcome IS NOT NULL) AND (new.outcome IS DISTINCT FROM old.outcome))
  EXECUTE FUNCTION webhook_on_destination();
