-- The arrangement that a director shows on the walls that follow, and the share links that are such walls.
ALTER TABLE "events" ADD COLUMN "wall" JSONB;
ALTER TABLE "share_links" ADD COLUMN "follows" BOOLEAN NOT NULL DEFAULT false;
