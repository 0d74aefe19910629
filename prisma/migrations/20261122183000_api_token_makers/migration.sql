-- An API token may do no more than who made it: docs/decisions/0047.
ALTER TABLE "api_tokens" ADD COLUMN "maker_id" UUID;

CREATE INDEX "api_tokens_maker_id_idx" ON "api_tokens"("maker_id");

ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_maker_id_fkey" FOREIGN KEY ("maker_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Of those that there are, the audit trail knows who made them.
UPDATE "api_tokens" SET "maker_id" = "users"."id"
FROM "audit_entries" JOIN "users" ON "users"."id" = "audit_entries"."actor_id"
WHERE "audit_entries"."action" = 'api_tokens.create' AND "audit_entries"."thing_id" = "api_tokens"."id";
