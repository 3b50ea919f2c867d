-- AlterTable: products that exist already have one creation time, so their order by it is the order of their ids.
ALTER TABLE "products" ADD COLUMN "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- CreateIndex
CREATE INDEX "users_created_at_id_idx" ON "users"("created_at", "id");

-- CreateIndex
CREATE INDEX "products_created_at_id_idx" ON "products"("created_at", "id");

-- CreateIndex
CREATE INDEX "orders_created_at_id_idx" ON "orders"("created_at", "id");

-- CreateIndex
CREATE INDEX "orders_status_id_idx" ON "orders"("status", "id");

-- CreateIndex
CREATE INDEX "orders_status_created_at_id_idx" ON "orders"("status", "created_at", "id");

-- CreateIndex
CREATE INDEX "orders_user_id_created_at_id_idx" ON "orders"("user_id", "created_at", "id");

-- By hand: Prisma has no word for an index on an expression. Trigrams serve the search within names. The extension is
-- trusted, so the owner of the database can create it; it may be in another schema of the database already. Without it
-- search reads the whole table.
DO $$
DECLARE
  trigrams TEXT;
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  SELECT quote_ident(nspname) || '.gin_trgm_ops' INTO trigrams
  FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'pg_trgm';
  EXECUTE 'CREATE INDEX "products_search_idx" ON "products" USING gin (("name"::text) ' || trigrams || ')';
  EXECUTE 'CREATE INDEX "users_search_idx" ON "users" USING gin ((CASE WHEN "first_name" = '''' THEN "last_name"::text'
    ' WHEN "last_name" = '''' THEN "first_name"::text ELSE "first_name" || '' '' || "last_name" END) ' || trigrams || ')';
EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_file THEN
  RAISE WARNING 'search has no index: %', SQLERRM;
END $$;
