ALTER TABLE phones ADD COLUMN left_generation integer;
