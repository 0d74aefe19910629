-- A spare may take its camera's place before a second is over, stay until somebody gives the place back, and be shown by
-- hand. The version before reads spare_after_seconds, which is kept beside spare_after_ms, rounded up.
ALTER TABLE "streams" ADD COLUMN "spare_after_ms" INTEGER,
ADD COLUMN "spare_returns" TEXT NOT NULL DEFAULT 'by_itself',
ADD COLUMN "spare_asked" TEXT,
ADD COLUMN "spare_asked_at" TIMESTAMPTZ(3);
