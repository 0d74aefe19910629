-- A share link may show what was recorded between two moments, in place of what the cameras send now.
ALTER TABLE "share_links"
  ADD COLUMN "recorded_from" TIMESTAMPTZ(3),
  ADD COLUMN "recorded_to" TIMESTAMPTZ(3);
