ALTER TABLE installation
  ADD COLUMN backup_failed_at timestamp(3) with time zone,
  ADD COLUMN backup_missed_told_at timestamp(3) with time zone;
