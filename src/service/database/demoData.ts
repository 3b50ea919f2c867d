// The demo data set: what prisma/demo lists, loaded once, and forecasts that follow from a climate and a date.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { DatabaseLog } from './Database.ts';
import type { City, Prisma, PrismaClient } from './client/client.ts';
import type { OrderStatus, WeatherCondition } from './client/enums.ts';
import { toCallerError } from './databaseErrors.ts';

const DAY_MS = 86_400_000;

/** Of the transaction: the longest delay of a timer, because it waits for that of another process, however long it takes. */
const TIMEOUT_MS = 2 ** 31 - 1;

/**
 * Loads the demo data set into a database without users, once: the row in `data_sets` remains when everything else is deleted. Of
 * several processes that start together one loads it, and the others wait, at the primary key of that row. False if it loads nothing.
 */
export async function loadDemoData(client: PrismaClient, now = new Date()): Promise<boolean> {
  const load = async (transaction: Prisma.TransactionClient) => {
    const { count } = await transaction.dataSet.createMany({ data: { name: 'demo' }, skipDuplicates: true });
    const isLoading = count === 1 && (await transaction.user.count()) === 0;
    if (isLoading) await createAll(transaction, now);
    return isLoading;
  };
  return client.$transaction(load, { maxWait: TIMEOUT_MS, timeout: TIMEOUT_MS });
}

async function createAll(client: Prisma.TransactionClient, now: Date): Promise<void> {
  const [people, products, orders, cities] = await Promise.all([
    readPeople(),
    readProducts(),
    readOrders(),
    readCities(),
  ]);
  const before = (ageMs: number) => new Date(now.getTime() - ageMs);

  // PostgreSQL returns rows in the order in which they are inserted.
  const users = await client.user.createManyAndReturn({
    data: people.map((person, index) => ({ ...person, createdAt: before((400 - 1.5 * index) * DAY_MS) })),
    select: { id: true },
  });
  const productRows = await client.product.createManyAndReturn({
    data: products.map((product, index) => ({
      ...product,
      currency: 'EUR',
      createdAt: before((420 - index) * DAY_MS),
    })),
    select: { id: true },
  });
  const orderRows = await client.order.createManyAndReturn({
    data: orders.map(({ status, person, items, ageMs }) => ({
      status,
      userId: person === null ? null : users[person]!.id,
      total: items.reduce((sum, { product, quantity }) => sum + quantity * products[product]!.price, 0),
      currency: 'EUR',
      createdAt: before(ageMs),
    })),
    select: { id: true },
  });
  await client.orderItem.createMany({
    data: orders.flatMap(({ items }, index) =>
      items.map(({ product, quantity }, position) => ({
        orderId: orderRows[index]!.id,
        position,
        productId: productRows[product]!.id,
        quantity,
        unitPrice: products[product]!.price,
      })),
    ),
  });
  await client.city.createMany({ data: cities.map(({ name, key, timeZone }) => ({ name, key, timeZone })) });
}

/** The days relative to today in UTC: seven from the local date of any time zone, which is at most a day off, and one more. */
const FIRST_DAY = -1;
const LAST_DAY = 9;

/** Refreshes the forecasts; a failure is only logged, because outdated forecasts are better than no service. */
export async function tryRefreshForecasts(client: Prisma.TransactionClient, log?: DatabaseLog): Promise<void> {
  try {
    await refreshForecasts(client);
  } catch (error) {
    log?.warn({ err: toCallerError(error) }, 'could not refresh the forecasts');
  }
}

/** Adds the missing forecasts of the demo cities, and deletes those older than 30 days. Does nothing without the demo data set. */
export async function refreshForecasts(client: Prisma.TransactionClient, now = new Date()): Promise<void> {
  const climates = new Map((await readCities()).map((city) => [city.key, city]));
  const days = Array.from({ length: LAST_DAY - FIRST_DAY + 1 }, (_, day) => dateOf(now, FIRST_DAY + day));
  const present = { where: { date: { in: days.map((day) => new Date(day)) } } };
  const cities = await client.city.findMany({
    where: { key: { in: [...climates.keys()] } },
    select: { id: true, key: true, _count: { select: { days: present } } },
    orderBy: { id: 'asc' },
  });
  // Most starts miss nothing.
  const incomplete = cities.filter(({ _count }) => _count.days < days.length);
  if (incomplete.length === 0 || (await client.dataSet.count({ where: { name: 'demo' } })) === 0) return;
  // In the order of the primary key, so that concurrent refreshes wait for each other instead of deadlocking.
  await client.forecastDay.createMany({
    data: incomplete.flatMap(({ id, key }) =>
      days.map((day) => ({ cityId: id, date: new Date(day), ...demoForecast(climates.get(key)!, day) })),
    ),
    skipDuplicates: true,
  });
  await client.forecastDay.deleteMany({
    where: { cityId: { in: cities.map(({ id }) => id) }, date: { lt: new Date(dateOf(now, -30)) } },
  });
}

/** The date in UTC `days` after `now`. */
function dateOf(now: Date, days: number): string {
  return new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
}

const FOLDER = new URL('../../../prisma/demo/', import.meta.url);

/** An order; people and products are indexes of their lists. Some orders have no user, and some users have no orders. */
interface DemoOrder {
  /** At the time of loading. */
  ageMs: number;
  person: number | null;
  status: OrderStatus;
  items: { product: number; quantity: number }[];
}

interface DemoCity extends Pick<City, 'name' | 'key' | 'timeZone'> {
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

/** The weather of a city on a calendar date, for example 2026-03-01: the same each time, by its climate. */
export function demoForecast(city: DemoCity, date: string) {
  const digest = createHash('sha256').update(`${city.name} ${date}`).digest();
  const random = (index: number) => digest[index]! / 256;
  const july = summerShare(date);
  const wet = random(0) < city.wetJanuary + (city.wetJuly - city.wetJanuary) * july;
  const drift = 4 * (random(1) + random(2) - 1) - (wet ? 2 : 0);
  const high = Math.round(city.january + (city.july - city.january) * july + drift);
  const low = high - Math.round((wet ? 4 : 6) + 4 * random(3));
  return { condition: conditionOf(wet, high, random(4)), highCelsius: high, lowCelsius: low };
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
