-- CreateTable
CREATE TABLE "list_totals" (
    "list" VARCHAR(64) NOT NULL,
    "slot" BIGINT NOT NULL,
    "rows" BIGINT NOT NULL,

    CONSTRAINT "list_totals_pkey" PRIMARY KEY ("list","slot")
);

-- By hand: Prisma has no word for the rest. Half of each page is room for the next versions of its rows, so that no index entry is
-- written for them.
ALTER TABLE "list_totals" SET (fillfactor = 50);

-- Adds the inserted or deleted rows of one statement to a slot of the table's list, in the transaction of the statement: so the sum
-- of the slots is the number of rows in every snapshot. It waits for no other transaction: who holds the advisory lock of a slot
-- until the end of its transaction is the only one that writes it, and who does not get the lock takes the next slot.
-- SECURITY DEFINER: a role that may write a list needs no right to its total.
CREATE FUNCTION "count_list_rows"() RETURNS TRIGGER LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  difference BIGINT;
  place BIGINT := pg_backend_pid() % 16;
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM list_totals WHERE list = TG_TABLE_NAME;
    RETURN NULL;
  END IF;
  SELECT count(*) INTO difference FROM changed;
  IF difference = 0 THEN RETURN NULL; END IF;
  IF TG_OP = 'DELETE' THEN difference := -difference; END IF;

  IF current_setting('transaction_isolation') = 'read committed' THEN
    WHILE NOT pg_try_advisory_xact_lock(TG_RELID::int, place::int) LOOP
      place := place + 1;
    END LOOP;
    UPDATE list_totals SET rows = rows + difference WHERE list = TG_TABLE_NAME AND slot = place;
    IF FOUND THEN RETURN NULL; END IF;
  ELSE
    -- With an older snapshot to write what others have written since would fail. A row of its own, which later is merged.
    place := -pg_current_xact_id()::text::bigint;
  END IF;
  INSERT INTO list_totals AS own (list, slot, rows) VALUES (TG_TABLE_NAME, place, difference)
  ON CONFLICT (list, slot) DO UPDATE SET rows = own.rows + excluded.rows;
  RETURN NULL;
END $$;

REVOKE EXECUTE ON FUNCTION "count_list_rows"() FROM PUBLIC;

-- Counts the rows of all lists, while no transaction writes them. For the rows that exist, and for an operator who has
-- written rows without triggers.
CREATE FUNCTION "recount_lists"() RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE users, orders, products IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM list_totals;
  ALTER TABLE list_totals DISABLE TRIGGER list_totals_ignore_restored;
  INSERT INTO list_totals (list, slot, rows)
  SELECT 'users', 0, count(*) FROM users
  UNION ALL SELECT 'orders', 0, count(*) FROM orders
  UNION ALL SELECT 'products', 0, count(*) FROM products;
  ALTER TABLE list_totals ENABLE TRIGGER list_totals_ignore_restored;
END $$;

CREATE FUNCTION "ignore_row"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  RETURN NULL;
END $$;

-- A statement that names a table by its schema, as pg_restore does, is counted too, whatever its search_path.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION "count_list_rows"() SET search_path = %I, pg_temp', current_schema());
  EXECUTE format('ALTER FUNCTION "recount_lists"() SET search_path = %I, pg_temp', current_schema());
END $$;

-- CREATE TRIGGER keeps writers of the table out until the end of the migration, but no readers.
CREATE TRIGGER "users_count_inserted" AFTER INSERT ON "users" REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "count_list_rows"();
CREATE TRIGGER "users_count_deleted" AFTER DELETE ON "users" REFERENCING OLD TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "count_list_rows"();
CREATE TRIGGER "users_count_truncated" AFTER TRUNCATE ON "users"
  FOR EACH STATEMENT EXECUTE FUNCTION "count_list_rows"();

CREATE TRIGGER "orders_count_inserted" AFTER INSERT ON "orders" REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "count_list_rows"();
CREATE TRIGGER "orders_count_deleted" AFTER DELETE ON "orders" REFERENCING OLD TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "count_list_rows"();
CREATE TRIGGER "orders_count_truncated" AFTER TRUNCATE ON "orders"
  FOR EACH STATEMENT EXECUTE FUNCTION "count_list_rows"();

CREATE TRIGGER "products_count_inserted" AFTER INSERT ON "products" REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "count_list_rows"();
CREATE TRIGGER "products_count_deleted" AFTER DELETE ON "products" REFERENCING OLD TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "count_list_rows"();
CREATE TRIGGER "products_count_truncated" AFTER TRUNCATE ON "products"
  FOR EACH STATEMENT EXECUTE FUNCTION "count_list_rows"();

-- The totals in a dump of the data alone: the triggers above count the rows of the dump themselves. A whole dump is restored
-- before there are triggers.
CREATE TRIGGER "list_totals_ignore_restored" BEFORE INSERT ON "list_totals"
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION "ignore_row"();

SELECT recount_lists();
