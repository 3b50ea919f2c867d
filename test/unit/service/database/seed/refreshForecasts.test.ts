import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Prisma, PrismaClient } from '../../../../../src/service/database/client/client.ts';
import { createEmbeddedBackend } from '../../../../../src/service/database/embedded/openEmbedded.ts';
import { readCities } from '../../../../../src/service/database/seed/demoData.ts';
import { refreshForecasts } from '../../../../../src/service/database/seed/refreshForecasts.ts';
import { startDatabase } from '../../../../../src/service/database/openDatabase.ts';
import { openArchive } from '../../../../database/openArchive.ts';
import { openPrisma } from '../support/openPrisma.ts';

let files: PGlite;
let client: PrismaClient;
let close: () => Promise<void>;

beforeAll(async () => {
  files = await openArchive('demo');
  ({ client, close } = openPrisma(files));
});
afterAll(() => close());
beforeEach(() => client.forecastDay.deleteMany());

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

/** Runs `work` in a transaction that is rolled back. */
async function rolledBack(work: (transaction: Prisma.TransactionClient) => Promise<void>): Promise<void> {
  const end = new Error('rolled back');
  const run = client.$transaction(async (transaction) => {
    await work(transaction);
    throw end;
  });
  await expect(run).rejects.toBe(end);
}

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
  await vi.waitFor(async () => expect((await own.query(count)).rows).toEqual([{ count: 440 }]));

  await own.query('ALTER TABLE forecast_days RENAME TO gone');
  vi.advanceTimersByTime(3_600_000);
  await vi.waitFor(() => expect(warned).toEqual(['could not refresh the forecasts']));
  await database.ping();
  await database.close();
  vi.useRealTimers();
});
