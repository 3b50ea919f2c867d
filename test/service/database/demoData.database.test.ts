import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Prisma, PrismaClient } from '../../../src/service/database/client/client.ts';
import {
  demoForecast,
  loadDemoData,
  readCities,
  readOrders,
  readPeople,
  readProducts,
  refreshForecasts,
} from '../../../src/service/database/demoData.ts';
import { createEmbeddedBackend } from '../../../src/service/database/embedded/openEmbedded.ts';
import { startDatabase } from '../../../src/service/database/openDatabase.ts';
import { openArchive } from '../../support/database/openArchive.ts';
import { openPrisma } from './support/openPrisma.ts';

/** A client of a migrated database, with the demo data or empty. */
async function open(seed: 'demo' | 'none'): Promise<PrismaClient> {
  const { client, close } = openPrisma(await openArchive(seed));
  onTestFinished(close);
  return client;
}

describe('loadDemoData', () => {
  test('contains the orders of a shop over half a year', async () => {
    const client = await open('demo');
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

  test('is not loaded into a database that has users', async () => {
    const client = await open('none');
    await client.user.create({ data: { firstName: 'First', lastName: 'Comer' } });
    expect(await loadDemoData(client)).toBe(false);
    expect(await client.product.count()).toBe(0);
  });

  test('is loaded entirely or not at all', async () => {
    const client = await open('none');
    await client.$executeRaw`ALTER TABLE cities RENAME TO gone`;
    await expect(loadDemoData(client)).rejects.toThrow('does not exist');
    await client.$executeRaw`ALTER TABLE gone RENAME TO cities`;
    expect(await client.user.count()).toBe(0);
    expect(await loadDemoData(client)).toBe(true);
  });
});

let files: PGlite;
let client: PrismaClient;
let close: () => Promise<void>;

/** The dates of each city's forecasts, from its local date on. */
async function datesFromToday(now: Date): Promise<Map<string, string[]>> {
  const { rows } = await files.query<{ name: string; dates: string[] }>(
    `SELECT name, array_agg(date::text ORDER BY date) AS dates
     FROM cities JOIN forecast_days ON city_id = id
     WHERE date >= ($1::timestamptz AT TIME ZONE time_zone)::date
     GROUP BY name`,
    [now.toISOString()],
  );
  return new Map(rows.map(({ name, dates }) => [name, dates]));
}

const moments = ['2026-02-28T00:00:00Z', '2026-03-01T09:59:59Z', '2026-12-31T10:00:00Z', '2028-02-29T23:59:59Z'];

/** Runs `work` in a transaction that is rolled back. */
async function rolledBack(work: (transaction: Prisma.TransactionClient) => Promise<void>): Promise<void> {
  const end = new Error('rolled back');
  const run = client.$transaction(async (transaction) => {
    await work(transaction);
    throw end;
  });
  await expect(run).rejects.toBe(end);
}

describe('refreshForecasts', () => {
  beforeAll(async () => {
    files = await openArchive('demo');
    ({ client, close } = openPrisma(files));
  });

  afterAll(() => close());

  beforeEach(() => client.forecastDay.deleteMany());

  test.each(moments)('gives every city seven days from its local date on at %s', async (moment) => {
    const now = new Date(moment);
    await refreshForecasts(client, now);
    const cities = await datesFromToday(now);
    expect(cities.size).toBe(40);
    for (const { name, timeZone } of await readCities()) {
      const today = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(now);
      expect(cities.get(name)?.[0]).toBe(today);
      expect(cities.get(name)?.length).toBeGreaterThanOrEqual(7);
    }
  });

  test('keeps existing forecasts, adds missing ones, and deletes those older than 30 days', async () => {
    await refreshForecasts(client, new Date('2026-03-01T12:00:00Z'));
    await files.query(`UPDATE forecast_days SET high_celsius = 99 WHERE date = '2026-03-05'`);
    await refreshForecasts(client, new Date('2026-03-02T12:00:00Z'));
    const { rows } = await files.query<{ first: string; last: string; kept: string }>(
      `SELECT min(date)::text AS first, max(date)::text AS last, count(*) FILTER (WHERE high_celsius = 99) AS kept
     FROM forecast_days`,
    );
    expect(rows).toEqual([{ first: '2026-02-28', last: '2026-03-11', kept: 40 }]);

    await refreshForecasts(client, new Date('2026-04-03T12:00:00Z'));
    const { rows: later } = await files.query(`SELECT min(date)::text AS first FROM forecast_days`);
    expect(later).toEqual([{ first: '2026-03-04' }]);
  });

  test('changes no city outside of the demo data set, and restores none', () =>
    rolledBack(async (transaction) => {
      await transaction.city.delete({ where: { key: 'london' } });
      const { id } = await transaction.city.create({ data: { name: 'Atlantis', key: 'atlantis', timeZone: 'UTC' } });
      const weather = { condition: 'RAIN', highCelsius: 9, lowCelsius: 9 } as const;
      await transaction.forecastDay.create({ data: { cityId: id, date: new Date('2020-01-01'), ...weather } });
      await refreshForecasts(transaction, new Date('2026-03-01T12:00:00Z'));
      const cities = await transaction.city.findMany({
        where: { key: { in: ['london', 'atlantis'] } },
        select: { key: true, _count: { select: { days: true } } },
      });
      expect(cities).toEqual([{ key: 'atlantis', _count: { days: 1 } }]);
    }));

  test('does nothing without the demo data set', () =>
    rolledBack(async (transaction) => {
      await transaction.dataSet.deleteMany();
      await refreshForecasts(transaction);
      expect(await transaction.forecastDay.count()).toBe(0);
    }));

  test('composes no forecasts where none is missing', async () => {
    const now = new Date('2026-03-01T12:00:00Z');
    const createMany = vi.spyOn(client.forecastDay, 'createMany');
    await refreshForecasts(client, now);
    expect(createMany).toHaveBeenCalledOnce();
    await refreshForecasts(client, now);
    expect(createMany).toHaveBeenCalledOnce();
    createMany.mockRestore();
  });

  test('runs every hour, and only logs a failure', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const warned: string[] = [];
    const log = { info: () => {}, warn: (_: object, message: string) => void warned.push(message) };
    const own = await openArchive('demo');
    const database = await startDatabase(createEmbeddedBackend(own), { seed: 'demo', log });
    await own.query('DELETE FROM forecast_days');
    vi.advanceTimersByTime(3_600_000);
    const count = 'SELECT count(*) FROM forecast_days';
    await expect.poll(async () => (await own.query(count)).rows).toEqual([{ count: 440 }]);

    await own.query('ALTER TABLE forecast_days RENAME TO gone');
    vi.advanceTimersByTime(3_600_000);
    await expect.poll(() => warned).toEqual(['could not refresh the forecasts']);
    await database.ping();
    await database.close();
    vi.useRealTimers();
  });
});

const [people, products, cities] = [await readPeople(), await readProducts(), await readCities()];

describe('demoData', () => {
  test('has unique names, addresses and cities', () => {
    const names = products.map(({ name }) => name);
    const addresses = people.flatMap(({ email }) => email ?? []);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(new Set(cities.map(({ key }) => key)).size).toBe(40);
    expect(addresses.filter((address) => !/^[a-z.-]+@example\.(com|org|net)$/.test(address))).toEqual([]);
    expect(addresses.length).toBeLessThan(people.length);
    expect(people.filter(({ lastName }) => lastName === '').length).toBe(2);
  });

  test('has orders of half a year, the oldest first, of its people and products', async () => {
    const orders = await readOrders();
    const ages = orders.map(({ ageMs }) => ageMs);
    expect(ages).toEqual(ages.toSorted((one, other) => other - one));
    expect(ages[0]).toBeLessThan(180 * 86_400_000);
    expect(ages.at(-1)).toBeGreaterThan(0);
    for (const { person, items } of orders) {
      if (person !== null) expect(people[person]).toBeDefined();
      expect(new Set(items.map(({ product }) => products[product]?.name)).size).toBe(items.length);
    }
  });

  test('generates weather that fits the climate, the same each time', () => {
    const summer = cities.map((city) => demoForecast(city, '2026-07-15'));
    expect(cities.map((city) => demoForecast(city, '2026-07-15'))).toEqual(summer);
    cities.forEach((city, index) => {
      const { highCelsius = NaN, lowCelsius = NaN, condition } = summer[index] ?? {};
      expect(Math.abs(highCelsius - city.july)).toBeLessThanOrEqual(6);
      expect(lowCelsius).toBeLessThan(highCelsius);
      if (highCelsius > 1) expect(condition).not.toBe('SNOW');
    });
  });
});
