-- The mode of a video that is not transcoded is called passthrough.
UPDATE "streams" SET "media" = jsonb_set("media", '{mode}', '"passthrough"') WHERE "media" ->> 'mode' = 'untouched';
