-- Tells this installation from a copy that was restored from its backup. One row.
CREATE TABLE "installation" (
  "is_only" BOOLEAN NOT NULL DEFAULT true,
  "identity" TEXT NOT NULL DEFAULT '',
  "paused_at" TIMESTAMPTZ(3),
  CONSTRAINT "installation_pkey" PRIMARY KEY ("is_only"),
  CONSTRAINT "installation_is_only" CHECK ("is_only")
);
INSERT INTO "installation" DEFAULT VALUES;
