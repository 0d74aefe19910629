CREATE TABLE "gateways" (
    "id" TEXT NOT NULL,
    "heartbeat" INTEGER NOT NULL DEFAULT 0,
    "max_streams" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "gateways_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "streams"
    ADD COLUMN "worker_node" TEXT,
    ADD COLUMN "worker_input_port" INTEGER,
    ADD COLUMN "worker_output_port" INTEGER,
    ADD COLUMN "worker_control_port" INTEGER;
