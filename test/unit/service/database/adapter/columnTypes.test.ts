import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../../src/service/database/Database.ts';
import { sql } from '../../../../src/service/database/sql.ts';
import { openTestDatabase } from '../../../database/openTestDatabase.ts';

let database: Database;
beforeAll(async () => void (database = await openTestDatabase({ seed: 'none' })));
afterAll(() => database.close());

describe('a timestamptz is a Date', () => {
  test.each([
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
    ['0001-12-31 23:59:59.5+00 BC', '0000-12-31T23:59:59.500Z'],
    ['0044-03-15 12:00:00+00 BC', '-000043-03-15T12:00:00.000Z'],
    ['10000-01-01 00:00:00+00', '+010000-01-01T00:00:00.000Z'],
    ['12345-06-07 08:09:10.25+00', '+012345-06-07T08:09:10.250Z'],
  ])('%s', async (text, iso) => {
    const [row] = await database.query<{ time: Date; milliseconds: number }>(
      sql`SELECT ${text}::timestamptz AS time, floor(extract(epoch FROM ${text}::timestamptz) * 1000)::bigint AS milliseconds`,
      {},
    );
    expect(row!.time.toISOString()).toBe(iso);
    expect(row!.time.getTime()).toBe(row!.milliseconds);
  });

  test.each([
    ['infinity', Infinity],
    ['-infinity', -Infinity],
  ])('but for %s, as in node-postgres', async (text, expected) => {
    expect(await database.query(sql`SELECT ${text}::timestamptz AS time`, {})).toEqual([{ time: expected }]);
  });
});

test.each(['2026-11-22', '2024-02-29', '1969-12-31', '0001-01-01', '9999-12-31'])(
  'the date %s is a Date at midnight UTC',
  async (text) => {
    const [row] = await database.query<{ date: Date }>(sql`SELECT ${text}::date AS date`, {});
    expect(row!.date.toISOString()).toBe(`${text}T00:00:00.000Z`);
  },
);

test.each([0, 1, -1, 2 ** 31, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])(
  'the bigint %d is that number',
  async (number) => {
    expect(await database.query(sql`SELECT ${number}::bigint AS number`, {})).toEqual([{ number }]);
  },
);

test('other types are as in node-postgres, and null is null', async () => {
  const [row] = await database.query(
    sql`SELECT 7::int AS int, true AS bool, 'ø' AS text, 'x'::bytea AS bytes, '{"a":[1]}'::json AS json, 1.50::numeric AS numeric,
      ARRAY[1, 2] AS ints, NULL::timestamptz AS time, NULL::date AS date, NULL::bigint AS big`,
    {},
  );
  expect(row).toEqual({
    int: 7,
    bool: true,
    text: 'ø',
    bytes: Buffer.from('x'),
    json: { a: [1] },
    numeric: '1.50',
    ints: [1, 2],
    time: null,
    date: null,
    big: null,
  });
});
