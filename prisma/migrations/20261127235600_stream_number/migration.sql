-- A camera's number in its event: the keys that show it, and what a director calls. Existing cameras are numbered by age.
ALTER TABLE "streams" ADD COLUMN "number" INTEGER NOT NULL DEFAULT 0;
UPDATE "streams" SET "number" = "numbered"."number"
FROM (
  SELECT "id", row_number() OVER (PARTITION BY "event_id" ORDER BY "created_at", "id") AS "number" FROM "streams"
) AS "numbered"
WHERE "streams"."id" = "numbered"."id";

-- Deferrable, so that it is checked at the end of a statement: two cameras swap their numbers in one.
ALTER TABLE "streams" ADD CONSTRAINT "streams_event_id_number_key" UNIQUE ("event_id", "number") DEFERRABLE INITIALLY IMMEDIATE;

-- Gives a new camera the lowest number that is free, also where a program inserts it that knows of no numbers.
CREATE FUNCTION number_stream() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Cameras that are added at the same time wait for each other. Foreign keys to the event do not wait.
  PERFORM 1 FROM events WHERE id = NEW.event_id FOR NO KEY UPDATE;
  SELECT min(below.number) + 1 INTO NEW.number
  FROM (SELECT 0 AS number UNION ALL SELECT number FROM streams WHERE event_id = NEW.event_id) AS below
  WHERE NOT EXISTS (
    SELECT 1 FROM streams WHERE event_id = NEW.event_id AND number = below.number + 1
  );
  RETURN NEW;
END
$$;

CREATE TRIGGER number_stream BEFORE INSERT ON streams
FOR EACH ROW WHEN (NEW.number = 0) EXECUTE FUNCTION number_stream();

-- Webhooks name a camera by its number, too.
CREATE OR REPLACE FUNCTION webhook_stream(stream streams) RETURNS jsonb
LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_object('id', stream.id, 'number', stream.number, 'name', stream.name, 'event_id', stream.event_id)
$$;
