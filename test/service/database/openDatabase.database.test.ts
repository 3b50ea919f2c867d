import { cpSync, lstatSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { readServiceSettings } from '../../../src/service/config/readServiceSettings.ts';
import { openEmbedded } from '../../../src/service/database/embedded/openEmbedded.ts';
import { openDatabase } from '../../../src/service/database/openDatabase.ts';
import { startMonolith } from '../../../src/service/modes/startMonolith.ts';
import { temporaryFolder } from './support/temporaryFolder.ts';

const seed = 'none';
const TIMEOUT = { timeout: 120_000 };

/** A data folder to copy: creating one takes seconds. */
let made: string;

beforeAll(async () => {
  made = path.join(temporaryFolder(), 'new', 'data');
  await (await openDatabase({ dataDir: made, seed })).close();
}, 120_000);

function copyOfMade(): string {
  const dataDir = temporaryFolder();
  cpSync(made, dataDir, { recursive: true });
  return dataDir;
}

test('creates a folder that only its owner can access, and leaves no lock in it', () => {
  expect(readdirSync(made)).toEqual(['postgres']);
  expect(statSync(made).mode & 0o777).toBe(0o700);
});

test('keeps its data and its sequences when it is opened again', async () => {
  const dataDir = copyOfMade();
  const first = await openDatabase({ dataDir, seed });
  const data = { firstName: 'Ada', lastName: 'Lovelace', email: 'Ada@x.org' };
  const user = await first.run({}, (client) => client.user.create({ data }));
  await first.close();

  const second = await openDatabase({ dataDir, seed });
  expect(await second.run({}, (client) => client.user.findMany())).toEqual([user]);
  const next = await second.run({}, (client) =>
    client.user.create({ data: { firstName: 'Grace', lastName: 'Hopper' } }),
  );
  expect(next.id).toBe(user.id + 1n);
  await second.close();
});

test('refuses a folder that is already open, and does not change it', async () => {
  const dataDir = copyOfMade();
  const first = await openDatabase({ dataDir, seed });
  await expect(openDatabase({ dataDir, seed })).rejects.toThrow(
    `The data folder ${dataDir} is in use by process ${process.pid}. Stop that process, or set DATA_DIR to another folder.`,
  );
  await first.ping();
  await first.close();
});

test('is closed where the server over it cannot start', async () => {
  const DATA_DIR = copyOfMade();
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const settings = readServiceSettings({ DATA_DIR, PORT: String(port), LOG_LEVEL: 'silent' });
  await expect(startMonolith(settings)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await (await openDatabase({ dataDir: DATA_DIR, seed })).close();
});

test('waits for nothing once it has recovered from a crash', async () => {
  const [dataDir, crashed] = [copyOfMade(), temporaryFolder()];
  const running = await openEmbedded(dataDir);
  await running.copyFiles(path.join(crashed, 'postgres'));
  await running.close();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const recovered = await openEmbedded(crashed);
  expect(vi.getTimerCount()).toBe(0);
  await recovered.close();
});

test('creates a database in an empty folder, as of a volume, also behind a symbolic link', TIMEOUT, async () => {
  const [dataDir, volume] = [temporaryFolder(), temporaryFolder()];
  symlinkSync(volume, path.join(dataDir, 'postgres'));
  const database = await openDatabase({ dataDir, seed });
  expect(await database.run({}, (client) => client.user.count())).toBe(0);
  await database.close();
  expect(lstatSync(path.join(dataDir, 'postgres')).isSymbolicLink()).toBe(true);
  expect(readdirSync(volume)).toContain('PG_VERSION');
  expect(readdirSync(dataDir)).toEqual(['postgres']);
});

test('closes twice, and is UNAVAILABLE afterwards', async () => {
  const database = await openDatabase({ dataDir: copyOfMade(), seed });
  await Promise.all([database.close(), database.close()]);
  const unavailable = { code: 'UNAVAILABLE', headers: { 'retry-after': '1' } };
  await expect(database.ping()).rejects.toMatchObject(unavailable);
  await expect(database.run({}, (client) => client.user.count())).rejects.toMatchObject(unavailable);
  await expect(database.run({}, (client) => client.$queryRaw`SELECT 1`)).rejects.toMatchObject(unavailable);
  const transaction = database.transaction(Date.now() + 60_000, async () => {});
  await expect(transaction).rejects.toMatchObject(unavailable);
});

test('names the reason why a data folder cannot be used', async () => {
  const dataDir = path.join(temporaryFolder(), 'data');
  writeFileSync(dataDir, 'not a folder');
  await expect(openDatabase({ dataDir, seed })).rejects.toThrow(
    /^The embedded database in the data folder .*\/data cannot be opened: .*EEXIST.*DATA_DIR to another folder\.$/,
  );
});

test('names the reason why a folder of a database cannot be used', async () => {
  const dataDir = temporaryFolder();
  writeFileSync(path.join(dataDir, 'postgres'), 'not a folder');
  await expect(openDatabase({ dataDir, seed })).rejects.toThrow(
    /^The folder .*\/postgres is a file; the embedded database needs a folder\. Restore .*DATA_DIR to another folder\.$/,
  );
});
