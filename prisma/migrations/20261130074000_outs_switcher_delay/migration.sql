-- How much later than its cameras a switcher's picture is; its cuts are moved earlier by that.
ALTER TABLE tally_sources ADD COLUMN delay_ms integer NOT NULL DEFAULT 0;
