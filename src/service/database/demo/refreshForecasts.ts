import type { ClientBase } from 'pg';
import { CITIES } from './cities.ts';
import { demoForecast } from './demoForecast.ts';

/** What is today in some time zone reaches from yesterday to tomorrow in UTC; a forecast is seven days long. */
const FROM_DAYS = -1;
const TO_DAYS = 9;

/**
 * Sees to it that the cities of the demo data set have a forecast from today on, in any time zone, and deletes what is
 * older than 30 days. Does nothing where there is no demo data set, and brings no city back.
 */
export async function refreshForecasts(database: Pick<ClientBase, 'query'>, now = new Date()): Promise<void> {
  const days = Array.from({ length: TO_DAYS - FROM_DAYS + 1 }, (_, day) => dateOf(now, FROM_DAYS + day));
  const rows = CITIES.flatMap((city) => days.map((date) => ({ key: city.key, ...demoForecast(city, date) })));
  // In the order of the key, so that processes that do this together wait for each other instead of locking up.
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

/** The date in UTC so many days later. */
function dateOf(now: Date, days: number): string {
  return new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
}
