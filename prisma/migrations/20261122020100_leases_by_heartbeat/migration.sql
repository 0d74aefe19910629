-- A lease lasts as long as the heartbeat of its gateway goes on. No wall clock counts.
ALTER TABLE "streams" DROP COLUMN "lease_expires_at";
CREATE INDEX "streams_lease_owner_idx" ON "streams"("lease_owner");
