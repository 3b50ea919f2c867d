import { describe, expect, test } from 'vitest';
import { ResponseTooLargeError, readBoundedText } from '../../../../../src/gateway/execution/remote/readBoundedText.ts';

function responseOf(chunks: string[], headers: Record<string, string> = {}) {
  let cancelled = false;
  const rest = chunks.map((chunk) => new TextEncoder().encode(chunk));
  const body = new ReadableStream({
    pull: (controller) => (rest.length > 0 ? controller.enqueue(rest.shift()) : controller.close()),
    cancel: () => void (cancelled = true),
  });
  return { response: new Response(body, { headers }), wasCancelled: () => cancelled };
}

describe('a body', () => {
  test.each<[string, string[], Record<string, string>]>([
    ['in pieces', ['aü', 'cd'], {}],
    ['with its length', ['aücd'], { 'content-length': '5' }],
    ['with the length of its compressed form', ['aü', 'cd'], { 'content-length': '1', 'content-encoding': 'gzip' }],
  ])('%s of the maximum size is read', async (_, chunks, headers) => {
    expect(await readBoundedText(responseOf(chunks, headers).response, 5)).toBe('aücd');
  });
  test('that is absent is empty', async () => expect(await readBoundedText(new Response(null), 0)).toBe(''));
  test('whose character is split between pieces is read', async () => {
    const bytes = new TextEncoder().encode('ü');
    const body = new ReadableStream({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    expect(await readBoundedText(new Response(body), 2)).toBe('ü');
  });
  test.each<[string, string[], Record<string, string>]>([
    ['in pieces', ['ab', 'cd', 'ef', 'gh', 'ij'], {}],
    ['by its length', ['abcdef'], { 'content-length': '6' }],
    ['when it is decompressed', ['abcd', 'ef', 'gh', 'ij'], { 'content-length': '1', 'content-encoding': 'gzip' }],
  ])('that is too large %s is cancelled', async (_, chunks, headers) => {
    const { response, wasCancelled } = responseOf(chunks, headers);
    const read = readBoundedText(response, 5);
    await expect(read).rejects.toThrow(ResponseTooLargeError);
    await expect(read).rejects.toThrow('The response of the upstream is larger than 5 bytes (UPSTREAM_MAX_BYTES).');
    expect(wasCancelled()).toBe(true);
  });
});
