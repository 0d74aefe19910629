-- AlterTable
ALTER TABLE "streams" ADD COLUMN     "findings" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "media" JSONB,
ADD COLUMN     "passphrase" TEXT;

-- AlterTable
ALTER TABLE "stream_metrics" ADD COLUMN     "audio_left_dbfs" DOUBLE PRECISION,
ADD COLUMN     "audio_right_dbfs" DOUBLE PRECISION,
ADD COLUMN     "gop_seconds" DOUBLE PRECISION,
ADD COLUMN     "loss_percent" DOUBLE PRECISION,
ADD COLUMN     "lost_packets" INTEGER,
ADD COLUMN     "retransmitted_packets" INTEGER,
ADD COLUMN     "rtt_ms" DOUBLE PRECISION;

-- CreateTable
CREATE TABLE "stream_metric_minutes" (
    "stream_id" UUID NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL,
    "organization_id" UUID NOT NULL,
    "fps" DOUBLE PRECISION NOT NULL,
    "bitrate_kbps" DOUBLE PRECISION NOT NULL,
    "reconnect_count" INTEGER NOT NULL,
    "latency_ms" DOUBLE PRECISION,
    "dropped_frames" INTEGER,
    "rtt_ms" DOUBLE PRECISION,
    "lost_packets" INTEGER,
    "retransmitted_packets" INTEGER,
    "loss_percent" DOUBLE PRECISION,
    "gop_seconds" DOUBLE PRECISION,
    "audio_left_dbfs" DOUBLE PRECISION,
    "audio_right_dbfs" DOUBLE PRECISION,
    "quality_score" DOUBLE PRECISION,
    "alert_level" "alert_level",

    CONSTRAINT "stream_metric_minutes_pkey" PRIMARY KEY ("stream_id","recorded_at")
);

-- CreateIndex
CREATE INDEX "stream_metric_minutes_recorded_at_idx" ON "stream_metric_minutes"("recorded_at");

-- AddForeignKey
ALTER TABLE "stream_metric_minutes" ADD CONSTRAINT "stream_metric_minutes_stream_id_fkey" FOREIGN KEY ("stream_id") REFERENCES "streams"("id") ON DELETE CASCADE ON UPDATE CASCADE;
