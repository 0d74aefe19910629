-- A program sends the pictures of one encoder (steady), or the cameras' own packets (clean).
ALTER TABLE streams ADD COLUMN program_form text NOT NULL DEFAULT 'steady' CHECK (program_form IN ('steady', 'clean'));
