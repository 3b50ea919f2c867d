import { expect, test } from 'vitest';
import { keepPrivate } from '../../../../src/gateway/runtime/keepPrivate.ts';

test.each([
  ['public, max-age=60', 'private, max-age=60', 'Accept, Authorization'],
  ['private, max-age=60', 'private, max-age=60', 'Accept, Authorization'],
  ['private, no-store', 'private, no-store', 'Accept'],
])('%s is %s', (control, kept, vary) => {
  const headers = { 'cache-control': control, etag: '"1"', vary: 'Accept' };
  const reply = keepPrivate({ status: 200, headers, body: null });
  expect(reply.headers).toEqual({ 'cache-control': kept, etag: '"1"', vary });
});
