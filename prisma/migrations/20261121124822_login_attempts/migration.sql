-- CreateTable
CREATE TABLE "login_attempts" (
    "email" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "login_attempts_pkey" PRIMARY KEY ("email","address")
);

-- CreateIndex
CREATE INDEX "login_attempts_started_at_idx" ON "login_attempts"("started_at");
