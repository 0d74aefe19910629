-- A link to a final report for people without an account: SHA-256 of its secret, in hex.
ALTER TABLE "show_reports" ADD COLUMN "link_hash" TEXT;
CREATE UNIQUE INDEX "show_reports_link_hash_key" ON "show_reports"("link_hash");
