-- The layout that a multiview has on somebody's first visit. Null: three columns.
ALTER TABLE "organizations" ADD COLUMN "multiview_layout" TEXT;
