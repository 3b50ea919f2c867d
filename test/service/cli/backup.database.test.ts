import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { UsageError } from '../../../src/cli/program.ts';
import { loadLocalKeys } from '../../../src/gateway/server.ts';
import { backup, restore } from '../../../src/service/cli/backup.ts';
import { openDatabase } from '../../../src/service/database/openDatabase.ts';
import { fillDataFolder } from '../../support/database/dataFolder.ts';
import { temporaryFolder } from '../database/support/temporaryFolder.ts';

const folder = temporaryFolder();
const source = path.join(folder, 'source');
const file = path.join(folder, 'portico.backup');
const print = () => {};

const readLines = (from: string) => gunzipSync(readFileSync(from)).toString().trimEnd().split('\n');

/** A copy of the backup with other lines. */
function alter(name: string, change: (line: string) => string): string {
  const altered = path.join(folder, name);
  writeFileSync(altered, gzipSync(`${readLines(file).map(change).join('\n')}\n`));
  return altered;
}

/** Everything in the database of a data folder that clients can see. */
async function readDatabase(dataDir: string) {
  const database = await openDatabase({ dataDir, seed: 'none' });
  const found = await database.run({}, async (client) => ({
    users: await client.user.findMany({ orderBy: { id: 'asc' } }),
    products: await client.product.findMany({ orderBy: { id: 'asc' } }),
    orders: await client.order.findMany({ include: { items: true }, orderBy: { id: 'asc' } }),
    cities: await client.city.findMany({ orderBy: { id: 'asc' } }),
    dataSets: await client.dataSet.findMany(),
    keys: await client.idempotencyKey.findMany(),
    totals: await client.listTotal.groupBy({ by: 'list', _sum: { rows: true }, orderBy: { list: 'asc' } }),
    migrations: await client.$queryRaw`SELECT migration_name, checksum FROM _prisma_migrations ORDER BY 1`,
  }));
  await database.close();
  return found;
}

beforeAll(async () => {
  await fillDataFolder(source, 'demo');
  await loadLocalKeys(source);
  const database = await openDatabase({ dataDir: source, seed: 'none' });
  await database.run({}, async (client) => {
    const { id } = await client.user.create({ data: { firstName: '\u2028"\\\n', lastName: '', email: null } });
    await client.user.update({ where: { id }, data: { lastName: 'second version' } });
    await client.product.create({
      data: { name: 'x', description: '', price: 9_007_199_254_740_993n, currency: 'EUR' },
    });
    // The last number of its sequence is not that of a row.
    await client.product.delete({
      where: {
        id: (await client.product.create({ data: { name: 'y', description: '', price: 1n, currency: 'EUR' } })).id,
      },
    });
    await client.idempotencyKey.create({
      data: {
        id: Buffer.from([0, 255]),
        fingerprint: 'f',
        status: 201,
        headers: { b: '1', a: '2' },
        body: Buffer.from([0, 1, 2]),
      },
    });
  });
  await database.close();
  await backup({ out: file }, { DATA_DIR: source }, print);
});

test('a restored folder has all rows, totals, numbers and keys, and continues', async () => {
  const DATA_DIR = path.join(folder, 'restored');
  const printed: string[] = [];
  await restore(file, { DATA_DIR }, (line) => printed.push(line));
  expect(printed).toEqual([
    expect.stringMatching(/^restored cities 40, .*\busers 121\b.*, signing keys 1 in \/.*\/restored$/),
  ]);
  expect(readdirSync(DATA_DIR).sort()).toEqual(['postgres', 'signing-key.pem']);
  expect(readFileSync(path.join(DATA_DIR, 'signing-key.pem'))).toEqual(
    readFileSync(path.join(source, 'signing-key.pem')),
  );
  const second = path.join(folder, 'second.backup');
  await backup({ out: second }, { DATA_DIR }, print);
  expect(readLines(second)).toEqual(readLines(file));
  expect(await readDatabase(DATA_DIR)).toEqual(await readDatabase(source));

  const database = await openDatabase({ dataDir: DATA_DIR, seed: 'demo' });
  const next = await database.run({}, (client) =>
    client.product.create({ data: { name: 'z', description: '', price: 1n, currency: 'EUR' } }),
  );
  expect(next.id).toBe(243n);
  await database.close();
});

