import { expect, test } from 'vitest';
import { isTrustworthyUrl } from '../../../../src/gateway/config/isTrustworthyUrl.ts';

test.each([
  ['https://i.example', true],
  ['http://127.0.0.1:9', true],
  ['http://127.1.2.3', true],
  ['http://[::1]', true],
  ['http://localhost', true],
  ['http://i.example', false],
  ['http://127.0.0.1.i.example', false],
  ['http://localhost.i.example', false],
  ['http://[::2]', false],
])('%s: %s', (url, expected) => {
  expect(isTrustworthyUrl(new URL(url))).toBe(expected);
});
