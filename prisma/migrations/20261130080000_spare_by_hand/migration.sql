-- A spare that takes its camera's place before a second is over, that stays until somebody gives the place back, and that
-- somebody shows at once. The version before reads spare_after_seconds, which is kept beside spare_after_ms, rounded up.
ALTER TABLE "streams" ADD COLUMN "spare_after_ms" INTEGER,
ADD COLUMN "spare_returns" TEXT NOT NULL DEFAULT 'by_itself',
ADD COLUMN "spare_asked" TEXT,
ADD COLUMN "spare_asked_at" TIMESTAMPTZ(3);
