-- What a show's report needs and nobody kept: more of each minute of samples, who watched, and which problems there were.

-- Null in minutes that an older version has written.
ALTER TABLE "stream_metric_minutes"
  ADD COLUMN "live_seconds" INTEGER,
  ADD COLUMN "live_kilobits" DOUBLE PRECISION,
  ADD COLUMN "min_bitrate_kbps" DOUBLE PRECISION,
  ADD COLUMN "max_bitrate_kbps" DOUBLE PRECISION,
  ADD COLUMN "frames_lost" INTEGER,
  ADD COLUMN "reconnects" INTEGER,
  ADD COLUMN "loss_percent_sum" DOUBLE PRECISION,
  ADD COLUMN "loss_seconds" INTEGER,
  ADD COLUMN "latencies_ms" SMALLINT[];

CREATE TABLE "viewer_minutes" (
  "room_id" UUID NOT NULL,
  "recorded_at" TIMESTAMPTZ(3) NOT NULL,
  "organization_id" UUID NOT NULL,
  "event_id" UUID NOT NULL,
  "viewer_seconds" DOUBLE PRECISION NOT NULL DEFAULT 0,
  "peak" INTEGER NOT NULL DEFAULT 0,
  "counted_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "viewer_minutes_pkey" PRIMARY KEY ("room_id", "recorded_at")
);
CREATE INDEX "viewer_minutes_event_id_recorded_at_idx" ON "viewer_minutes"("event_id", "recorded_at");
CREATE INDEX "viewer_minutes_recorded_at_idx" ON "viewer_minutes"("recorded_at");
ALTER TABLE "viewer_minutes" ADD CONSTRAINT "viewer_minutes_event_id_fkey"
  FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "stream_problems" (
  "stream_id" UUID NOT NULL,
  "code" TEXT NOT NULL,
  "began_at" TIMESTAMPTZ(3) NOT NULL,
  "organization_id" UUID NOT NULL,
  "severity" "incident_severity" NOT NULL,
  "figures" JSONB NOT NULL DEFAULT '{}',
  "ended_at" TIMESTAMPTZ(3),
  CONSTRAINT "stream_problems_pkey" PRIMARY KEY ("stream_id", "code", "began_at")
);
CREATE INDEX "stream_problems_stream_id_began_at_idx" ON "stream_problems"("stream_id", "began_at");
CREATE INDEX "stream_problems_began_at_idx" ON "stream_problems"("began_at");
ALTER TABLE "stream_problems" ADD CONSTRAINT "stream_problems_stream_id_fkey"
  FOREIGN KEY ("stream_id") REFERENCES "streams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A trigger, because several programs and versions write the findings. One that this version cannot read is left out.
CREATE FUNCTION stream_problems_note() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH present AS (
    SELECT finding->>'code' AS code, (finding->>'since')::timestamptz(3) AS began_at, finding->>'severity' AS severity,
      coalesce(finding->'figures', '{}') AS figures
    FROM jsonb_array_elements(CASE jsonb_typeof(NEW.findings) WHEN 'array' THEN NEW.findings ELSE '[]' END) AS finding
    WHERE finding->>'since' ~ '^\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d(\.\d+)?Z$'
      AND finding->>'severity' IN ('info', 'warning', 'critical') AND finding ? 'code'
  ), ended AS (
    UPDATE stream_problems AS problem SET ended_at = clock_timestamp()
    WHERE stream_id = NEW.id AND ended_at IS NULL AND NOT EXISTS (
      SELECT 1 FROM present WHERE present.code = problem.code AND present.began_at = problem.began_at)
  )
  INSERT INTO stream_problems (stream_id, code, began_at, organization_id, severity, figures)
  SELECT DISTINCT ON (code, began_at) NEW.id, code, began_at, NEW.organization_id, severity::incident_severity, figures
  FROM present
  ON CONFLICT (stream_id, code, began_at) DO UPDATE
    SET severity = excluded.severity, figures = excluded.figures, ended_at = NULL
    WHERE (stream_problems.severity, stream_problems.figures) IS DISTINCT FROM (excluded.severity, excluded.figures)
      OR stream_problems.ended_at IS NOT NULL;
  RETURN NULL;
END $$;

CREATE TRIGGER stream_problems_note AFTER UPDATE OF findings ON streams
  FOR EACH ROW WHEN (OLD.findings IS DISTINCT FROM NEW.findings) EXECUTE FUNCTION stream_problems_note();
