// Paths and methods: what is not there, what is not allowed, and the methods that come with GET.
import { afterAll, describe, expect, test } from 'vitest';
import { ALLOWED } from '../../cases/endpoints.ts';
import { V1, V2 } from '../../cases/schemes.ts';
import { allowed, expectError } from '../support/expectations.ts';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());

describe.each([V1, V2])('under $name', (scheme) => {
  const client = portico.in(scheme);

  test.each(['/nothing', '/user', '/Users', '/users/1/orders', '/users//1', '//users', '/users/1/2', '/users.json'])(
    'the unknown path %s is 404',
    async (path) => {
      expectError(await client.get(path), 404);
    },
  );

  test.each(['/users/', '/users/1/', '/orders/?limit=1', '/products/1/', '/forecast/?city=London'])(
    'the path %s with a trailing slash is the same resource',
    async (path) => {
      const [plain, slashed] = await Promise.all([client.get(path.replace(/\/(?=$|\?)/, '')), client.get(path)]);
      expect({ status: slashed.status, body: slashed.body }).toEqual({ status: plain.status, body: plain.body });
    },
  );

  describe.each(ALLOWED)('$path', ({ path, methods }) => {
    test.each(
      ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'].filter((m) => !methods.includes(m)),
    )('refuses %s with 405 and names what is allowed', async (method) => {
      const answer = await client.request(method, path);
      expectError(answer, 405);
      expect(allowed(answer)).toEqual(methods);
    });

    test('answers OPTIONS with 204 and names what is allowed', async () => {
      const answer = await client.request('OPTIONS', path);
      expect({ status: answer.status, body: answer.body }).toEqual({ status: 204, body: '' });
      expect(allowed(answer)).toEqual(methods);
    });
  });

  test.each([
    '/users',
    '/users?limit=2&page=1',
    '/orders/1',
    '/products/1',
    '/forecast?city=London',
    '/users/x',
    '/nothing',
  ])('HEAD %s answers what GET does, without the body', async (path) => {
    const [get, head] = await Promise.all([client.get(path), client.request('HEAD', path)]);
    expect({ status: head.status, body: head.body }).toEqual({ status: get.status, body: '' });
    const { date: _, 'x-request-id': __, ...headers } = get.headers;
    expect(headers['content-length']).toBe(String(Buffer.byteLength(get.body)));
    expect(head.headers).toMatchObject(headers);
  });
});
