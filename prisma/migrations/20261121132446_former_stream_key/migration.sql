-- AlterTable
ALTER TABLE "streams" ADD COLUMN     "former_key_hash" TEXT;

-- CreateIndex
CREATE INDEX "streams_former_key_hash_idx" ON "streams"("former_key_hash");
