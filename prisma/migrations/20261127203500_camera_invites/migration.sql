-- Links that make phones cameras of an event.
CREATE TABLE "camera_invites" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "created_by_id" UUID,
    "label" TEXT NOT NULL,
    "secret_hash" TEXT NOT NULL,
    "max_uses" INTEGER NOT NULL,
    "uses" INTEGER NOT NULL DEFAULT 0,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "camera_invites_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "camera_invites_secret_hash_key" ON "camera_invites"("secret_hash");
CREATE INDEX "camera_invites_organization_id_idx" ON "camera_invites"("organization_id");
CREATE INDEX "camera_invites_event_id_created_at_idx" ON "camera_invites"("event_id", "created_at");
CREATE INDEX "camera_invites_created_by_id_idx" ON "camera_invites"("created_by_id");

ALTER TABLE "camera_invites" ADD CONSTRAINT "camera_invites_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "camera_invites" ADD CONSTRAINT "camera_invites_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "camera_invites" ADD CONSTRAINT "camera_invites_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
