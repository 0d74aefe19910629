CREATE TYPE "srt_direction" AS ENUM ('ingest', 'view');

-- The rows of earlier versions do not say where a connection leads. Its callers notice by the time-out of libsrt.
DELETE FROM "srt_sessions";

ALTER TABLE "srt_sessions"
    ADD COLUMN "direction" "srt_direction" NOT NULL,
    ADD COLUMN "stream_key_hash" TEXT NOT NULL,
    ADD COLUMN "worker_id" TEXT NOT NULL,
    ADD COLUMN "worker_local_port" INTEGER NOT NULL,
    ADD COLUMN "worker_socket_id" BIGINT NOT NULL,
    ADD COLUMN "receive_latency_ms" INTEGER;
