import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { OVERLOADED, refusalOf } from '../../../../src/gateway/base/errors/knownErrors.ts';
import type { UploadedFile } from '../../../../src/gateway/http/UploadedFile.ts';
import type { RestRequest } from '../../../../src/gateway/handle/read/RestRequest.ts';
import { UploadStore } from '../../../../src/gateway/handle/read/UploadStore.ts';
import { readUploads } from '../../../../src/gateway/handle/read/uploadBody.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

const plan = { maxBytes: 100_000, maxFiles: 1, isWhole: true } as const;

/** Reads a body of these parts, each of so many bytes after so many milliseconds, of a request that times out in 50. */
function read(parts: readonly [bytes: number, milliseconds: number][], headers: Record<string, string> = {}) {
  let isEnded = false;
  async function* body() {
    try {
      for (const [bytes, milliseconds] of parts) {
        // The reader waits for the part by now.
        await turn();
        vi.advanceTimersByTime(milliseconds);
        await turn();
        yield Buffer.alloc(bytes, 'x');
      }
    } finally {
      isEnded = true;
    }
  }
  const request = { headers, deadline: Date.now() + 50, streamBody: body } as unknown as RestRequest;
  return { found: readUploads(request, plan, 'ada'), isEnded: () => isEnded };
}
const code = (name: string) =>
  expect.objectContaining({ code: name, headers: expect.objectContaining({ connection: 'close' }) as object }) as Error;

describe('a body with files', () => {
  test('is a file until it is closed', async () => {
    const { value, close } = await read([[3, 0]], { 'content-type': 'Image/PNG; a=b' }).found;
    const file = value as UploadedFile;
    expect(file).toMatchObject({ filename: '', mimetype: 'image/png', encoding: 'binary', size: 3 });
    expect(JSON.stringify({ file })).toBe('{"file":null}');
    expect([await text(file.createReadStream()), await text(file.createReadStream())]).toEqual(['xxx', 'xxx']);
    const late = text(file.createReadStream());
    await close!();
    await late.catch(() => {});
    await expect(text(file.createReadStream())).rejects.toThrow('closed');
  });

  test('may take longer than a request as long as it arrives at the minimum rate, and leaves the operation its time', async () => {
    const started = Date.now();
    const { deadline, close } = await read([
      [2000, 30],
      [2000, 60],
      [2000, 60],
    ]).found;
    expect(Date.now() - started).toBe(150);
    expect(deadline! - Date.now()).toBe(50);
    await close!();
  });

  test.each<[string, [number, number][], string]>([
    ['that does not arrive', [[1, 10_000]], 'REQUEST_TIMEOUT'],
    [
      'that is too slow',
      [
        [100, 10],
        [100, 40],
        [100, 40],
      ],
      'REQUEST_TIMEOUT',
    ],
    [
      'that is too large',
      [
        [100_000, 0],
        [1, 0],
      ],
      'CONTENT_TOO_LARGE',
    ],
  ])('%s is refused', async (_, parts, name) => {
    await expect(read(parts).found).rejects.toEqual(code(name));
  });

  test('whose length is too large is not read', async () => {
    const { found, isEnded } = read([[1, 0]], { 'content-length': '100001' });
    await expect(found).rejects.toEqual(code('CONTENT_TOO_LARGE'));
    expect(isEnded()).toBe(false);
  });

  test('with a file that is refused while nothing arrives is refused with the next bytes', async () => {
    const store = vi.spyOn(UploadStore.prototype, 'store');
    async function* body() {
      yield Buffer.from('--b\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\nxxxxx');
      while (store.mock.results.length === 0) await turn();
      await expect(store.mock.results[0]!.value).rejects.toThrow('larger');
      yield Buffer.from('x\r\n--b--\r\n');
    }
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const request = { headers, streamBody: body } as unknown as RestRequest;
    await expect(readUploads(request, { maxBytes: 2, maxFiles: 1 }, 'ada')).rejects.toEqual(code('CONTENT_TOO_LARGE'));
    store.mockRestore();
  });

  test('beyond the capacity of the disk is an overload, which ends the connection', async () => {
    const store = vi.spyOn(UploadStore.prototype, 'store').mockRejectedValue(OVERLOADED);
    const error: unknown = await read([[1, 0]]).found.catch((thrown: unknown) => thrown);
    store.mockRestore();
    expect(error).toMatchObject({
      code: 'UNAVAILABLE',
      headers: { connection: 'close', 'retry-after': expect.any(String) },
    });
    expect(refusalOf(error)).toBe('overload');
  });

  test('that breaks off is BAD_REQUEST', async () => {
    async function* body() {
      yield Buffer.from('x');
      throw new Error('aborted');
    }
    const request = { headers: {}, streamBody: body } as unknown as RestRequest;
    await expect(readUploads(request, plan, 'ada')).rejects.toEqual(code('BAD_REQUEST'));
  });
});
