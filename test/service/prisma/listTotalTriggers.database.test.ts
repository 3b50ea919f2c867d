// On the embedded database; test/systems/postgres/listTotals*.test.ts have the same promises of a server, with several sessions.
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createEmbeddedBackend } from '../../../src/service/database/embedded/openEmbedded.ts';
import type { PrismaClient } from '../../../src/service/database/client/client.ts';
import { mergeListTotals } from '../../../src/service/database/scheduleMaintenance.ts';
import { listTotal } from '../../support/database/listTotal.ts';
import { openArchive } from '../../support/database/openArchive.ts';

const INSERT = `INSERT INTO users (first_name, last_name) SELECT 'Ada', '' FROM generate_series(1, 3)`;

/** The part of a client that merges, over one session. */
const clientOf = (session: pg.Client) =>
  ({
    $executeRaw: async ([text]: TemplateStringsArray) => (await session.query(text!)).rowCount,
  }) as unknown as PrismaClient;

async function openEmpty(): Promise<pg.Client> {
  const client = new pg.Client(createEmbeddedBackend(await openArchive('none')).connection);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

async function readTotal(client: pg.Client): Promise<unknown> {
  return (await client.query<{ count: string }>(listTotal('users'))).rows[0]!.count;
}

test('the total is what was inserted and deleted, and not what was rolled back', async () => {
  const client = await openEmpty();
  expect(await readTotal(client)).toBe('0');
  await client.query(INSERT);
  expect(await readTotal(client)).toBe('3');
  await client.query(`BEGIN; ${INSERT}; SAVEPOINT s; DELETE FROM users`);
  expect(await readTotal(client)).toBe('0');
  await client.query('ROLLBACK TO s; DELETE FROM users WHERE id = 1; COMMIT');
  expect(await readTotal(client)).toBe('5');
  await client.query(`BEGIN; ${INSERT}; ROLLBACK`);
  expect(await readTotal(client)).toBe('5');
  await client.query('TRUNCATE users CASCADE');
  expect(await readTotal(client)).toBe('0');
});

test('the slots of transactions that are not READ COMMITTED are merged', async () => {
  const client = await openEmpty();
  for (let transaction = 0; transaction < 5; transaction++) {
    await client.query(`BEGIN ISOLATION LEVEL SERIALIZABLE; ${INSERT}; ${INSERT}; COMMIT`);
  }
  const slots = async () =>
    (await client.query<{ rows: string }>('SELECT rows FROM list_totals WHERE slot < 0 ORDER BY slot')).rows;
  expect(await slots()).toEqual(Array(5).fill({ rows: '6' }));
  await mergeListTotals(clientOf(client));
  expect(await slots()).toEqual([{ rows: '30' }]);
  await mergeListTotals(clientOf(client));
  expect(await slots()).toEqual([{ rows: '30' }]);
  expect(await readTotal(client)).toBe('30');
});
