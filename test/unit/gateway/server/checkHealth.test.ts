import { expect, test } from 'vitest';
import { ServiceError } from '../../../../src/gateway/errors/ServiceError.ts';
import { checkHealth } from '../../../../src/gateway/server/checkHealth.ts';

const healthy = async () => {};

test.each(['GET', 'HEAD'])('%s of a healthy process is 200', async (method) => {
  expect(await checkHealth(method, healthy)).toEqual({
    status: 200,
    headers: { 'content-type': 'application/json', 'content-length': '15', 'cache-control': 'no-store' },
    body: '{"status":"ok"}',
  });
});

test('OPTIONS lists the methods', async () => {
  const expected = { status: 204, headers: { allow: 'GET, HEAD, OPTIONS' }, body: null };
  expect(await checkHealth('OPTIONS', () => Promise.reject(new Error('sick')))).toEqual(expected);
});

test('another method is refused', async () => {
  await expect(checkHealth('POST', healthy)).rejects.toMatchObject({ status: 405 });
});

test('a failure is 503 with its cause', async () => {
  const cause = new Error('sick');
  await expect(checkHealth('GET', () => Promise.reject(cause))).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: 'The database is not available; try again shortly.',
    headers: { 'retry-after': '1' },
    cause,
  });
});

test('a ServiceError is thrown as it is', async () => {
  const error = new ServiceError('UNAVAILABLE', 'draining');
  await expect(checkHealth('GET', () => Promise.reject(error))).rejects.toBe(error);
});
