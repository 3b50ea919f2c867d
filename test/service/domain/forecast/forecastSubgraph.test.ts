import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Graph, openGraph } from '../support/openGraph.ts';

interface Forecast {
  city: string;
  days: { date: string; condition: string; highCelsius: number; lowCelsius: number }[];
}

const ZONES = ['Pacific/Kiritimati', 'Europe/London', 'Pacific/Pago_Pago']; // 14 hours ahead, about 0, 11 behind
const DAY = 24 * 60 * 60 * 1000;

let graph: Graph;
beforeAll(async () => {
  graph = await openGraph();
  const client = await graph.client();
  const today = Math.floor(Date.now() / DAY) * DAY;
  for (const timeZone of ZONES) {
    const days = Array.from({ length: 15 }, (_, index) => ({
      date: new Date(today + (index - 4) * DAY),
      condition: 'PARTLY_CLOUDY' as const,
      highCelsius: index,
      lowCelsius: -index,
    }));
    await client.city.create({
      data: { name: `City of ${timeZone}`, key: `city of ${timeZone.toLowerCase()}`, timeZone, days: { create: days } },
    });
  }
  await client.city.create({ data: { name: 'Ænima Übersee', key: 'ænima übersee', timeZone: 'UTC' } });
});
afterAll(() => graph.close());

async function forecast(city: string): Promise<Forecast | null> {
  const query =
    'query ($city: String!) { forecast(city: $city) { city days { date condition highCelsius lowCelsius } } }';
  return (await graph.read<{ forecast: Forecast | null }>(query, { city })).forecast;
}

/** The current date in a time zone. */
const dateIn = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format();

describe.each(ZONES)('in %s', (timeZone) => {
  test('the forecast has seven days from the local date on', async () => {
    const before = dateIn(timeZone);
    const found = await forecast(`City of ${timeZone}`);
    const after = dateIn(timeZone); // midnight may pass meanwhile
    expect(found?.city).toBe(`City of ${timeZone}`);
    expect([before, after]).toContain(found?.days[0]?.date);
    const first = Date.parse(found!.days[0]!.date);
    expect(found!.days.map(({ date }) => Date.parse(date))).toEqual(
      Array.from({ length: 7 }, (_, index) => first + index * DAY),
    );
    expect(found!.days[0]).toMatchObject({ condition: 'PARTLY_CLOUDY', lowCelsius: -found!.days[0]!.highCelsius });
  });
});

test.each(['ÆNIMA ÜBERSEE', '  ænima Übersee\t', 'Ænima U\u0308bersee'])('finds a city by %j', async (city) => {
  expect(await forecast(city)).toEqual({ city: 'Ænima Übersee', days: [] });
});

test.each(['Nowhere', 'Ænima', '%', "London'; DROP TABLE cities"])('is null for %j', async (city) => {
  expect(await forecast(city)).toBeNull();
});

test.each([
  ['', 'must not be blank'],
  [' \t', 'must not be blank'],
  ['Lon\0don', 'must not contain U+0000 or a lone surrogate'],
  ['Lon\udc00don', 'must not contain U+0000 or a lone surrogate'],
])('refuses the city %j', async (city, message) => {
  const { errors } = await graph.run('query ($city: String!) { forecast(city: $city) { city } }', { city });
  expect(errors).toMatchObject([{ code: 'BAD_USER_INPUT', problems: [{ field: 'city', message }] }]);
});

test('forecasts of several cities that are requested together take one statement', async () => {
  const cities = [...ZONES.map((timeZone) => `City of ${timeZone}`), 'Nowhere'];
  const together = () => Promise.all(cities.map(forecast));
  expect(await graph.statementsOf(together)).toHaveLength(1);
});
