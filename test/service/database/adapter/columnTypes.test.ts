// How values cross between Prisma and the embedded database.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../../src/service/database/Database.ts';
import { openTestDatabase } from '../../../support/database/openTestDatabase.ts';

/** A row with one value of any type. */
interface ValueRow {
  value: unknown;
}

const TIMES: [text: string, iso: string][] = [
  ['2026-11-22 13:50:03+00', '2026-11-22T13:50:03.000Z'],
  ['2026-11-22 13:50:03.1+00', '2026-11-22T13:50:03.100Z'],
  ['2026-11-22 13:50:03.12+00', '2026-11-22T13:50:03.120Z'],
  ['2026-11-22 13:50:03.123+00', '2026-11-22T13:50:03.123Z'],
  ['2026-11-22 13:50:03.003+00', '2026-11-22T13:50:03.003Z'],
  ['2026-11-22 13:50:03.123999+00', '2026-11-22T13:50:03.123Z'],
  ['2026-11-22 13:50:03+05:45', '2026-11-22T08:05:03.000Z'],
  ['2024-02-29 23:59:59.999+00', '2024-02-29T23:59:59.999Z'],
  ['1969-12-31 23:59:59.5+00', '1969-12-31T23:59:59.500Z'],
  ['0001-01-01 00:00:00+00', '0001-01-01T00:00:00.000Z'],
  ['0099-12-31 12:00:00+00', '0099-12-31T12:00:00.000Z'],
  ['9999-12-31 23:59:59.999+00', '9999-12-31T23:59:59.999Z'],
];

const FAR_TIMES: [text: string, iso: string][] = [
  ['0001-12-31 23:59:59.5+00 BC', '0000-12-31T23:59:59.500Z'],
  ['0044-03-15 12:00:00+00 BC', '-000043-03-15T12:00:00.000Z'],
  ['10000-01-01 00:00:00+00', '+010000-01-01T00:00:00.000Z'],
  ['12345-06-07 08:09:10.25+00', '+012345-06-07T08:09:10.250Z'],
];

const BIGINTS = [
  0n,
  1n,
  -1n,
  2n ** 31n,
  2n ** 53n - 1n,
  -(2n ** 53n) + 1n,
  2n ** 53n + 1n,
  2n ** 63n - 1n,
  -(2n ** 63n),
];

const TEXTS = [
  '',
  `it's "quoted" \\ and $1 :name ?`,
  'Ødegård 日本 👩‍🚀',
  '{a,"b"}',
  '{"a":1}',
  'NULL',
  ' \t\n\u0001',
  '2026-11-22T00:00:00Z',
];

let database: Database;
beforeAll(async () => void (database = await openTestDatabase({ seed: 'none' })));
afterAll(() => database.close());

const select = async (work: (client: Parameters<Parameters<Database['run']>[1]>[0]) => PromiseLike<ValueRow[]>) => {
  const [row] = await database.run({}, work);
  return row!.value;
};

describe('a timestamptz', () => {
  test.each([...TIMES, ...FAR_TIMES])('%s is a Date', async (text, iso) => {
    const value = (await select(
      (client) => client.$queryRaw<ValueRow[]>`SELECT ${text}::text::timestamptz AS value`,
    )) as Date;
    expect(value).toBeInstanceOf(Date);
    expect(value.toISOString()).toBe(iso);
    const milliseconds = await select(
      (client) =>
        client.$queryRaw<
          ValueRow[]
        >`SELECT floor(extract(epoch FROM ${text}::text::timestamptz) * 1000)::bigint AS value`,
    );
    expect(BigInt(value.getTime())).toBe(milliseconds);
  });

  test.each(TIMES)('%s is written as it is read, by a model and as a parameter of SQL', async (_, iso) => {
    const createdAt = new Date(iso);
    const user = await database.run({}, (client) =>
      client.user.create({ data: { firstName: 'A', lastName: '', createdAt } }),
    );
    expect(user.createdAt).toEqual(createdAt);
    const found = await database.run({}, (client) => client.user.findMany({ where: { id: user.id, createdAt } }));
    expect(found).toEqual([user]);
    const { id } = user;
    const read = await database.run(
      {},
      (client) =>
        client.$queryRaw`SELECT created_at AS value, extract(epoch FROM created_at)::float8 AS seconds FROM users
          WHERE id = ${id} AND created_at = ${createdAt} AND created_at = ANY (${[createdAt]}::timestamptz[])`,
    );
    expect(read).toEqual([{ value: createdAt, seconds: createdAt.getTime() / 1000 }]);
  });
});

