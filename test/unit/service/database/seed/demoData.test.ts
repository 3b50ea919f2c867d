import { expect, test } from 'vitest';
import {
  demoForecast,
  readCities,
  readOrders,
  readPeople,
  readProducts,
} from '../../../../../src/service/database/seed/demoData.ts';

const [people, products, cities] = [await readPeople(), await readProducts(), await readCities()];

test('has unique names, addresses and cities', () => {
  const names = products.map(({ name }) => name);
  const addresses = people.flatMap(({ email }) => email ?? []);
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(new Set(cities.map(({ key }) => key)).size).toBe(40);
  expect(addresses.filter((address) => !/^[a-z.-]+@example\.(com|org|net)$/.test(address))).toEqual([]);
  expect(addresses.length).toBeLessThan(people.length);
  expect(people.filter(({ lastName }) => lastName === '').length).toBe(2);
});

test('has an existing time zone for each city', () => {
  for (const { timeZone } of cities) expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
});

test('has orders of half a year, the oldest first, of its people and products', async () => {
  const orders = await readOrders();
  const ages = orders.map(({ ageMs }) => ageMs);
  expect(ages).toEqual(ages.toSorted((one, other) => other - one));
  expect(ages[0]).toBeLessThan(180 * 86_400_000);
  expect(ages.at(-1)).toBeGreaterThan(0);
  for (const { person, items } of orders) {
    if (person !== null) expect(people[person]).toBeDefined();
    expect(new Set(items.map(({ product }) => products[product]?.name)).size).toBe(items.length);
  }
});

test('generates weather that fits the climate, the same each time', () => {
  const summer = cities.map((city) => demoForecast(city, '2026-07-15'));
  expect(cities.map((city) => demoForecast(city, '2026-07-15'))).toEqual(summer);
  cities.forEach((city, index) => {
    const { highCelsius = NaN, lowCelsius = NaN, condition } = summer[index] ?? {};
    expect(Math.abs(highCelsius - city.july)).toBeLessThanOrEqual(6);
    expect(lowCelsius).toBeLessThan(highCelsius);
    if (highCelsius > 1) expect(condition).not.toBe('SNOW');
  });
});
