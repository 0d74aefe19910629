-- Named arrangements of an event's multiview, which its organization shares.
CREATE TABLE "multiview_presets" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "layout" TEXT NOT NULL,
    "stream_order" UUID[] NOT NULL,
    "hides_off" BOOLEAN NOT NULL,
    "solo_stream_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "multiview_presets_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "multiview_presets_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "multiview_presets_event_id_name_key" ON "multiview_presets"("event_id", "name");
