-- The SRT latency that the user chose, and the round trip of the encoder's link that Mobile goes by
ALTER TABLE "streams" ADD COLUMN "latency" JSONB NOT NULL DEFAULT '"internet"', ADD COLUMN "rtt_ms" INTEGER;
