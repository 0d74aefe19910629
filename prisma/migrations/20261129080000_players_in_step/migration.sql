ALTER TABLE events
  ADD COLUMN keeps_players_in_step boolean NOT NULL DEFAULT false,
  ADD COLUMN players_delay_ms integer;
ALTER TABLE stream_metrics ADD COLUMN players_margin_ms double precision;
ALTER TABLE stream_metric_minutes ADD COLUMN players_margin_ms double precision;
