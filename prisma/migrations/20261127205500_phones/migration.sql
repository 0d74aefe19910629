-- Phones that have become cameras through an invite, with what they report and what the director has told them.
CREATE TABLE "phones" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "invite_id" UUID NOT NULL,
    "stream_id" UUID NOT NULL,
    "device_secret_hash" TEXT NOT NULL,
    "person" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "reported_at" TIMESTAMPTZ(3),
    "battery_percent" INTEGER,
    "is_charging" BOOLEAN,
    "network" TEXT,
    "bitrate_kbps" INTEGER,
    "message_id" UUID,
    "message" TEXT,
    "message_at" TIMESTAMPTZ(3),
    "acknowledged_at" TIMESTAMPTZ(3),

    CONSTRAINT "phones_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "phones_stream_id_key" ON "phones"("stream_id");
CREATE UNIQUE INDEX "phones_device_secret_hash_key" ON "phones"("device_secret_hash");
CREATE INDEX "phones_organization_id_idx" ON "phones"("organization_id");
CREATE INDEX "phones_event_id_idx" ON "phones"("event_id");
CREATE INDEX "phones_invite_id_idx" ON "phones"("invite_id");

ALTER TABLE "phones" ADD CONSTRAINT "phones_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "phones" ADD CONSTRAINT "phones_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "phones" ADD CONSTRAINT "phones_invite_id_fkey" FOREIGN KEY ("invite_id") REFERENCES "camera_invites"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "phones" ADD CONSTRAINT "phones_stream_id_fkey" FOREIGN KEY ("stream_id") REFERENCES "streams"("id") ON DELETE CASCADE ON UPDATE CASCADE;
