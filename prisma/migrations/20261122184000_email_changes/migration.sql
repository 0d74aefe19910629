-- Links that give users another e-mail address.
CREATE TABLE "email_changes" (
    "user_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "secret_hash" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "email_changes_pkey" PRIMARY KEY ("user_id")
);

CREATE UNIQUE INDEX "email_changes_secret_hash_key" ON "email_changes"("secret_hash");

ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
