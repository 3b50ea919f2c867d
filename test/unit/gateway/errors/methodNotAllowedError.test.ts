import { expect, test } from 'vitest';
import { methodNotAllowedError } from '../../../../src/gateway/errors/methodNotAllowedError.ts';

test('lists the allowed methods', () => {
  expect(methodNotAllowedError('PUT', 'GET, HEAD')).toMatchObject({
    status: 405,
    message: 'PUT is not allowed; allowed methods: GET, HEAD',
    headers: { allow: 'GET, HEAD' },
  });
});
