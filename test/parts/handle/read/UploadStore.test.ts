import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OVERLOADED } from '../../../../src/gateway/base/errors/knownErrors.ts';
import { UploadStore } from '../../../../src/gateway/handle/read/UploadStore.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'store-'));
  vi.stubEnv('TMPDIR', folder);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

const info = { filename: 'a', mimetype: 'a/b', encoding: '7bit' };
async function* bytes(...sizes: number[]) {
  for (const size of sizes) yield Buffer.alloc(size);
}

test('files have no name on the disk', async () => {
  const store = new UploadStore('ada', 10);
  expect(await store.store(bytes(3, 4), info)).toMatchObject({ size: 7 });
  expect(readdirSync(folder)).toEqual([]);
  await store.close();
  await store.close();
});

test('a file that is too large is refused', async () => {
  const store = new UploadStore('ada', 10);
  await expect(store.store(bytes(10, 1), info)).rejects.toMatchObject({ code: 'CONTENT_TOO_LARGE' });
  await store.close();
});

test('a caller has at most as many bytes as are free, and gives them back', async () => {
  const [one, other, third] = ['ada', 'ada', 'bob'].map((caller) => new UploadStore(caller, 100, 100)) as [
    UploadStore,
    UploadStore,
    UploadStore,
  ];
  await one.store(bytes(40), info);
  await expect(other.store(bytes(20, 20), info)).rejects.toBe(OVERLOADED);
  await third.store(bytes(20), info);
  await Promise.all([one.close(), other.close(), third.close()]);
  await other.store(bytes(50), info);
  await other.close();
});

test('a caller has at most as many open files as are free of 1,000, and gives them back', async () => {
  const stores = ['ada', 'ada', 'bob'].map((caller) => new UploadStore(caller, 10));
  const [one, other, third] = stores as [UploadStore, UploadStore, UploadStore];
  for (let count = 0; count < 499; count++) await one.store(bytes(), info);
  await other.store(bytes(), info);
  await expect(other.store(bytes(), info)).rejects.toBe(OVERLOADED);
  await third.store(bytes(), info);
  await one.close();
  await other.store(bytes(), info);
  await Promise.all(stores.map((store) => store.close()));
  await Promise.all(stores.map((store) => store.close()));
  for (let count = 0; count < 500; count++) await one.store(bytes(), info);
  await one.close();
});

test('a disk that cannot be written is UNAVAILABLE', async () => {
  vi.stubEnv('TMPDIR', path.join(folder, 'none'));
  const store = new UploadStore('ada', 10);
  await expect(store.store(bytes(1), info)).rejects.toMatchObject({ code: 'UNAVAILABLE', cause: { code: 'ENOENT' } });
  await store.close();
});
