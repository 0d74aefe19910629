-- A lease lasts as long as its gateway's heartbeat goes on; no wall clock counts.
ALTER TABLE "streams" DROP COLUMN "lease_expires_at";
CREATE INDEX "streams_lease_owner_idx" ON "streams"("lease_owner");
