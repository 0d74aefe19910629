-- Variation of the time that an encoder's packets take to the gateway.
ALTER TABLE "stream_metrics" ADD COLUMN "jitter_ms" DOUBLE PRECISION;
ALTER TABLE "stream_metric_minutes" ADD COLUMN "jitter_ms" DOUBLE PRECISION;
