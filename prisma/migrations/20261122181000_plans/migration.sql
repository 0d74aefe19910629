-- The plan of an organization, and the paid one that it has chosen and not paid yet.
ALTER TABLE "organizations" ADD COLUMN "plan" TEXT NOT NULL DEFAULT 'free', ADD COLUMN "chosen_plan" TEXT;
