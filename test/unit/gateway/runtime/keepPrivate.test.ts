import { expect, test } from 'vitest';
import { keepPrivate } from '../../../../src/gateway/runtime/keepPrivate.ts';

test.each([
  ['public, max-age=60', 'private, max-age=60'],
  ['private, max-age=60', 'private, max-age=60'],
  ['private, no-store', 'private, no-store'],
])('%s is %s', (control, kept) => {
  const reply = keepPrivate({ status: 200, headers: { 'cache-control': control, etag: '"1"' }, body: null });
  expect(reply.headers).toEqual({ 'cache-control': kept, etag: '"1"' });
});
