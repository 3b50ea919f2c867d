-- CreateTable
CREATE TABLE "idempotency_keys" (
    "id" BYTEA NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "status" SMALLINT NOT NULL,
    "headers" JSON NOT NULL,
    "body" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");
