import { query } from './createDatabase.ts';

/** Every table with its columns in order, constraints and indexes, every enum with its values, and every sequence. */
const DESCRIBE = `
  SELECT 'column' AS kind, attrelid::regclass::text AS of, attnum || ' ' || attname AS name,
    concat_ws(' ', format_type(atttypid, atttypmod), CASE WHEN attnotnull THEN 'not null' END, pg_get_expr(adbin, adrelid)) AS definition
  FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
  WHERE attrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r') AND attnum > 0
  UNION ALL
  SELECT 'constraint', conrelid::regclass::text, conname, pg_get_constraintdef(oid)
  FROM pg_constraint WHERE connamespace = 'public'::regnamespace
  UNION ALL
  SELECT 'index', tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
  UNION ALL
  SELECT 'enum', enumtypid::regtype::text, enumsortorder::text, enumlabel FROM pg_enum
  UNION ALL
  SELECT 'sequence', sequencename, data_type::text, start_value || ' ' || increment_by
  FROM pg_sequences WHERE schemaname = 'public'
  ORDER BY 1, 2, 3`;

/** Describes the schema `public` of a database from PostgreSQL's catalogs, in an order that does not vary. */
export function describeSchema(url: string): Promise<unknown[]> {
  return query(url, DESCRIBE);
}
