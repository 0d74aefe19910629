-- Pages of a stream's history and its newest lines come from the index alone, and old lines of all streams are found by time.
CREATE INDEX "stream_incidents_stream_id_occurred_at_id_idx" ON "stream_incidents"("stream_id", "occurred_at", "id");
DROP INDEX "stream_incidents_stream_id_occurred_at_idx";
CREATE INDEX "stream_incidents_occurred_at_idx" ON "stream_incidents"("occurred_at");