describe('a date', () => {
  test.each(['2026-11-22', '2024-02-29', '1969-12-31', '1582-10-04', '0001-01-01', '9999-12-31'])(
    '%s is a Date at midnight UTC',
    async (text) => {
      const value = await select((client) => client.$queryRaw<ValueRow[]>`SELECT ${text}::text::date AS value`);
      expect((value as Date).toISOString()).toBe(`${text}T00:00:00.000Z`);
    },
  );

  test('is written and found by a model', async () => {
    const city = await database.run({}, (client) =>
      client.city.create({ data: { name: 'Rome', key: randomUUID(), timeZone: 'Europe/Rome' } }),
    );
    const dates = ['1969-12-31', '2024-02-29', '2026-11-22'].map((text) => new Date(`${text}T00:00:00Z`));
    const day = { cityId: city.id, condition: 'PARTLY_CLOUDY', highCelsius: -3, lowCelsius: -40 } as const;
    await database.run({}, (client) =>
      client.forecastDay.createMany({ data: dates.map((date) => ({ ...day, date })) }),
    );
    const found = await database.run({}, (client) =>
      client.forecastDay.findMany({ where: { cityId: city.id, date: { in: dates } }, orderBy: { date: 'asc' } }),
    );
    expect(found).toEqual(dates.map((date) => ({ ...day, date })));
    const between = await database.run({}, (client) =>
      client.forecastDay.findMany({ where: { cityId: city.id, date: { gt: dates[0]!, lte: dates[1]! } } }),
    );
    expect(between).toEqual([{ ...day, date: dates[1] }]);
  });
});

describe('a bigint', () => {
  test.each(BIGINTS)('%d is that number, as a parameter and in a result', async (number) => {
    expect(await select((client) => client.$queryRaw<ValueRow[]>`SELECT ${number}::bigint AS value`)).toBe(number);
    expect(await select((client) => client.$queryRaw<ValueRow[]>`SELECT (${[number, 7n]}::bigint[])[1] AS value`)).toBe(
      number,
    );
  });

  test.each(BIGINTS.filter((number) => number >= 0n))('%d is an amount of a model', async (total) => {
    const order = await database.run({}, (client) => client.order.create({ data: { total, currency: 'EUR' } }));
    expect(order.total).toBe(total);
    const found = await database.run({}, (client) =>
      client.order.findMany({ where: { id: { in: [order.id, -1n] }, total }, select: { total: true } }),
    );
    expect(found).toEqual([{ total }]);
  });

  test.each([2n ** 63n, -(2n ** 63n) - 1n])('%d is refused', async (number) => {
    const raw = select((client) => client.$queryRaw<ValueRow[]>`SELECT ${number}::bigint AS value`);
    await expect(raw).rejects.toMatchObject({ code: expect.stringMatching(/^22003|^22P02|^P2/) as unknown });
    const byModel = database.run({}, (client) => client.order.findMany({ where: { total: number } }));
    await expect(byModel).rejects.toThrow();
  });
});

describe('a text', () => {
  test.each(TEXTS)('%j is that text, by a model, in SQL and in an array', async (text) => {
    const user = await database.run({}, (client) => client.user.create({ data: { firstName: text, lastName: 'x' } }));
    expect(user.firstName).toBe(text);
    const found = await database.run({}, (client) =>
      client.user.findMany({ where: { id: user.id, firstName: { in: [text, 'other'] } } }),
    );
    expect(found).toEqual([user]);
    expect(await select((client) => client.$queryRaw<ValueRow[]>`SELECT ${text}::text AS value`)).toBe(text);
    const element = await select(
      (client) => client.$queryRaw<ValueRow[]>`SELECT (${['first', text]}::text[])[2] AS value`,
    );
    expect(element).toBe(text);
  });

  test('with a null character is refused, by the server', async () => {
    const data = { firstName: 'a\0b', lastName: '' };
    await expect(database.run({}, (client) => client.user.create({ data }))).rejects.toMatchObject({ code: '22021' });
    await expect(database.run({}, (client) => client.$queryRaw`SELECT ${'a\0b'}::text`)).rejects.toMatchObject({
      code: '22021',
    });
    expect(await select((client) => client.$queryRaw<ValueRow[]>`SELECT 'next' AS value`)).toBe('next');
  });
});

test('bytes are those bytes, by a model and in SQL', async () => {
  for (const bytes of [[], [0, 255, 10, 0], [92, 120, 39], Array.from({ length: 256 }, (_, byte) => byte)]) {
    const id = Uint8Array.from([...bytes, ...Buffer.from(randomUUID())]);
    const body = Uint8Array.from(bytes);
    const data = { id, fingerprint: 'x', status: 200, headers: { a: ['b', null, 1.5, true], 'ø"': {} }, body };
    await database.run({}, (client) => client.idempotencyKey.create({ data }));
    const [found] = await database.run({}, (client) => client.idempotencyKey.findMany({ where: { id } }));
    expect(Buffer.from(found!.id)).toEqual(Buffer.from(id));
    expect(Buffer.from(found!.body!)).toEqual(Buffer.from(body));
    expect(found!.headers).toEqual(data.headers);
    const value = await select(
      (client) =>
        client.$queryRaw<ValueRow[]>`SELECT body AS value FROM idempotency_keys WHERE id = ${id} AND body = ${body}`,
    );
    expect(Buffer.from(value as Uint8Array)).toEqual(Buffer.from(body));
  }
});

