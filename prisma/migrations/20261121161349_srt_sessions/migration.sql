-- CreateTable
CREATE TABLE "srt_sessions" (
    "gateway_id" TEXT NOT NULL,
    "local_port" INTEGER NOT NULL,
    "remote_address" TEXT NOT NULL,
    "remote_port" INTEGER NOT NULL,
    "socket_id" BIGINT NOT NULL,
    "stream_id" UUID NOT NULL,

    CONSTRAINT "srt_sessions_pkey" PRIMARY KEY ("gateway_id","local_port","remote_address","remote_port","socket_id")
);

-- CreateIndex
CREATE INDEX "srt_sessions_stream_id_idx" ON "srt_sessions"("stream_id");

-- AddForeignKey
ALTER TABLE "srt_sessions" ADD CONSTRAINT "srt_sessions_stream_id_fkey" FOREIGN KEY ("stream_id") REFERENCES "streams"("id") ON DELETE CASCADE ON UPDATE CASCADE;
