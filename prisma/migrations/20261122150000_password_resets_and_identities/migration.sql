-- Whoever signs in by an identity provider alone has no password.
ALTER TABLE "users" ALTER COLUMN "password_hash" DROP NOT NULL;

-- At most one for each user, so a newer one voids an older one.
CREATE TABLE "password_resets" (
    "user_id" UUID NOT NULL,
    "secret_hash" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "organization_id" UUID,
    "maker_id" UUID,

    CONSTRAINT "password_resets_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT "password_resets_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "password_resets_maker_id_fkey" FOREIGN KEY ("maker_id", "organization_id") REFERENCES "memberships"("user_id", "organization_id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "password_resets_secret_hash_key" ON "password_resets"("secret_hash");
CREATE INDEX "password_resets_maker_id_organization_id_idx" ON "password_resets"("maker_id", "organization_id");

-- Who a user is at an identity provider.
CREATE TABLE "user_identities" (
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_identities_pkey" PRIMARY KEY ("issuer", "subject"),
    CONSTRAINT "user_identities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "user_identities_user_id_idx" ON "user_identities"("user_id");

-- Where an identity provider has sent somebody back, until their browser opens the auth session.
CREATE TABLE "sso_sign_ins" (
    "code_hash" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sso_sign_ins_pkey" PRIMARY KEY ("code_hash"),
    CONSTRAINT "sso_sign_ins_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "sso_sign_ins_user_id_idx" ON "sso_sign_ins"("user_id");
CREATE INDEX "sso_sign_ins_expires_at_idx" ON "sso_sign_ins"("expires_at");
