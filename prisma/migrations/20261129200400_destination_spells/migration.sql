-- When each destination took its camera, and when it was interrupted, for reports. Destinations may be deleted before
-- their show is over, so the name stays here.
CREATE TABLE destination_spells (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  destination_id uuid NOT NULL,
  stream_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  state text NOT NULL,
  cause text,
  detail text,
  sent_bytes bigint NOT NULL DEFAULT 0,
  dropped_frames integer NOT NULL DEFAULT 0,
  began_at timestamptz(3) NOT NULL,
  seen_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  CONSTRAINT destination_spells_pkey PRIMARY KEY (id)
);

CREATE INDEX destination_spells_destination_id_began_at_idx ON destination_spells (destination_id, began_at);
CREATE INDEX destination_spells_stream_id_began_at_idx ON destination_spells (stream_id, began_at);
CREATE INDEX destination_spells_began_at_idx ON destination_spells (began_at);

ALTER TABLE destination_spells
  ADD CONSTRAINT destination_spells_stream_id_fkey FOREIGN KEY (stream_id)
  REFERENCES streams (id) ON UPDATE CASCADE ON DELETE CASCADE;

-- A counter of a report; it is 0 where the report has none.
CREATE FUNCTION destination_count(report jsonb, field text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE jsonb_typeof(report -> field) WHEN 'number' THEN greatest(0, (report ->> field)::numeric)::bigint ELSE 0 END
$$;

-- How much a counter grew. A worker that began anew counts from zero.
CREATE FUNCTION destination_growth(before jsonb, report jsonb, field text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT destination_count(report, field) - CASE
    WHEN destination_count(before, field) <= destination_count(report, field) THEN destination_count(before, field)
    ELSE 0 END
$$;

-- A live destination reports every two seconds: its spell ends soon after the last report, even if that is noticed later.
CREATE FUNCTION destination_spell_end(spell destination_spells, at timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT greatest(spell.began_at,
    CASE spell.state WHEN 'live' THEN least(at, spell.seen_at + interval '10 seconds') ELSE at END)
$$;

CREATE FUNCTION note_destination_spell() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  former destination_spells%ROWTYPE;
  now_state text;
  since timestamptz := now();
  until timestamptz;
BEGIN
  SELECT * INTO former FROM destination_spells
    WHERE destination_id = OLD.id AND ended_at IS NULL ORDER BY began_at DESC LIMIT 1;
  IF TG_OP = 'UPDATE' AND NEW.is_on AND NEW.revision = OLD.revision AND EXISTS (
    SELECT 1 FROM streams WHERE streams.id = NEW.stream_id AND status IN ('provisioning', 'active')
  ) THEN
    now_state := CASE
      WHEN NEW.report ->> 'state' = 'live' THEN 'live'
      WHEN NEW.report ->> 'state' IN ('retrying', 'refused') OR former.id IS NOT NULL THEN 'interrupted' END;
    IF NEW.report ->> 'stateSince' ~ '^\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d(\.\d+)?Z$' THEN
      since := least(now(), (NEW.report ->> 'stateSince')::timestamptz);
    END IF;
    IF former.state = 'live' THEN
      UPDATE destination_spells SET
        sent_bytes = sent_bytes + destination_growth(OLD.report, NEW.report, 'sentBytes'),
        dropped_frames = dropped_frames + destination_growth(OLD.report, NEW.report, 'droppedFrames')
      WHERE id = former.id;
    END IF;
  END IF;

  IF former.state = 'live' AND now_state = 'live' AND since > former.seen_at + interval '3 seconds' THEN
    -- It began anew unseen, as where a worker was replaced.
    UPDATE destination_spells SET ended_at = former.seen_at WHERE id = former.id;
    INSERT INTO destination_spells (destination_id, stream_id, organization_id, name, kind, state, began_at, seen_at, ended_at)
    VALUES (NEW.id, NEW.stream_id, NEW.organization_id, NEW.name, NEW.kind, 'interrupted', former.seen_at, now(), since);
  ELSIF former.state = now_state THEN
    UPDATE destination_spells SET
      seen_at = now(), name = NEW.name,
      detail = CASE WHEN cause IS NULL AND state = 'interrupted' THEN NEW.report ->> 'detail' ELSE detail END,
      cause = CASE WHEN cause IS NULL AND state = 'interrupted' THEN NEW.report ->> 'cause' ELSE cause END
    WHERE id = former.id;
    RETURN NULL;
  ELSIF former.id IS NOT NULL THEN
    until := destination_spell_end(former, CASE WHEN now_state IS NULL THEN now() ELSE since END);
    UPDATE destination_spells SET ended_at = until WHERE id = former.id;
    since := until;
  END IF;

  IF now_state IS NOT NULL THEN
    INSERT INTO destination_spells
      (destination_id, stream_id, organization_id, name, kind, state, cause, detail, began_at, seen_at)
    VALUES (NEW.id, NEW.stream_id, NEW.organization_id, NEW.name, NEW.kind, now_state,
      NEW.report ->> 'cause', NEW.report ->> 'detail', since, now());
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER note_destination_spell AFTER UPDATE OR DELETE ON destinations
  FOR EACH ROW EXECUTE FUNCTION note_destination_spell();

-- A camera that is switched off, or has failed, ends what its destinations were doing.
CREATE FUNCTION end_destination_spells() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE destination_spells AS spell SET ended_at = destination_spell_end(spell, now())
  WHERE stream_id = NEW.id AND ended_at IS NULL;
  RETURN NULL;
END
$$;
CREATE TRIGGER end_destination_spells AFTER UPDATE OF status ON streams
  FOR EACH ROW WHEN ((new.status IN ('idle', 'stopping', 'stopped', 'error')) AND (old.status IS DISTINCT FROM new.status))
  EXECUTE FUNCTION end_destination_spells();
