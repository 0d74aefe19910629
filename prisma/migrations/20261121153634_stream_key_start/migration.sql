-- CreateIndex
CREATE INDEX "streams_stream_key_idx" ON "streams"("stream_key" text_pattern_ops);
