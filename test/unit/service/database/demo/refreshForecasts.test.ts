import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { CITIES } from '../../../../../src/service/database/demo/cities.ts';
import { demoForecast } from '../../../../../src/service/database/demo/demoForecast.ts';
import { refreshForecasts } from '../../../../../src/service/database/demo/refreshForecasts.ts';
import { createEmbeddedBackend } from '../../../../../src/service/database/embedded/createEmbeddedBackend.ts';
import { sql } from '../../../../../src/service/database/sql.ts';
import { startDatabase } from '../../../../../src/service/database/startDatabase.ts';
import { openArchive } from '../../../../database/openArchive.ts';

let client: pg.Client;
let close: () => Promise<void>;

beforeAll(async () => {
  const backend = createEmbeddedBackend(await openArchive('demo'));
  client = new pg.Client(backend.connection);
  await client.connect();
  close = async () => {
    await client.end();
    await backend.close();
  };
});
afterAll(() => close());
beforeEach(() => client.query('DELETE FROM forecast_days'));

/** The dates of each city's forecasts, from its local date on. */
async function datesFromToday(now: Date): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ name: string; dates: string[] }>(
    `SELECT name, array_agg(date::text ORDER BY date) AS dates
     FROM cities JOIN forecast_days ON city_id = id
     WHERE date >= ($1::timestamptz AT TIME ZONE time_zone)::date
     GROUP BY name`,
    [now],
  );
  return new Map(rows.map(({ name, dates }) => [name, dates]));
}

const moments = ['2026-02-28T00:00:00Z', '2026-03-01T09:59:59Z', '2026-12-31T10:00:00Z', '2028-02-29T23:59:59Z'];

test.each(moments)('gives every city seven days from its local date on at %s', async (moment) => {
  const now = new Date(moment);
  await refreshForecasts(client, now);
  const cities = await datesFromToday(now);
  expect(cities.size).toBe(40);
  for (const { name, timeZone } of CITIES) {
    const today = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(now);
    expect(cities.get(name)?.[0]).toBe(today);
    expect(cities.get(name)?.length).toBeGreaterThanOrEqual(7);
  }
});

test('keeps existing forecasts, adds missing ones, and deletes those older than 30 days', async () => {
  await refreshForecasts(client, new Date('2026-03-01T12:00:00Z'));
  await client.query(`UPDATE forecast_days SET high_celsius = 99 WHERE date = '2026-03-05'`);
  await refreshForecasts(client, new Date('2026-03-02T12:00:00Z'));
  const { rows } = await client.query<{ first: string; last: string; kept: string }>(
    `SELECT min(date)::text AS first, max(date)::text AS last, count(*) FILTER (WHERE high_celsius = 99) AS kept
     FROM forecast_days`,
  );
  expect(rows).toEqual([{ first: '2026-02-28', last: '2026-03-11', kept: '40' }]);

  await refreshForecasts(client, new Date('2026-04-03T12:00:00Z'));
  const { rows: later } = await client.query(`SELECT min(date)::text AS first FROM forecast_days`);
  expect(later).toEqual([{ first: '2026-03-04' }]);
});

test('changes no city outside of the demo data set, and restores none', async () => {
  await client.query(`
    BEGIN;
    DELETE FROM cities WHERE key = 'london';
    INSERT INTO cities (name, key, time_zone) VALUES ('Atlantis', 'atlantis', 'UTC');
    INSERT INTO forecast_days SELECT id, '2020-01-01', 'RAIN', 9, 9 FROM cities WHERE key = 'atlantis'`);
  await refreshForecasts(client, new Date('2026-03-01T12:00:00Z'));
  const { rows } = await client.query(
    `SELECT key, count(date) FROM cities LEFT JOIN forecast_days ON city_id = id
     WHERE key IN ('london', 'atlantis') GROUP BY key`,
  );
  await client.query('ROLLBACK');
  expect(rows).toEqual([{ key: 'atlantis', count: '1' }]);
});

test('does nothing without the demo data set', async () => {
  await client.query('BEGIN; DELETE FROM data_sets');
  await refreshForecasts(client);
  const { rows } = await client.query('SELECT count(*) FROM forecast_days');
  await client.query('ROLLBACK');
  expect(rows).toEqual([{ count: '0' }]);
});

test('runs every hour, and only logs a failure', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const warned: string[] = [];
  const log = { info: () => {}, warn: (_: object, message: string) => void warned.push(message) };
  const database = await startDatabase(createEmbeddedBackend(await openArchive('demo')), { seed: 'demo', log });
  const { forecastDay } = await database.client();
  await forecastDay.deleteMany();
  vi.advanceTimersByTime(3_600_000);
  await vi.waitFor(async () => expect(await forecastDay.count()).toBe(440));

  await database.query(sql`ALTER TABLE forecast_days RENAME TO gone`, {});
  vi.advanceTimersByTime(3_600_000);
  await vi.waitFor(() => expect(warned).toEqual(['could not refresh the forecasts']));
  await database.ping();
  await database.close();
  vi.useRealTimers();
});

test('generates weather that fits the climate, the same each time', () => {
  const summer = CITIES.map((city) => demoForecast(city, '2026-07-15'));
  expect(CITIES.map((city) => demoForecast(city, '2026-07-15'))).toEqual(summer);
  CITIES.forEach((city, index) => {
    const { highCelsius = NaN, lowCelsius = NaN, condition } = summer[index] ?? {};
    expect(Math.abs(highCelsius - city.july)).toBeLessThanOrEqual(6);
    expect(lowCelsius).toBeLessThan(highCelsius);
    if (highCelsius > 1) expect(condition).not.toBe('SNOW');
  });
});
