-- Switchers that say which cameras are on air.
CREATE TYPE "tally_match" AS ENUM ('name', 'number');

CREATE TABLE "tally_sources" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "match_by" "tally_match" NOT NULL DEFAULT 'name',
    "mapping" JSONB NOT NULL DEFAULT '{}',
    "inputs" JSONB NOT NULL DEFAULT '[]',
    "is_live" BOOLEAN NOT NULL DEFAULT false,
    "reported_at" TIMESTAMPTZ(3),
    "valid_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tally_sources_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "tally_sources_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "tally_sources_event_id_name_key" ON "tally_sources"("event_id", "name");
CREATE INDEX "tally_sources_organization_id_idx" ON "tally_sources"("organization_id");
CREATE INDEX "tally_sources_is_live_idx" ON "tally_sources"("is_live");
