import type { WeatherCondition } from '../client/enums.ts';
import type { DemoCity } from './cities.ts';
import { seededRandom } from './seededRandom.ts';

/** The weather of one city on one day. */
export interface DemoForecast {
  /** A calendar date, for example 2026-03-01. */
  date: string;
  condition: WeatherCondition;
  highCelsius: number;
  lowCelsius: number;
}

/** Generates the weather of a city on a date from its climate: always the same for the same city and date. */
export function demoForecast(city: DemoCity, date: string): DemoForecast {
  const random = seededRandom(`${city.name} ${date}`);
  const july = summerShare(date);
  const wet = random() < city.wetJanuary + (city.wetJuly - city.wetJanuary) * july;
  const drift = 4 * (random() + random() - 1) - (wet ? 2 : 0);
  const high = Math.round(city.january + (city.july - city.january) * july + drift);
  const low = high - Math.round((wet ? 4 : 6) + 4 * random());
  return { date, condition: conditionOf(wet, high, random()), highCelsius: high, lowCelsius: low };
}

/** The season: 0 in the middle of January, 1 in the middle of July. */
function summerShare(date: string): number {
  const days = (Date.parse(date) - Date.parse(`${date.slice(0, 4)}-01-15`)) / 86_400_000;
  return (1 - Math.cos((2 * Math.PI * days) / 365.25)) / 2;
}

/** `chance` is from 0 up to 1. */
function conditionOf(wet: boolean, high: number, chance: number): WeatherCondition {
  if (wet) {
    if (high <= 1) return 'SNOW';
    return high >= 26 && chance < 0.4 ? 'THUNDERSTORM' : 'RAIN';
  }
  if (high < 12 && chance < 0.12) return 'FOG';
  if (chance < 0.35) return 'CLOUDY';
  return chance < 0.65 ? 'PARTLY_CLOUDY' : 'SUNNY';
}
