// The demo data set: what prisma/demo lists, and the weather that follows from a climate and a date.
import { readFile } from 'node:fs/promises';
import type { OrderStatus, WeatherCondition } from '../client/enums.ts';

const FOLDER = new URL('../../../../prisma/demo/', import.meta.url);

const DAY_MS = 86_400_000;

/** An order; people and products are indexes of their lists. Some orders have no user, and some users have no orders. */
interface DemoOrder {
  /** At the time of loading. */
  ageMs: number;
  person: number | null;
  status: OrderStatus;
  items: { product: number; quantity: number }[];
}

/** A city with its climate. */
interface DemoCity {
  name: string;
  /** The lookup key: the name in lower case. */
  key: string;
  /** IANA time zone. */
  timeZone: string;
  /** The mean daily maximum in January and in July, in degrees Celsius. */
  january: number;
  july: number;
  /** The probability of rain or snow on a day in January and in July. */
  wetJanuary: number;
  wetJuly: number;
}

/** The last name is empty for people with a single name. One in nine has no e-mail address. */
export const readPeople = () => readList<{ firstName: string; lastName: string; email: string | null }>('people');

/** Prices are in cents. */
export const readProducts = () => readList<{ name: string; description: string; price: number }>('products');

/** The oldest first. */
export const readOrders = () => readList<DemoOrder>('orders');

export async function readCities(): Promise<DemoCity[]> {
  const cities = await readList<Omit<DemoCity, 'key'>>('cities');
  return cities.map((city) => ({ ...city, key: city.name.normalize('NFC').toLowerCase() }));
}

/** Generates the weather of a city on a calendar date, for example 2026-03-01, from its climate. */
export function demoForecast(city: DemoCity, date: string) {
  const random = seededRandom(`${city.name} ${date}`);
  const july = summerShare(date);
  const wet = random() < city.wetJanuary + (city.wetJuly - city.wetJanuary) * july;
  const drift = 4 * (random() + random() - 1) - (wet ? 2 : 0);
  const high = Math.round(city.january + (city.july - city.january) * july + drift);
  const low = high - Math.round((wet ? 4 : 6) + 4 * random());
  return { condition: conditionOf(wet, high, random()), highCelsius: high, lowCelsius: low };
}

/** Creates a generator of numbers from 0 up to 1, the same ones for the same seed: mulberry32 over an FNV-1a hash. */
export function seededRandom(seed: string): () => number {
  let state = 0x811c9dc5;
  for (const byte of Buffer.from(seed)) state = Math.imul(state ^ byte, 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function readList<Row>(name: string): Promise<Row[]> {
  return JSON.parse(await readFile(new URL(`${name}.json`, FOLDER), 'utf8')) as Row[];
}

/** The season: 0 in the middle of January, 1 in the middle of July. */
function summerShare(date: string): number {
  const days = (Date.parse(date) - Date.parse(`${date.slice(0, 4)}-01-15`)) / DAY_MS;
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
