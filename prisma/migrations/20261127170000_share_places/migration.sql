-- A place of a share link with few of them is held by whoever was let in, before they are in its room.
CREATE TABLE "share_places" (
    "share_link_id" UUID NOT NULL,
    "viewer_id" TEXT NOT NULL,
    "held_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "share_places_pkey" PRIMARY KEY ("share_link_id","viewer_id")
);

ALTER TABLE "share_places" ADD CONSTRAINT "share_places_share_link_id_fkey" FOREIGN KEY ("share_link_id") REFERENCES "share_links"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "share_links" ADD COLUMN "surplus_viewers" INTEGER NOT NULL DEFAULT 0;
