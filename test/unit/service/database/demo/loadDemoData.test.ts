import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../../../../src/service/database/Database.ts';
import { CITIES } from '../../../../../src/service/database/demo/cities.ts';
import { demoOrders } from '../../../../../src/service/database/demo/demoOrders.ts';
import { PEOPLE } from '../../../../../src/service/database/demo/people.ts';
import { PRODUCTS } from '../../../../../src/service/database/demo/products.ts';
import { createEmbeddedBackend } from '../../../../../src/service/database/embedded/createEmbeddedBackend.ts';
import { startDatabase } from '../../../../../src/service/database/startDatabase.ts';
import { openArchive } from '../../../../database/openArchive.ts';

/** Opens the same database once for each `work`. */
async function reopening(seed: 'demo' | 'none', ...work: ((database: Database) => Promise<unknown>)[]): Promise<void> {
  const files = await openArchive(seed);
  onTestFinished(() => files.close());
  for (const each of work) {
    const database = await startDatabase({ ...createEmbeddedBackend(files), close: async () => {} }, { seed: 'demo' });
    await each(database);
    await database.close();
  }
}

test('contains the orders of a shop over half a year', () =>
  reopening('demo', async (database) => {
    const client = await database.client();
    expect(await client.product.count()).toBe(240);
    expect(await client.user.count()).toBe(120);
    expect(await client.order.count()).toBe(360);
    expect(await client.city.count()).toBe(40);
    const statuses = await client.order.groupBy({ by: ['status'] });
    expect(statuses.map(({ status }) => status).sort()).toEqual([
      'CANCELLED',
      'DELIVERED',
      'PAID',
      'PENDING',
      'SHIPPED',
    ]);
    // Ids continue the sequence.
    expect((await client.user.create({ data: { firstName: 'Next', lastName: '' } })).id).toBe(121n);
  }));

test('is consistent: totals are the sums of the lines at the prices of the products, and orders follow the registration of their user', () =>
  reopening('demo', async (database) => {
    const client = await database.client();
    const orders = await client.order.findMany({ include: { items: { include: { product: true } }, user: true } });
    for (const { total, items, user, createdAt } of orders) {
      expect(items.length).toBeGreaterThanOrEqual(1);
      expect(items.length).toBeLessThanOrEqual(5);
      expect(total).toBe(items.reduce((sum, { quantity, unitPrice }) => sum + BigInt(quantity) * unitPrice, 0n));
      expect(items.every(({ unitPrice, product }) => unitPrice === product.price)).toBe(true);
      if (user) expect(user.createdAt.getTime()).toBeLessThan(createdAt.getTime());
    }
  }));

test('is loaded once: deleted rows stay deleted', () =>
  reopening(
    'demo',
    async (database) => {
      const client = await database.client();
      for (const table of [client.order, client.user, client.product, client.city]) {
        await (table.deleteMany as () => Promise<unknown>)();
      }
    },
    async (database) => {
      const client = await database.client();
      for (const table of [client.user, client.product, client.order, client.city, client.forecastDay]) {
        expect(await (table.count as () => Promise<number>)()).toBe(0);
      }
    },
  ));

test('is added to existing data', async () => {
  const files = await openArchive('none');
  onTestFinished(() => files.close());
  const backend = { ...createEmbeddedBackend(files), close: async () => {} };
  const before = await startDatabase(backend, { seed: 'none' });
  const email = PEOPLE[0]?.email?.toUpperCase() ?? '';
  const writer = await before.client();
  await writer.user.create({ data: { firstName: 'First', lastName: 'Comer', email } });
  await writer.city.create({ data: { name: 'LONDON', key: 'london', timeZone: 'Europe/London' } });
  await before.close();

  const after = await startDatabase(backend, { seed: 'demo' });
  const client = await after.client();
  expect(await client.user.findFirst({ where: { firstName: PEOPLE[0]?.firstName ?? '' } })).toMatchObject({
    email: null,
  });
  expect(await client.user.count()).toBe(121);
  expect(await client.city.count()).toBe(40);
  await after.close();
});

test('is the same each time', () => {
  const now = new Date('2026-03-01T12:00:00Z');
  expect(demoOrders(now)).toEqual(demoOrders(now));
});

test('has unique names, addresses and cities', () => {
  const names = PRODUCTS.map(({ name }) => name);
  const addresses = PEOPLE.flatMap(({ email }) => email ?? []);
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(new Set(CITIES.map(({ key }) => key)).size).toBe(40);
  expect(addresses.filter((address) => !/^[a-z.-]+@example\.(com|org|net)$/.test(address))).toEqual([]);
  expect(addresses.length).toBeLessThan(PEOPLE.length);
  expect(PEOPLE.filter(({ lastName }) => lastName === '').length).toBe(2);
});

test('has an existing time zone for each city', () => {
  for (const { timeZone } of CITIES) expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
});
