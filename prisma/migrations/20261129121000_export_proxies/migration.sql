ALTER TABLE recording_exports ADD COLUMN has_proxies boolean NOT NULL DEFAULT false;
