import { expect, test } from 'vitest';
import { NO_STORE, cacheControl } from '../../../../src/gateway/protocol/cacheControl.ts';

test.each([
  [undefined, 'private, no-store'],
  [0, 'private, max-age=0'],
  [60, 'private, max-age=60'],
])('a maxAge of %s is %s', (maxAge, expected) => {
  expect(cacheControl(maxAge)).toBe(expected);
});

test('errors are not stored', () => expect(NO_STORE).toBe('private, no-store'));
