ALTER TABLE share_links
  ADD COLUMN plays_program boolean NOT NULL DEFAULT false,
  ADD COLUMN edit_id uuid;

CREATE INDEX share_links_edit_id_idx ON share_links (edit_id);

ALTER TABLE share_links
  ADD CONSTRAINT share_links_edit_id_fkey FOREIGN KEY (edit_id)
  REFERENCES show_edits (id) ON UPDATE CASCADE ON DELETE SET NULL;
