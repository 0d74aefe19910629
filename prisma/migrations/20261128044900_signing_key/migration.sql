-- The Ed25519 key that signs reports, made once: PKCS 8 in DER. Backups have it, as they have every table.
CREATE TABLE "signing_keys" (
  "is_only" BOOLEAN NOT NULL DEFAULT true CHECK ("is_only"),
  "private_key" BYTEA NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "signing_keys_pkey" PRIMARY KEY ("is_only")
);
