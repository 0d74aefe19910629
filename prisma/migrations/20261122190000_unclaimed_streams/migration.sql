-- Every gateway asks every second whether a stream needs one: mostly none does, however many streams are on.
CREATE INDEX "streams_unclaimed_idx" ON "streams"("created_at")
  WHERE "lease_owner" IS NULL AND "status" IN ('provisioning', 'active', 'stopping');
