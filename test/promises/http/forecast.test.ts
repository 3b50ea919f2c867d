// The forecast, section 4.1 of the interface: read-only data that changes slowly, so answers may be cached.
import { afterAll, describe, expect, test } from 'vitest';
import { SCHEMES, V1, V2 } from '../../cases/schemes.ts';
import { expectResponse, expectError, varies } from '../support/expectations.ts';
import type { HttpResponse } from '../support/sendRequest.ts';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());

const CONDITIONS = ['sunny', 'partly_cloudy', 'cloudy', 'fog', 'rain', 'thunderstorm', 'snow'];
const degrees = expect.toSatisfy((value: number) => Number.isInteger(value) && value >= -60 && value <= 60);
const dateIn = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format();

interface Forecast {
  city: string;
  days: { date: string; condition: string; highCelsius: number; lowCelsius: number }[];
}

function expectNotModified(answer: HttpResponse, fresh: HttpResponse): void {
  expect({ status: answer.status, body: answer.body }).toEqual({ status: 304, body: '' });
  for (const name of ['etag', 'cache-control', 'vary'] as const) expect(answer.headers[name]).toBe(fresh.headers[name]);
  expect(answer.headers).not.toHaveProperty('content-type');
}

describe.each([V1, V2])('under $name', (scheme) => {
  const client = portico.in(scheme);

  test.each([
    ['London', 'Europe/London'],
    ['Auckland', 'Pacific/Auckland'],
    ['Honolulu', 'Pacific/Honolulu'],
  ])('GET /forecast?city=%s answers 200 with the days from the date there on', async (city, timeZone) => {
    const before = dateIn(timeZone);
    const answer = await client.get(`/forecast?city=${city}`);
    const day = {
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      condition: expect.toSatisfy((condition: string) => CONDITIONS.includes(condition)),
      highCelsius: degrees,
      lowCelsius: degrees,
    };
    expectResponse(answer, 200, scheme.contentType, { city, days: Array(7).fill(day) });
    const { days } = answer.json as Forecast;
    expect([before, dateIn(timeZone)]).toContain(days[0]!.date);
    for (const { highCelsius, lowCelsius } of days) expect(highCelsius).toBeGreaterThanOrEqual(lowCelsius);
    const stamps = days.map(({ date }) => Date.parse(date));
    for (const [at, stamp] of stamps.entries()) expect(stamp).toBe(stamps[0]! + at * 86_400_000);
  });

  test.each([
    ...['london', 'LONDON', 'LoNdOn', '%4Condon', '%20London%09'].map((city) => [city, 'London']),
    ...['ZÜRICH', 'zu\u0308rich'].map((city) => [encodeURIComponent(city), 'Z%C3%BCrich']),
  ])('the city %s is matched without regard to case, form and surrounding space', async (city, same) => {
    const answer = await client.get(`/forecast?city=${city}`);
    expect([answer.status, answer.body]).toEqual([200, (await client.get(`/forecast?city=${same}`)).body]);
  });

  test('may be cached by its client alone, and says for how long', async () => {
    const { headers } = await client.get('/forecast?city=London');
    expect(headers['cache-control']).toMatch(/^private, max-age=[1-9]\d*$/);
    expect(headers.etag).toMatch(/^"[^"]+"$/);
  });

  test.each([
    ['its own tag', (tag: string) => tag],
    ['its own tag, weak', (tag: string) => `W/${tag}`],
    ['a list with its own tag', (tag: string) => `"other", ${tag} , "another"`],
    ['a star', () => '*'],
  ])('If-None-Match with %s is 304, to GET and to HEAD', async (_, write) => {
    const fresh = await client.get('/forecast?city=London');
    const headers = { 'if-none-match': write(fresh.headers.etag!) };
    expectNotModified(await client.get('/forecast?city=London', { headers }), fresh);
    expectNotModified(await client.request('HEAD', '/forecast?city=London', { headers }), fresh);
  });

  test.each(['"other"', 'W/"other"', 'other', '', '"', ','])('If-None-Match: %s is 200', async (tag) => {
    const answer = await client.get('/forecast?city=London', { headers: { 'if-none-match': tag } });
    expect(answer.status).toBe(200);
  });

  test.each([
    ['/forecast', ['city']],
    ['/forecast?city=', ['city']],
    ['/forecast?city', ['city']],
    ['/forecast?city=%20%09', ['city must not be blank']],
    ['/forecast?city=London&city=Paris', ['city']],
    ['/forecast?city=London&city=London', ['city']],
    [`/forecast?city=${'x'.repeat(201)}`, ['city', '200']],
    ['/forecast?city=%ff', ['city']],
    ['/forecast?city=Lon%00don', ['city']],
    ['/forecast?town=London', ['town', 'city']],
    ['/forecast?city=London&limit=5', ['limit']],
    ['/forecast?City=London', ['City', 'city']],
  ])('refuses %s with 400', async (path, names) => {
    const answer = await client.get(path);
    expectError(answer, 400, ...names);
    expect(answer.headers).not.toHaveProperty('etag');
  });

  test.each(['Atlantis', 'Lond', 'Londonn', '%25', "'", 'L_ndon', '%F0%9F%8C%A7', 'null', '__proto__'])(
    'the unknown city %s is 404, and is not cached',
    async (city) => {
      const answer = await client.get(`/forecast?city=${city}`);
      expectError(answer, 404);
      expect(answer.headers['cache-control'] ?? '').not.toContain('max-age');
      expect(answer.headers).not.toHaveProperty('etag');
    },
  );

  test('a refusal comes before 304', async () => {
    const headers = { 'if-none-match': '*' };
    expectError(await client.get('/forecast?city=London', { headers, scope: null }), 401);
    expectError(await client.get('/forecast?city=London', { headers, scope: 'users:read' }), 403);
    expectError(await client.get('/forecast?city=Atlantis', { headers }), 404);
  });
});

test('every version and every media type has an ETag of its own', async () => {
  const answers = await Promise.all(SCHEMES.map((scheme) => portico.in(scheme).get('/forecast?city=London')));
  // The unversioned path without a vendor Accept is version 1 as application/json, as is /v1.
  const tags = answers.filter((_, at) => SCHEMES[at]!.name !== 'no version').map(({ headers }) => headers.etag);
  expect(new Set(tags).size).toBe(SCHEMES.length - 1);
});

test('different cities have different tags', async () => {
  const [london, paris] = await Promise.all(['London', 'Paris'].map((city) => portico.get(`/forecast?city=${city}`)));
  expect(london!.headers.etag).not.toBe(paris!.headers.etag);
});

test('what changes from request to request carries no ETag', async () => {
  for (const path of ['/users', '/orders']) {
    const answer = await portico.get(path);
    expect(answer.headers).not.toHaveProperty('etag');
    expect(varies(answer)).toContain('accept');
  }
});
