// Forecasts in the database.
import type { Database, Scope } from '../../database/Database.ts';
import type { Forecast } from './resolvers.generated.ts';

export class ForecastStore {
  readonly #database: Pick<Database, 'run'>;

  constructor(database: Pick<Database, 'run'>) {
    this.#database = database;
  }

  /** The forecasts of the cities with these keys, in the order of the keys; null where a city is unknown. Dates are at midnight UTC. */
  async readMany(keys: readonly string[], scope: Scope): Promise<(Forecast | null)[]> {
    const [result] = await this.#database.run(
      scope,
      // Raw: the first day depends on the time zone of the city, and on the clock of the database.
      (client) => client.$queryRaw<[{ forecasts: string }]>`
        SELECT coalesce(json_agg(forecast), '[]')::text AS forecasts FROM (
          SELECT key, name AS city, (
            SELECT coalesce(json_agg(day), '[]') FROM (
              SELECT date, condition, high_celsius AS "highCelsius", low_celsius AS "lowCelsius"
              FROM forecast_days
              WHERE city_id = cities.id AND date >= (now() AT TIME ZONE cities.time_zone)::date
              ORDER BY date LIMIT 7
            ) AS day
          ) AS days
          FROM cities WHERE key = any(${keys}::text[])
        ) AS forecast`,
    );
    const forecasts = new Map<string, Forecast>();
    for (const { key, city, days } of JSON.parse(result.forecasts) as (Forecast & { key: string })[]) {
      // In JSON the date is a text.
      forecasts.set(key, { city, days: days.map((day) => ({ ...day, date: new Date(day.date) })) });
    }
    return keys.map((key) => forecasts.get(key) ?? null);
  }
}
