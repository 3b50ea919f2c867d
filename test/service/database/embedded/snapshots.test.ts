import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { type Socket, createConnection } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { EmbeddedBackend } from '../../../../src/service/database/embedded/openEmbedded.ts';
import { serveSnapshots } from '../../../../src/service/database/embedded/snapshots.ts';
import { lockFolder } from '../../../../src/service/database/embedded/lockFolder.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

/** Copies one file, unless a test says otherwise. */
const copyFiles = async (target: string) => {
  mkdirSync(target);
  writeFileSync(path.join(target, 'PG_VERSION'), '18');
};

async function serve(dataDir: string, parts: Partial<EmbeddedBackend> = {}) {
  const warnings: [object, string][] = [];
  const log = { info: () => {}, warn: (...warning: [object, string]) => void warnings.push(warning) };
  const backend = { connection: {}, poolSize: 1, schema: 'public', close: async () => {}, copyFiles, ...parts };
  const { close } = await serveSnapshots(backend, dataDir, log);
  onTestFinished(() => close());
  return {
    close,
    warnings,
    files: path.join(dataDir, 'snapshot/postgres'),
    socket: path.join(dataDir, 'snapshot/socket'),
  };
}

/** Connects, and waits for the response. */
async function request(socket: string): Promise<{ client: Socket; reply: unknown }> {
  const client = createConnection(socket);
  const [bytes] = (await once(client, 'data')) as [Buffer];
  return { client, reply: JSON.parse(bytes.toString()) as unknown };
}

test('a client has a copy until it disconnects, and another one is refused meanwhile', async () => {
  const { files, socket } = await serve(temporaryFolder());
  expect([statSync(socket).mode & 0o777, statSync(path.dirname(socket)).mode & 0o777]).toEqual([0o600, 0o700]);
  for (const _ of [1, 2]) {
    const { client, reply } = await request(socket);
    expect([reply, readdirSync(files)]).toEqual([{}, ['PG_VERSION']]);
    const other = await request(socket);
    expect(other.reply).toEqual({ error: 'Another backup is being made. Wait until it ends.' });
    expect(readdirSync(files)).toEqual(['PG_VERSION']);
    client.destroy();
    await expect.poll(() => existsSync(files)).toBe(false);
  }
});

test('a copy outlives the process that made it', async () => {
  const { files, socket, close } = await serve(temporaryFolder());
  const { client } = await request(socket);
  const closed = once(client, 'close');
  await close();
  await closed;
  expect([existsSync(socket), readdirSync(files)]).toEqual([false, ['PG_VERSION']]);
});

test('a copy that a client of an earlier process still reads is not replaced', async () => {
  const { files, socket } = await serve(temporaryFolder());
  await copyFiles(files);
  const unlock = lockFolder(path.dirname(files));
  const { client, reply } = await request(socket);
  expect(reply).toEqual({ error: expect.stringMatching(/^The data folder .* is in use by process \d+\. /) });
  await once(client, 'close');
  unlock();
  expect(readdirSync(files)).toEqual(['PG_VERSION']);
  expect((await request(socket)).reply).toEqual({});
});

test('the client learns why there is no copy, and nothing of it is left', async () => {
  const { files, socket } = await serve(temporaryFolder(), {
    copyFiles: async (target) => {
      await copyFiles(target);
      throw new Error('ENOSPC: no space left on device');
    },
  });
  expect((await request(socket)).reply).toEqual({ error: 'ENOSPC: no space left on device' });
  expect(existsSync(files)).toBe(false);
});

test('the database is closed after the copy that is being made', async () => {
  const events: string[] = [];
  let finish = () => {};
  const copying = new Promise<void>((resolve) => (finish = resolve));
  const { socket, close } = await serve(temporaryFolder(), {
    copyFiles: async () => {
      events.push('copying');
      await copying;
      events.push('copied');
    },
    close: async () => void events.push('closed'),
  });
  createConnection(socket).on('error', () => {});
  await expect.poll(() => events).toEqual(['copying']);
  const closed = close();
  finish();
  await closed;
  expect(events).toEqual(['copying', 'copied', 'closed']);
});

test('the socket of a process that was killed is replaced', async () => {
  const dataDir = temporaryFolder();
  mkdirSync(path.join(dataDir, 'snapshot'));
  writeFileSync(path.join(dataDir, 'snapshot/socket'), '');
  const { socket } = await serve(dataDir);
  expect((await request(socket)).reply).toEqual({});
});

test('a folder whose path is too long for a socket is served without copies, which is logged', async () => {
  const dataDir = path.join(temporaryFolder(), 'x'.repeat(100));
  mkdirSync(dataDir);
  const { warnings, socket } = await serve(dataDir);
  expect(warnings).toEqual([
    [
      { dataDir, err: expect.objectContaining({ message: 'The path of a socket in this folder is too long.' }) },
      'backups have to wait until this process ends',
    ],
  ]);
  expect(existsSync(socket)).toBe(false);
});
