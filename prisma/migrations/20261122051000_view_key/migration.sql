-- What opens a stream to viewers, apart from what publishes it. Each existing stream gets one, and so does each that an
-- earlier version adds meanwhile: 184 random bits as base64url.
ALTER TABLE "streams"
    ADD COLUMN "view_key" TEXT NOT NULL DEFAULT translate(encode(uuid_send(gen_random_uuid()) || substr(uuid_send(gen_random_uuid()), 1, 8), 'base64'), '+/', '-_'),
    ADD COLUMN "former_view_key_hash" TEXT;

CREATE UNIQUE INDEX "streams_view_key_key" ON "streams"("view_key");

CREATE INDEX "streams_view_key_idx" ON "streams"("view_key" text_pattern_ops);

CREATE INDEX "streams_former_view_key_hash_idx" ON "streams"("former_view_key_hash");
