ALTER TABLE streams ADD COLUMN ptz_login text;
