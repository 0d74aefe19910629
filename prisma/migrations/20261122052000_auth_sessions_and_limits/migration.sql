-- Where an auth session was last used. Null until its first request.
ALTER TABLE "sessions"
  ADD COLUMN "last_seen_at" TIMESTAMPTZ(3),
  ADD COLUMN "last_seen_address" TEXT,
  ADD COLUMN "user_agent" TEXT;

-- The room guard asks which auth sessions have ended lately.
CREATE INDEX "sessions_revoked_at_idx" ON "sessions"("revoked_at");

-- Counters of rate-limiter-flexible, in the shape it wants. Unlogged: they need not survive a crash of Postgres, and each
-- attempt to sign in writes some. They replace login_attempts, which versions before this one still write.
CREATE UNLOGGED TABLE "rate_limits" (
    "key" TEXT NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
);

CREATE INDEX "rate_limits_expire_idx" ON "rate_limits"("expire");
