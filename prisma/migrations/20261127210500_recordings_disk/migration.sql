-- Free space of the disk that a gateway records to. Null: it does not record, or its version does not say.
ALTER TABLE "gateways" ADD COLUMN "recordings_free_percent" INTEGER;

-- Recordings, for webhooks.
CREATE FUNCTION webhook_recording(recording recordings) RETURNS jsonb
LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', recording.id, 'camera_name', recording.camera_name,
    'started_at', to_char(recording.started_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
$$;

CREATE FUNCTION webhook_on_recording() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM webhook_enqueue(NEW.organization_id, NEW.stream_id, 'recording.started',
      jsonb_build_object('stream', webhook_stream(streams), 'recording', webhook_recording(NEW)))
    FROM streams WHERE streams.id = NEW.stream_id;
  ELSE
    PERFORM webhook_enqueue(NEW.organization_id, NEW.stream_id, 'recording.stopped',
      jsonb_build_object('stream', webhook_stream(streams), 'recording', webhook_recording(NEW), 'size_bytes', NEW.size_bytes))
    FROM streams WHERE streams.id = NEW.stream_id;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER webhook_on_recording_made AFTER INSERT ON recordings
FOR EACH ROW EXECUTE FUNCTION webhook_on_recording();

CREATE TRIGGER webhook_on_recording_ended AFTER UPDATE OF ended_at ON recordings
FOR EACH ROW WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION webhook_on_recording();

-- The disk's trouble before the bucket's: it loses more.
CREATE FUNCTION recorder_trouble(recorder jsonb) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(recorder ->> 'fault', recorder -> 'upload' ->> 'fault')
$$;

CREATE FUNCTION webhook_on_recorder() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM webhook_enqueue(NEW.organization_id, NEW.id, 'recording.trouble',
    jsonb_build_object('stream', webhook_stream(NEW), 'recording', webhook_recording(recordings),
      'trouble', recorder_trouble(NEW.recorder)))
  FROM recordings WHERE recordings.id = NEW.recording_id;
  RETURN NULL;
END
$$;

CREATE TRIGGER webhook_on_recorder_trouble AFTER UPDATE OF recorder ON streams
FOR EACH ROW WHEN (OLD.recording_id = NEW.recording_id
  AND recorder_trouble(OLD.recorder) IS DISTINCT FROM recorder_trouble(NEW.recorder))
EXECUTE FUNCTION webhook_on_recorder();
