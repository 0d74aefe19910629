-- Who did what to which thing, and from where. Names are as they were at the time, and outlive what they name.
CREATE TABLE "audit_entries" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor_type" TEXT NOT NULL,
    "actor_id" UUID NOT NULL,
    "actor_name" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "thing_type" TEXT NOT NULL,
    "thing_id" UUID NOT NULL,
    "thing_name" TEXT,
    "detail" TEXT,
    "address" TEXT,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "audit_entries_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "audit_entries_organization_id_occurred_at_id_idx" ON "audit_entries"("organization_id", "occurred_at", "id");
CREATE INDEX "audit_entries_occurred_at_idx" ON "audit_entries"("occurred_at");
