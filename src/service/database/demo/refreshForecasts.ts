import type { ClientBase } from 'pg';
import { CITIES } from './cities.ts';
import { demoForecast } from './demoForecast.ts';

/** The days relative to today in UTC: seven from the local date of any time zone, which is at most a day off, and one more. */
const FIRST_DAY = -1;
const LAST_DAY = 9;

/**
 * Adds the missing forecasts of the demo cities from today on, in any time zone, and deletes those older than 30 days. Does
 * nothing without the demo data set, and restores no deleted city.
 */
export async function refreshForecasts(database: Pick<ClientBase, 'query'>, now = new Date()): Promise<void> {
  const days = Array.from({ length: LAST_DAY - FIRST_DAY + 1 }, (_, day) => dateOf(now, FIRST_DAY + day));
  const rows = CITIES.flatMap((city) => days.map((date) => ({ key: city.key, ...demoForecast(city, date) })));
  // In the order of the primary key, so that concurrent refreshes wait for each other instead of deadlocking.
  await database.query(
    `INSERT INTO forecast_days (city_id, date, condition, high_celsius, low_celsius)
     SELECT cities.id, days.date, days.condition, days.high, days.low
     FROM unnest($1::text[], $2::date[], $3::weather_condition[], $4::int[], $5::int[])
       AS days (key, date, condition, high, low)
     JOIN cities ON cities.key = days.key
     WHERE EXISTS (SELECT FROM data_sets WHERE name = 'demo')
     ORDER BY 1, 2
     ON CONFLICT DO NOTHING`,
    [
      rows.map(({ key }) => key),
      rows.map(({ date }) => date),
      rows.map(({ condition }) => condition),
      rows.map(({ highCelsius }) => highCelsius),
      rows.map(({ lowCelsius }) => lowCelsius),
    ],
  );
  await database.query(
    `DELETE FROM forecast_days USING cities
     WHERE cities.id = city_id AND cities.key = any($1) AND date < $2::date
       AND EXISTS (SELECT FROM data_sets WHERE name = 'demo')`,
    [CITIES.map(({ key }) => key), dateOf(now, -30)],
  );
}

/** The date in UTC `days` after `now`. */
function dateOf(now: Date, days: number): string {
  return new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
}
