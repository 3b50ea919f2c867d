// A database of the first release, with rows, gets what the orders and filters of lists need.
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { applyMigrations, readMigrations } from '../../../src/service/database/applyMigrations.ts';
import { openDatabase } from '../../../src/service/database/openDatabase.ts';
import { ProductStore } from '../../../src/service/domain/products/ProductStore.ts';
import { createDatabase } from './support/createDatabase.ts';

test('products of the first release are in the order of their ids by creation time too, before later ones', async () => {
  const url = await createDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const [first] = await readMigrations();
  await applyMigrations(client, [first!]);
  await client.query(
    `INSERT INTO products (id, name, description, price, currency)
     SELECT id, 'P', '', 1, 'EUR' FROM unnest(ARRAY[5, 3, 9, 1]) AS id; SELECT setval('products_id_seq', 9)`,
  );
  await client.end();

  const database = await openDatabase({ databaseUrl: url, dataDir: '', seed: 'none' });
  onTestFinished(database.close);
  const data = { name: 'Q', description: '', price: 1, currency: 'EUR' };
  await database.run({}, ({ product }) => product.create({ data }));
  const store = new ProductStore(database);
  const read = async (orderBy: 'CREATED_AT_ASC' | 'CREATED_AT_DESC') => {
    const [products] = await store.readPages([{ orderBy, filter: {}, offset: 0, first: 20 }], store.columnSets.all, {});
    return products!.map(({ id }) => id);
  };
  expect(await read('CREATED_AT_ASC')).toEqual([1, 3, 5, 9, 10]);
  expect(await read('CREATED_AT_DESC')).toEqual([10, 9, 5, 3, 1]);
});
