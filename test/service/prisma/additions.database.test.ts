import { readFileSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openArchive } from '../../support/database/openArchive.ts';
import { openPrisma } from '../database/support/openPrisma.ts';

let files: PGlite;
beforeAll(async () => void (files = await openArchive('none')));
afterAll(() => files.close());

/** What the catalog has beyond tables, columns, enums, constraints and plain indexes. */
const ADDITIONS = `
  SELECT extname AS name FROM pg_extension WHERE extname <> 'plpgsql'
  UNION ALL SELECT indexrelid::regclass::text FROM pg_index
    JOIN pg_class ON pg_class.oid = indexrelid
    WHERE relnamespace = 'public'::regnamespace AND (indexprs IS NOT NULL OR indpred IS NOT NULL)
  UNION ALL SELECT proname || '()' FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
  UNION ALL SELECT tgname FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL SELECT unnest(reloptions) FROM pg_class WHERE relnamespace = 'public'::regnamespace
  ORDER BY 1`;

test('the README lists what the migrations add to the Prisma schema, and nothing else', async () => {
  const readme = readFileSync('src/service/database/README.md', 'utf8');
  const section = readme.split('## What the migrations add to the Prisma schema')[1]!.split(/^## /m)[0]!;
  const listed = section
    .split('\n')
    .filter((line) => /^- (?:Extension|Index|Function|Trigger|Option)/.test(line))
    .flatMap((line) => line.slice(0, line.indexOf(':')).match(/`[^`]+`/g) ?? [])
    .map((name) => name.slice(1, -1))
    .filter((name) => name !== 'list_totals');
  const { rows } = await files.query<{ name: string }>(ADDITIONS);
  expect(listed.sort()).toEqual(rows.map(({ name }) => name).sort());
});

test('the database has each default that the Prisma schema leaves to it', async () => {
  const columns = [...readFileSync('prisma/schema.prisma', 'utf8').matchAll(/^model .*?^}/gms)].flatMap(([model]) => {
    const table = /@@map\("(\w+)"\)/.exec(model)![1]!;
    const lines = model.split('\n').filter((line) => line.includes('@default(dbgenerated())'));
    return lines.map((line) => `${table}.${/@map\("(\w+)"\)/.exec(line)?.[1] ?? line.trim().split(' ')[0]!}`);
  });
  const { rows } = await files.query<{ name: string; value: string }>(
    `SELECT table_name || '.' || column_name AS name, column_default AS value FROM information_schema.columns`,
  );
  const defaults = new Map(rows.map(({ name, value }) => [name, value]));
  expect(Object.fromEntries(columns.map((name) => [name, defaults.get(name)]))).toEqual({
    'users.created_at': 'CURRENT_TIMESTAMP',
    'users.version': '1',
    'products.created_at': 'CURRENT_TIMESTAMP',
    'orders.created_at': 'CURRENT_TIMESTAMP',
    'orders.version': '1',
    'data_sets.loaded_at': 'CURRENT_TIMESTAMP',
    'idempotency_keys.created_at': 'CURRENT_TIMESTAMP',
  });
});

test('the client leaves creation times and versions to the database', async () => {
  const statements: string[] = [];
  const { client, close } = openPrisma(await openArchive('none'), (sql) => void statements.push(sql));
  onTestFinished(close);
  const { id: userId } = await client.user.create({ data: { firstName: 'A', lastName: '' } });
  await client.product.create({ data: { name: 'B', description: '', price: 1, currency: 'EUR' } });
  await client.order.create({ data: { userId, total: 1, currency: 'EUR' } });
  await client.dataSet.create({ data: { name: 'c' } });
  const inserts = statements.filter((sql) => sql.startsWith('INSERT'));
  expect(inserts).toHaveLength(4);
  for (const sql of inserts) expect(/\(.*?\)/.exec(sql)![0]).not.toMatch(/created_at|loaded_at|version/);
});