test('a folder with what a killed restore left is not used until it is restored, and the next start migrates it', async () => {
  const DATA_DIR = path.join(folder, 'older');
  mkdirSync(path.join(DATA_DIR, 'restore.draft/postgres'), { recursive: true });
  await expect(openDatabase({ dataDir: DATA_DIR, seed: 'none' })).rejects.toThrow(
    `A restore into the data folder ${DATA_DIR} was interrupted. Empty the folder, and run \`portico restore\` again.`,
  );
  expect(readdirSync(DATA_DIR)).toEqual(['restore.draft']);

  const last = '20261122120000_list_totals';
  await restore(
    alter('older.backup', (line) => line.replace(`,"${last}"`, '')),
    { DATA_DIR },
    print,
  );
  expect(readdirSync(DATA_DIR).sort()).toEqual(['postgres', 'signing-key.pem']);
  const { totals, users, migrations } = await readDatabase(DATA_DIR);
  expect(migrations).toContainEqual(expect.objectContaining({ migration_name: last }));
  expect(totals).toContainEqual({ list: 'users', _sum: { rows: BigInt(users.length) } });
});

const dropRow = (line: string): string => {
  const item = JSON.parse(line) as { table?: string; rows: string[] };
  return JSON.stringify(item.table === 'cities' ? { ...item, rows: item.rows.slice(1) } : item);
};

describe('restores nothing', () => {
  test.each([
    ['an altered row', (line: string) => line.replace('Lindqvist', 'Lindquist'), 'Rows are missing or altered.'],
    ['a missing row', dropRow, 'Rows are missing or altered.'],
    ['no totals', (line: string) => (line.startsWith('{"tables"') ? '{"x":1}' : line), 'Rows are missing or altered.'],
    [
      'a migration of a newer build',
      (line: string) => line.replace('{"migrations":[', '{"migrations":["2099_later",'),
      'The migration 2099_later is unknown to this build. Use the newer build that has it.',
    ],
  ])('of a backup with %s, and creates no folder', async (name, change, message) => {
    const DATA_DIR = path.join(folder, name);
    await expect(restore(alter(`${name}.backup`, change), { DATA_DIR }, print)).rejects.toThrow(message);
    expect(existsSync(DATA_DIR)).toBe(false);
  });

  test('that the database refuses, and leaves the folder empty', async () => {
    const DATA_DIR = path.join(folder, 'refused');
    const altered = alter('refused.backup', (line) => line.replace('"users_id_seq":', '"people_id_seq":'));
    await expect(restore(altered, { DATA_DIR }, print)).rejects.toThrow(
      'The database cannot be used: relation "people_id_seq" does not exist. Nothing is restored.',
    );
    expect(readdirSync(DATA_DIR)).toEqual([]);
  });

  test('into a folder that is not empty', async () => {
    const before = readdirSync(source);
    await expect(restore(file, { DATA_DIR: source }, print)).rejects.toThrow(
      `The data folder ${source} is not empty: it has postgres. Set DATA_DIR to a new folder.`,
    );
    expect(readdirSync(source)).toEqual(before);
  });
});

test('a backup needs a data folder with a database, and no server', async () => {
  const out = path.join(folder, 'none.backup');
  const DATA_DIR = path.join(folder, 'absent');
  await expect(backup({ out }, { DATA_DIR }, print)).rejects.toThrow(
    `The data folder ${DATA_DIR} has no database. Set DATA_DIR to that of the service.`,
  );
  expect([existsSync(out), existsSync(DATA_DIR)]).toEqual([false, false]);
  const env = { DATA_DIR: source, DATABASE_URL: 'postgresql://127.0.0.1/x' };
  await expect(backup({ out }, env, print)).rejects.toThrow(UsageError);
  await expect(restore(file, env, print)).rejects.toThrow(UsageError);
});
