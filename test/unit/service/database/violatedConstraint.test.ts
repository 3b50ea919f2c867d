import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PrismaClient } from '../../../../src/service/database/client/client.ts';
import type { Database } from '../../../../src/service/database/Database.ts';
import { violatedConstraint } from '../../../../src/service/database/violatedConstraint.ts';
import { openTestDatabase } from '../../../database/openTestDatabase.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const order = { total: 1n, currency: 'EUR' };
const item = { position: 0, productId: -1n, quantity: 1, unitPrice: 1n };
const email = 'ADA.lindqvist@example.com';

const violations: { title: string; name: string | undefined; write: (client: PrismaClient) => Promise<unknown> }[] = [
  {
    title: 'a unique index, by a model',
    name: 'users_email_key',
    write: (client) => client.user.create({ data: { firstName: 'A', lastName: '', email } }),
  },
  {
    title: 'a unique index, by SQL',
    name: 'users_email_key',
    write: (client) => client.$queryRaw`INSERT INTO users (first_name, last_name, email) VALUES ('A', '', ${email})`,
  },
  {
    title: 'a unique index, in a transaction',
    name: 'cities_key_key',
    write: (client) =>
      client.$transaction((tx) => tx.city.create({ data: { name: 'London', key: 'london', timeZone: 'UTC' } })),
  },
  {
    title: 'a foreign key, by a model',
    name: 'orders_user_id_fkey',
    write: (client) => client.order.create({ data: { ...order, userId: -1n } }),
  },
  {
    title: 'a foreign key, by a nested write',
    name: 'order_items_product_id_fkey',
    write: (client) => client.order.create({ data: { ...order, items: { create: [item] } } }),
  },
  {
    title: 'a foreign key, by SQL',
    name: 'orders_user_id_fkey',
    write: (client) => client.$executeRaw`INSERT INTO orders (user_id, total, currency) VALUES (-1, 1, 'EUR')`,
  },
  {
    title: 'a foreign key that restricts a deletion, by a model',
    name: 'orders_user_id_fkey',
    write: (client) => client.user.deleteMany(),
  },
  {
    title: 'a foreign key that restricts a deletion, by SQL',
    name: 'orders_user_id_fkey',
    write: (client) => client.$executeRaw`DELETE FROM users`,
  },
  {
    title: 'nothing: the value was too long',
    name: undefined,
    write: (client) => client.user.create({ data: { firstName: 'A'.repeat(300), lastName: '' } }),
  },
  {
    title: 'nothing: the column does not exist',
    name: undefined,
    write: (client) => client.$executeRaw`UPDATE users SET nothing = 1`,
  },
];

test.each(violations)('a write violated $title', async ({ name, write }) => {
  const error = await write(await database.client()).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Error);
  expect(violatedConstraint(error)).toBe(name);
});

test('an error from elsewhere violated nothing', () => {
  for (const other of [undefined, null, 'a text', new Error('other'), { meta: null }]) {
    expect(violatedConstraint(other)).toBeUndefined();
  }
});
