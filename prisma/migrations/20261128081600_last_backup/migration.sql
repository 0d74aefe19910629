-- When a backup of this installation was whole last; null until the first one.
ALTER TABLE "installation" ADD COLUMN "backed_up_at" TIMESTAMPTZ(3);
