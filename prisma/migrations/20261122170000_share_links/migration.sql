-- Links that show an event's cameras to people without an account.
CREATE TABLE "share_links" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "created_by_id" UUID,
    "name" TEXT NOT NULL,
    "secret_hash" TEXT NOT NULL,
    "all_cameras" BOOLEAN NOT NULL,
    "can_hear" BOOLEAN NOT NULL,
    "password_hash" TEXT,
    "max_viewers" INTEGER,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "open_until" TIMESTAMPTZ(3),
    "viewers" INTEGER NOT NULL DEFAULT 0,
    "viewer_seconds" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "counted_at" TIMESTAMPTZ(3),

    CONSTRAINT "share_links_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "share_links_secret_hash_key" ON "share_links"("secret_hash");
CREATE INDEX "share_links_organization_id_idx" ON "share_links"("organization_id");
CREATE INDEX "share_links_event_id_created_at_idx" ON "share_links"("event_id", "created_at");
CREATE INDEX "share_links_created_by_id_idx" ON "share_links"("created_by_id");
CREATE INDEX "share_links_open_until_idx" ON "share_links"("open_until");

CREATE TABLE "share_link_streams" (
    "share_link_id" UUID NOT NULL,
    "stream_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,

    CONSTRAINT "share_link_streams_pkey" PRIMARY KEY ("share_link_id","stream_id")
);

CREATE INDEX "share_link_streams_stream_id_idx" ON "share_link_streams"("stream_id");

ALTER TABLE "share_links" ADD CONSTRAINT "share_links_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "share_link_streams" ADD CONSTRAINT "share_link_streams_share_link_id_fkey" FOREIGN KEY ("share_link_id") REFERENCES "share_links"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "share_link_streams" ADD CONSTRAINT "share_link_streams_stream_id_fkey" FOREIGN KEY ("stream_id") REFERENCES "streams"("id") ON DELETE CASCADE ON UPDATE CASCADE;
