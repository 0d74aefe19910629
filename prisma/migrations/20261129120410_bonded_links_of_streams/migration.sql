ALTER TABLE streams ADD COLUMN bonded_links jsonb;
