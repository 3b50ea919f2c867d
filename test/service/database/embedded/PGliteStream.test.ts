import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PGliteStream } from '../../../../src/service/database/embedded/PGliteStream.ts';

let database: PGlite;
beforeAll(async () => {
  database = await PGlite.create();
});
afterAll(() => database.close());

/** A connection whose bytes arrive in chunks of this size. */
function connection(piece = 1_000_000): pg.Client {
  const stream = () => {
    const whole = new PGliteStream(database);
    const write = whole.write.bind(whole) as (chunk: Buffer, written?: () => void) => boolean;
    const inPieces = (chunk: Buffer, written?: () => void) => {
      let start = 0;
      for (; start + piece < chunk.length; start += piece) write(chunk.subarray(start, start + piece));
      return write(chunk.subarray(start), written);
    };
    return Object.assign(whole, { write: inPieces });
  };
  return new pg.Client({ user: 'postgres', database: 'postgres', stream });
}

test.each([1, 3, 7, 1000, 1_000_000])('responds to messages that arrive in chunks of %d bytes', async (piece) => {
  const client = connection(piece);
  await client.connect();
  const long = 'ä'.repeat(Math.min(40 * piece, 500_000));
  expect((await client.query('SELECT $1::text AS text, $2::int + 1 AS next', [long, 41])).rows).toEqual([
    { text: long, next: 42 },
  ]);
  expect((await client.query('SELECT 1 AS one; SELECT 2 AS two')) as unknown).toMatchObject([
    { rows: [{ one: 1 }] },
    { rows: [{ two: 2 }] },
  ]);
  await client.end();
});

test('continues after a failed statement', async () => {
  const client = connection();
  await client.connect();
  const named = { name: 'named', text: 'SELECT $1::int AS number' };
  await expect(client.query('SELECT 1 / $1::int', [0])).rejects.toMatchObject({ code: '22012' });
  expect((await client.query({ ...named, values: [1] })).rows).toEqual([{ number: 1 }]);
  await expect(client.query('SELECT nothing')).rejects.toMatchObject({ code: '42703' });
  expect((await client.query({ ...named, values: [2] })).rows).toEqual([{ number: 2 }]);
  await client.end();
});

test('resets transaction, settings and prepared statements for a new connection', async () => {
  const first = connection();
  await first.connect();
  await first.query("SET application_name = 'first'; BEGIN; CREATE TABLE half (id INT)");
  await first.query({ name: 'named', text: 'SELECT 1 AS one' });
  await first.end();

  const second = connection();
  await second.connect();
  expect(
    (await second.query("SELECT to_regclass('half') AS half, current_setting('application_name') AS name")).rows,
  ).toEqual([{ half: null, name: '' }]);
  expect((await second.query({ name: 'named', text: 'SELECT 2 AS two' })).rows).toEqual([{ two: 2 }]);
  await second.end();
});

test('yields to the event loop between statements that are sent together', async () => {
  const client = connection();
  await client.connect();
  let turns = 0;
  let over = false;
  const turn = () => {
    turns++;
    if (!over) setImmediate(turn);
  };
  setImmediate(turn);
  await Promise.all(Array.from({ length: 50 }, () => client.query('SELECT 1')));
  over = true;
  expect(turns).toBeGreaterThanOrEqual(50);
  await client.end();
});