test('JSON is what it says', async () => {
  const json = { a: [1, null, 'ø"\\', true], b: {} };
  for (const value of [json, [], 'text', 1.5, false]) {
    const text = JSON.stringify(value);
    expect(await select((client) => client.$queryRaw<ValueRow[]>`SELECT ${text}::json AS value`)).toEqual(value);
    expect(await select((client) => client.$queryRaw<ValueRow[]>`SELECT ${text}::jsonb AS value`)).toEqual(value);
  }
});

test('enums, booleans, numbers and texts are what they are', async () => {
  const [row] = await database.run(
    {},
    (client) => client.$queryRaw<object[]>`
      SELECT 'PAID'::order_status AS status, true AS yes, false AS no, ${true}::boolean AS given, 7::int AS int, 7::smallint AS small,
        1.5::float8 AS float, 1.25::float4 AS real, 'x'::varchar AS varchar, 'EUR'::char(3) AS char, 'users'::name AS name`,
  );
  expect(row).toEqual({
    status: 'PAID',
    yes: true,
    no: false,
    given: true,
    int: 7,
    small: 7,
    float: 1.5,
    real: 1.25,
    varchar: 'x',
    char: 'EUR',
    name: 'users',
  });
  const order = await database.run({}, (client) =>
    client.order.create({ data: { total: 1n, currency: 'EUR', status: 'SHIPPED' } }),
  );
  const found = await database.run({}, (client) =>
    client.order.findMany({ where: { id: order.id, status: { in: ['SHIPPED', 'PAID'] } }, select: { status: true } }),
  );
  expect(found).toEqual([{ status: 'SHIPPED' }]);
});

test('null is null, of every type, as a parameter, in a result and in a model', async () => {
  const [row] = await database.run(
    {},
    (client) => client.$queryRaw<object[]>`
      SELECT NULL::timestamptz AS time, NULL::date AS date, NULL::bigint AS big, NULL::json AS json, NULL::bytea AS bytes, NULL::boolean AS bool,
        NULL::order_status AS status, NULL AS unknown, ${null}::text AS text, ${null}::bigint AS given, (${['a', null]}::text[])[2] AS element`,
  );
  expect(Object.values(row!)).toEqual(Array(11).fill(null));
  const user = await database.run({}, (client) =>
    client.user.create({ data: { firstName: 'A', lastName: '', email: null } }),
  );
  expect(user.email).toBeNull();
  const found = await database.run({}, (client) => client.user.findMany({ where: { id: user.id, email: null } }));
  expect(found).toEqual([user]);
});

test('arrays of every kind are parameters of SQL', async () => {
  const [row] = await database.run(
    {},
    (client) => client.$queryRaw<object[]>`
      SELECT array_length(${[]}::bigint[], 1) AS none, (SELECT sum(id)::bigint FROM unnest(${[1n, 2n, 2n ** 53n]}::bigint[]) AS id) AS sum,
        (SELECT string_agg(text, '|') FROM unnest(${['a', 'b,"c"', '{}', `\\`, '']}::text[]) AS text) AS texts,
        (SELECT max(time) FROM unnest(${[new Date(0), new Date('2026-03-29T01:30:00.123Z')]}::timestamptz[]) AS time) AS latest,
        (SELECT count(*)::int FROM unnest(${[true, false, true]}::boolean[]) AS flag WHERE flag) AS flags,
        (SELECT sum(number)::int FROM unnest(${[1, 2, 3]}::int[]) AS number) AS ints`,
  );
  expect(row).toEqual({
    none: null,
    sum: 2n ** 53n + 3n,
    texts: 'a|b,"c"|{}|\\|',
    latest: new Date('2026-03-29T01:30:00.123Z'),
    flags: 2,
    ints: 6,
  });
});

test('the time of the database is the time of its clock, with milliseconds', async () => {
  const user = await database.run({}, (client) => client.user.create({ data: { firstName: 'A', lastName: '' } }));
  const found = await database.run(
    {},
    (client) =>
      client.$queryRaw`SELECT created_at = ${user.createdAt} AS same, abs(extract(epoch FROM created_at - ${new Date()}))::float8 < 3600 AS near FROM users WHERE id = ${user.id}`,
  );
  expect(found).toEqual([{ same: true, near: true }]);
});
