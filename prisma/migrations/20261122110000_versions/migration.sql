-- AlterTable: a constant default rewrites no table.
ALTER TABLE "users" ADD COLUMN "version" BIGINT NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "orders" ADD COLUMN "version" BIGINT NOT NULL DEFAULT 1;

-- By hand: Prisma has no word for a trigger. Every UPDATE advances the version, whoever runs it: a process of the build before
-- this one, psql, or a statement that forgets it.
CREATE FUNCTION "advance_version"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  NEW."version" := OLD."version" + 1;
  RETURN NEW;
END $$;

CREATE TRIGGER "users_advance_version" BEFORE UPDATE ON "users" FOR EACH ROW EXECUTE FUNCTION "advance_version"();

CREATE TRIGGER "orders_advance_version" BEFORE UPDATE ON "orders" FOR EACH ROW EXECUTE FUNCTION "advance_version"();
