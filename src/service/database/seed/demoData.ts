// The demo data set: what prisma/demo lists, and the orders and the weather that follow from it and a seed. It is the same each time,
// except for the dates of the orders, which end at the present.
import { readFile } from 'node:fs/promises';
import type { OrderStatus, WeatherCondition } from '../client/enums.ts';

const FOLDER = new URL('../../../../prisma/demo/', import.meta.url);

const ORDER_COUNT = 360;
const ORDER_DAYS = 180;
const DAY_MS = 86_400_000;

/** A person; the last name is empty for people with a single name. One in nine has no e-mail address. */
export interface DemoPerson {
  firstName: string;
  lastName: string;
  email: string | null;
}

/** A product, with its price in cents. */
export interface DemoProduct {
  name: string;
  description: string;
  price: number;
}

/** A city with its climate. */
export interface DemoCity {
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

/** An order; people and products are indexes of their lists. */
export interface DemoOrder {
  person: number | null;
  status: OrderStatus;
  createdAt: Date;
  total: number;
  items: { product: number; quantity: number; unitPrice: number }[];
}

/** The weather of one city on one day. */
export interface DemoForecast {
  condition: WeatherCondition;
  highCelsius: number;
  lowCelsius: number;
}

export const readPeople = () => readList<DemoPerson>('people');

export const readProducts = () => readList<DemoProduct>('products');

export async function readCities(): Promise<DemoCity[]> {
  const cities = await readList<Omit<DemoCity, 'key'>>('cities');
  return cities.map((city) => ({ ...city, key: city.name.normalize('NFC').toLowerCase() }));
}

/** Generates the orders of the 180 days before `now`, oldest first. */
export function demoOrders(now: Date, people: readonly DemoPerson[], products: readonly DemoProduct[]): DemoOrder[] {
  const random = seededRandom('orders');
  const below = (limit: number) => Math.floor(random() * limit);
  return Array.from({ length: ORDER_COUNT }, (_, index) => {
    const age = ORDER_DAYS * (1 - (index + random()) / ORDER_COUNT);
    const chosen = new Set(Array.from({ length: 1 + below(5) }, () => below(products.length)));
    const items = [...chosen].map((product) => ({
      product,
      quantity: random() < 0.7 ? 1 : 2 + below(5),
      unitPrice: products[product]!.price,
    }));
    return {
      // Some orders have no user, and some users have no orders.
      person: random() < 0.12 ? null : below(Math.floor(people.length * 0.8)),
      status: statusAt(age, random()),
      createdAt: new Date(now.getTime() - age * DAY_MS),
      total: items.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0),
      items,
    };
  });
}

/** Generates the weather of a city on a calendar date, for example 2026-03-01, from its climate. */
export function demoForecast(city: DemoCity, date: string): DemoForecast {
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

/** The status of an order after `age` days; `chance` is from 0 up to 1. */
function statusAt(age: number, chance: number): OrderStatus {
  if (chance < 0.06) return 'CANCELLED';
  if (age < 2) return chance < 0.5 ? 'PENDING' : 'PAID';
  if (age < 5) return chance < 0.25 ? 'PENDING' : chance < 0.6 ? 'PAID' : 'SHIPPED';
  if (age < 12) return chance < 0.15 ? 'PAID' : chance < 0.5 ? 'SHIPPED' : 'DELIVERED';
  return 'DELIVERED';
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
