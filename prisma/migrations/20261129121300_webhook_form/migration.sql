ALTER TABLE webhook_endpoints ADD COLUMN form text NOT NULL DEFAULT 'json';
