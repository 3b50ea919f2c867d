import { expect, test } from 'vitest';
import { redirectRoot } from '../../../../../src/gateway/server/docs/redirectRoot.ts';

test.each(['GET', 'HEAD'])('%s is redirected', (method) => {
  expect(redirectRoot('/api/docs', method)).toEqual({
    status: 302,
    headers: { location: '/api/docs', 'cache-control': 'no-cache', 'content-length': '0' },
    body: null,
  });
});
test('OPTIONS lists the methods', () => {
  expect(redirectRoot('/', 'OPTIONS')).toEqual({ status: 204, headers: { allow: 'GET, HEAD, OPTIONS' }, body: null });
});
test('another method is refused', () => {
  expect(() => redirectRoot('/', 'POST')).toThrow('POST is not allowed; allowed methods: GET, HEAD, OPTIONS');
});
