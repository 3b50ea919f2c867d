import { expect, onTestFinished, test } from 'vitest';
import type { PrismaClient } from '../../../../../src/service/database/client/client.ts';
import { loadDemoData } from '../../../../../src/service/database/seed/loadDemoData.ts';
import { refreshForecasts } from '../../../../../src/service/database/seed/refreshForecasts.ts';
import { openArchive } from '../../../../database/openArchive.ts';
import { openPrisma } from '../support/openPrisma.ts';

/** A client of a migrated database, with the demo data or empty. */
async function open(seed: 'demo' | 'none'): Promise<PrismaClient> {
  const { client, close } = openPrisma(await openArchive(seed));
  onTestFinished(close);
  return client;
}

test('contains the orders of a shop over half a year', async () => {
  const client = await open('demo');
  expect(await client.product.count()).toBe(240);
  expect(await client.user.count()).toBe(120);
  expect(await client.order.count()).toBe(360);
  expect(await client.city.count()).toBe(40);
  const statuses = await client.order.groupBy({ by: ['status'] });
  expect(statuses.map(({ status }) => status).sort()).toEqual(['CANCELLED', 'DELIVERED', 'PAID', 'PENDING', 'SHIPPED']);
  // Ids continue the sequence.
  expect((await client.user.create({ data: { firstName: 'Next', lastName: '' } })).id).toBe(121n);
});

test('is consistent: totals are the sums of the lines at the prices of the products, and orders follow the registration of their user', async () => {
  const client = await open('demo');
  const orders = await client.order.findMany({ include: { items: { include: { product: true } }, user: true } });
  for (const { total, items, user, createdAt } of orders) {
    expect(items.length).toBeGreaterThanOrEqual(1);
    expect(items.length).toBeLessThanOrEqual(5);
    expect(total).toBe(items.reduce((sum, { quantity, unitPrice }) => sum + BigInt(quantity) * unitPrice, 0n));
    expect(items.every(({ unitPrice, product }) => unitPrice === product.price)).toBe(true);
    if (user) expect(user.createdAt.getTime()).toBeLessThan(createdAt.getTime());
  }
});

test('is the same in each database, except for its dates', async () => {
  const [first, second] = [await open('none'), await open('none')];
  await loadDemoData(first, new Date('2026-03-01T12:00:00Z'));
  await loadDemoData(second, new Date('2026-03-02T12:00:00Z'));
  const day = 86_400_000;
  for (const read of [
    (client: PrismaClient) => client.user.findMany({ orderBy: { id: 'asc' } }),
    (client: PrismaClient) => client.product.findMany({ orderBy: { id: 'asc' } }),
    (client: PrismaClient) => client.order.findMany({ include: { items: true }, orderBy: { id: 'asc' } }),
  ]) {
    const rows: { createdAt: Date }[] = await read(first);
    const later = rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt.getTime() + day) }));
    expect(await read(second)).toEqual(later);
  }
});

test('is loaded once: deleted rows stay deleted', async () => {
  const client = await open('demo');
  await client.order.deleteMany();
  await client.user.deleteMany();
  await client.product.deleteMany();
  await client.city.deleteMany();

  expect(await loadDemoData(client)).toBe(false);
  await refreshForecasts(client);
  for (const table of [client.user, client.product, client.order, client.city, client.forecastDay]) {
    expect(await (table.count as () => Promise<number>)()).toBe(0);
  }
});

test('is added to existing data', async () => {
  const client = await open('none');
  await client.user.create({ data: { firstName: 'First', lastName: 'Comer', email: 'ADA.LINDQVIST@EXAMPLE.COM' } });
  await client.city.create({ data: { name: 'LONDON', key: 'london', timeZone: 'Europe/London' } });

  expect(await loadDemoData(client)).toBe(true);
  expect(await client.user.findFirst({ where: { firstName: 'Ada' } })).toMatchObject({ email: null });
  expect(await client.user.findFirst({ where: { firstName: 'Amara' } })).toMatchObject({
    email: 'amara.okafor@example.org',
  });
  expect(await client.user.count()).toBe(121);
  expect(await client.city.count()).toBe(40);
});

test('is loaded entirely or not at all', async () => {
  const client = await open('none');
  await client.$executeRaw`ALTER TABLE cities RENAME TO gone`;
  await expect(loadDemoData(client)).rejects.toThrow('does not exist');
  await client.$executeRaw`ALTER TABLE gone RENAME TO cities`;
  expect(await client.user.count()).toBe(0);
  expect(await loadDemoData(client)).toBe(true);
});
