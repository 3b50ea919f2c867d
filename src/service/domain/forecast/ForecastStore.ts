// Forecasts in the database.
import type { Database } from '../../database/Database.ts';
import type { Scope } from '../../database/Scope.ts';
import type { WeatherCondition } from './resolvers.generated.ts';

/** The forecast of one city, for the resolvers. */
export interface ForecastRow {
  city: string;
  days: ForecastDayRow[];
}

/** The weather of one day. */
interface ForecastDayRow {
  /** Midnight UTC of that calendar date. */
  date: Date;
  condition: WeatherCondition;
  highCelsius: number;
  lowCelsius: number;
}

type StoredDay = { key: string; city: string } & (ForecastDayRow | { [Field in keyof ForecastDayRow]: null });

const READ_MANY = `
  SELECT cities.key, cities.name AS city, days.*
  FROM cities
  LEFT JOIN LATERAL (
    SELECT date, condition, high_celsius AS "highCelsius", low_celsius AS "lowCelsius"
    FROM forecast_days
    WHERE city_id = cities.id AND date >= (now() AT TIME ZONE cities.time_zone)::date
    ORDER BY date LIMIT 7
  ) AS days ON true
  WHERE cities.key = any($1::text[]) ORDER BY cities.key, days.date`;

export class ForecastStore {
  readonly #database: Pick<Database, 'query'>;

  constructor(database: Pick<Database, 'query'>) {
    this.#database = database;
  }

  /** The forecasts of the cities with these keys, in the order of the keys; null where a city is unknown. */
  async readMany(keys: readonly string[], scope: Scope): Promise<(ForecastRow | null)[]> {
    const rows = await this.#database.query<StoredDay>({ text: READ_MANY, values: [keys] }, scope);
    const forecasts = new Map<string, ForecastRow>();
    for (const { key, city, ...day } of rows) {
      const forecast = forecasts.get(key) ?? { city, days: [] };
      forecasts.set(key, forecast);
      if (day.date !== null) forecast.days.push(day);
    }
    return keys.map((key) => forecasts.get(key) ?? null);
  }
}
