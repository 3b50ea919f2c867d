import { expect, test } from 'vitest';
import { OVERLOADED } from '../../../../src/gateway/base/errors/knownErrors.ts';
import { UploadStore } from '../../../../src/gateway/handle/read/UploadStore.ts';

async function* bytes(...sizes: number[]) {
  for (const size of sizes) yield Buffer.alloc(size);
}

test('a caller has at most as many bytes as are free, and gives them back', async () => {
  const info = { filename: 'a', mimetype: 'a/b', encoding: '7bit' };
  const [one, other, third] = ['ada', 'ada', 'bob'].map((caller) => new UploadStore(caller, 100, 100)) as [
    UploadStore,
    UploadStore,
    UploadStore,
  ];
  await one.store(bytes(40), info);
  await expect(other.store(bytes(20, 20), info)).rejects.toBe(OVERLOADED);
  await third.store(bytes(20), info);
  await Promise.all([one.close(), other.close(), third.close(), third.close()]);
  await other.store(bytes(50), info);
  await other.close();
});
