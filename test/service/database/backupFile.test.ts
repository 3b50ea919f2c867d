import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readBackup, readKeys, writeBackup } from '../../../src/service/database/backupFile.ts';
import type { ContentItem } from '../../../src/service/database/databaseContents.ts';
import { temporaryFolder } from './support/temporaryFolder.ts';

/** Characters that end lines elsewhere, a number with more digits than a double has, and more than a chunk of text. */
const ROWS = ['{"id":9223372036854775807,"n":"\u2028\u0085\r"}', '{\n"id":2}', JSON.stringify('ä€😀'.repeat(400_000))];
const ITEMS: ContentItem[] = [
  { migrations: ['1_init'] },
  { table: 'users', rows: ROWS },
  { tables: { users: { rows: 3, sha256: 'abc' } }, sequences: { users_id_seq: '2' } },
];
const keys = { 'signing-key.pem': 'first\n', 'keys/2.pem': 'second\n' };
const signal = new AbortController().signal;

const newFile = () => path.join(temporaryFolder(), 'portico.backup');
async function* itemsOf(items: readonly ContentItem[]): AsyncGenerator<ContentItem> {
  yield* items;
}
const write = (file: string, items = itemsOf(ITEMS)) => writeBackup(file, { keys, items, signal });

async function readAll(file: string) {
  const { keys: found, items } = await readBackup(file);
  const list: ContentItem[] = [];
  for await (const item of items) list.push(item);
  return { keys: found, items: list };
}

test('has what was written, for its owner only', async () => {
  const file = newFile();
  expect(await write(file)).toEqual(ITEMS[2]);
  expect(await readAll(file)).toEqual({ keys, items: ITEMS });
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('overwrites no file, and reads nothing then', async () => {
  const file = newFile();
  writeFileSync(file, 'mine');
  let isRead = false;
  const items = (async function* () {
    isRead = true;
    yield* ITEMS;
  })();
  await expect(write(file, items)).rejects.toThrow(
    `${file} exists already, and a backup overwrites no file. Choose another name.`,
  );
  expect([readFileSync(file, 'utf8'), isRead]).toEqual(['mine', false]);
});

test('is removed when its items end with an error, and when it is interrupted', async () => {
  const file = newFile();
  const failing = async function* (fail: () => void) {
    yield* ITEMS;
    fail();
  };
  const failure = () => {
    throw new Error('no more');
  };
  await expect(write(file, failing(failure))).rejects.toThrow('no more');
  expect(existsSync(file)).toBe(false);

  const controller = new AbortController();
  const items = failing(() => controller.abort(new Error('ended by SIGINT')));
  await expect(writeBackup(file, { keys, items, signal: controller.signal })).rejects.toThrow('ended by SIGINT');
  expect(existsSync(file)).toBe(false);
});

test('says why a file cannot be created', async () => {
  const file = path.join(temporaryFolder(), 'absent', 'portico.backup');
  await expect(write(file)).rejects.toThrow(
    `${file} cannot be written: ENOENT: no such file or directory, open '${file}'. There is no backup.`,
  );
});

describe('refuses', () => {
  const NO_BACKUP = /^\/.*\/portico\.backup is (?:damaged, or )?not a backup of Portico/;

  test('a file that was cut off anywhere, or continued', async () => {
    const file = newFile();
    await write(file);
    const bytes = readFileSync(file);
    for (const share of [0, 0.001, 0.3, 0.9, 0.999]) {
      writeFileSync(file, bytes.subarray(0, Math.floor(bytes.length * share)));
      await expect(readAll(file)).rejects.toThrow(NO_BACKUP);
    }
    writeFileSync(file, Buffer.concat([bytes, Buffer.from('x')]));
    await expect(readAll(file)).rejects.toThrow(NO_BACKUP);
  });

  test('a file with a byte that was altered anywhere', async () => {
    const file = newFile();
    await write(file);
    const bytes = readFileSync(file);
    // The header of gzip has a time and a system, which do not matter.
    for (const place of [
      0,
      2,
      ...Array.from({ length: 20 }, (_, part) => 10 + Math.floor((part * (bytes.length - 10)) / 20)),
    ]) {
      const altered = Buffer.from(bytes);
      altered[place]! ^= 0x04;
      writeFileSync(file, altered);
      await expect(readAll(file)).rejects.toThrow(NO_BACKUP);
    }
  });

  test.each([
    ['no text', 'nothing', NO_BACKUP],
    ['other JSON', '{"format":"x"}\n', /is not a backup of Portico\.$/],
    [
      'a newer format',
      '{"format":"portico backup","version":2}\n',
      /has format 2; this build reads format 1\. Use a newer build\.$/,
    ],
    [
      'a file elsewhere',
      '{"format":"portico backup","version":1,"keys":{"../a.pem":""}}\n',
      /has \.\.\/a\.pem, which is not the name of a key\.$/,
    ],
    [
      'a file that is no key',
      '{"format":"portico backup","version":1,"keys":{"x/y":""}}\n',
      /has x\/y, which is not the name of a key\.$/,
    ],
  ])('%s', async (_, text, message) => {
    const file = newFile();
    writeFileSync(file, gzipSync(text));
    await expect(readAll(file)).rejects.toThrow(message);
    writeFileSync(file, text);
    await expect(readAll(file)).rejects.toThrow(NO_BACKUP);
  });

  test('a line that is longer than any backup has', async () => {
    const file = newFile();
    const header = gzipSync(JSON.stringify({ format: 'portico backup', version: 1, keys }) + '\n');
    // Members of gzip are one text together.
    const zeros = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    writeFileSync(file, Buffer.concat([header, zeros, zeros, gzipSync('x')]));
    await expect(readAll(file)).rejects.toThrow(
      `${file} is damaged, or not a backup of Portico: line 2 has more than 134217728 characters.`,
    );
    writeFileSync(file, Buffer.concat([zeros, zeros, gzipSync('x')]));
    await expect(readAll(file)).rejects.toThrow('line 1 has more than 134217728 characters.');
  });

  test('a file that does not exist', async () => {
    await expect(readBackup('/nowhere/b')).rejects.toThrow("ENOENT: no such file or directory, open '/nowhere/b'");
  });
});

test('keys are those in the folder, and in folders of it', () => {
  const folder = temporaryFolder();
  expect(readKeys(path.join(folder, 'absent'))).toEqual({});
  mkdirSync(path.join(folder, 'keys'));
  for (const [name, text] of Object.entries({ ...keys, 'a.pem.draft': '', 'restore.draft.pem.x': '' })) {
    writeFileSync(path.join(folder, name), text);
  }
  expect(readKeys(folder)).toEqual(keys);
});
