import { describe, expect, test } from 'vitest';
import { CHANGED, CREATED } from './History.ts';
import { readRows } from './readRows.ts';
import { linesOf } from './writes.ts';

const OWNER = 5;

/** The rows that are read when the two queries return these. */
const read = (users: Record<string, unknown>[], orders: Record<string, unknown>[]) =>
  readRows(async (sql) => (sql.includes('FROM users') ? users : orders), 'scope', OWNER);

describe('a user', () => {
  test.each([
    ['Created', null, CREATED],
    ['Changed', 'scope-12@example.com', CHANGED],
    ['Changed', null, undefined],
    ['Created', 'scope-12@example.com', undefined],
    ['Changed', 'scope-13@example.com', undefined],
  ])('%s with the address %s', async (last_name, email, state) => {
    expect(await read([{ first_name: 'scope 12', last_name, email }], [])).toEqual([
      { kind: 'user', number: 12, state },
    ]);
  });
});

describe('an order', () => {
  const NUMBER = 4_011;
  const lines = linesOf(NUMBER);

  test('with all lines and their sum is whole', async () => {
    expect(await read([], [{ total: 30, sum: 30, lines }])).toEqual([
      { kind: 'order', number: NUMBER, state: CREATED },
    ]);
  });

  test('without its last line, with another total or without lines is half-written', async () => {
    expect(await read([], [{ total: 30, sum: 30, lines: lines.slice(0, -1) }])).toMatchObject([{ state: undefined }]);
    expect(await read([], [{ total: 31, sum: 30, lines }])).toMatchObject([{ number: NUMBER, state: undefined }]);
    expect(await read([], [{ total: 30, sum: 0, lines: [] }])).toMatchObject([{ number: -1, state: undefined }]);
  });
});
