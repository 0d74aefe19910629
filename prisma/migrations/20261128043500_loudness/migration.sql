-- Loudness by EBU R 128, of each second and packed for each minute. Null where an older version measured.
ALTER TABLE "stream_metrics" ADD COLUMN "loudness_lufs" DOUBLE PRECISION, ADD COLUMN "short_term_lufs" DOUBLE PRECISION;
ALTER TABLE "stream_metric_minutes"
  ADD COLUMN "loudness_lufs" DOUBLE PRECISION,
  ADD COLUMN "short_term_lufs" DOUBLE PRECISION,
  ADD COLUMN "loudness" BYTEA,
  ADD COLUMN "short_terms" BYTEA;
