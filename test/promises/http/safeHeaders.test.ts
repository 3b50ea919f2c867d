// What every response carries for the safety of whoever receives it, whatever was asked and whatever became of it.
import { afterAll, describe, expect, test } from 'vitest';
import { V1, V2 } from '../../cases/schemes.ts';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());

test.each([
  ['GET', '/v1/users', 200],
  ['HEAD', '/v1/users', 200],
  ['GET', '/v1/users/9007199254740991', 404],
  ['GET', '/nothing', 404],
  ['PATCH', '/v1/users', 405],
  ['OPTIONS', '/v1/users', 204],
  ['GET', '/v1/forecast?city=London', 200],
  ['GET', '/health/live', 200],
  ['GET', '/health/ready', 200],
  ['POST', '/health/ready', 405],
  ['GET', '/v1/openapi.json', 200],
  ['OPTIONS', '/v1/openapi.json', 204],
  ['GET', '/docs', 200],
] as const)('%s %s is not to be sniffed', async (method, path, status) => {
  const answer = await portico.request(method, path);
  expect([answer.status, answer.headers['x-content-type-options']]).toEqual([status, 'nosniff']);
});

test('neither is what was found to be unchanged', async () => {
  const { headers } = await portico.get('/v1/openapi.json');
  const again = await portico.get('/v1/openapi.json', { headers: { 'if-none-match': headers.etag } });
  expect([again.status, again.headers['x-content-type-options']]).toEqual([304, 'nosniff']);
});

test.each([
  ['a request that is not HTTP', 'nonsense\r\n\r\n', 400],
  ['a request without Host', 'GET /v1/users HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['OPTIONS of the server as a whole', 'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 204],
  ['CONNECT', 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n', 405],
])('neither is the answer to %s', async (_, bytes, status) => {
  const [answer] = await portico.raw(bytes);
  expect([answer!.status, answer!.headers['x-content-type-options']]).toEqual([status, 'nosniff']);
});

describe.each([V1, V2])('under $name', (scheme) => {
  const client = portico.in(scheme);

  test.each([
    ['GET', '/users', 200],
    ['GET', '/users/1', 200],
    ['HEAD', '/users/1', 200],
    ['GET', '/orders', 200],
    ['GET', '/users/9007199254740991', 404],
    ['GET', '/users/x', 400],
    ['DELETE', '/users/9007199254740991', 404],
    ['GET', '/nothing', 404],
    ['PATCH', '/users', 405],
  ] as const)('nobody keeps the answer to %s %s', async (method, path, status) => {
    const answer = await client.request(method, path);
    expect([answer.status, answer.headers['cache-control']]).toEqual([status, 'private, no-store']);
  });

  test('nobody keeps what became of a write, or a refusal', async () => {
    const body = scheme.version === 1 ? { name: 'Ada' } : { firstName: 'Ada', lastName: '' };
    const created = await client.post('/users', body);
    const deleted = await client.request('DELETE', `/users/${(created.json as { id: number }).id}`);
    const refused = [await client.get('/users', { scope: null }), await client.get('/users', { scope: 'orders:read' })];
    const cached = [created, deleted, ...refused].map(({ status, headers }) => [status, headers['cache-control']]);
    expect(cached).toEqual([201, 204, 401, 403].map((status) => [status, 'private, no-store']));
  });

  test('the forecast may be kept by its client', async () => {
    const { headers } = await client.get('/forecast?city=London');
    expect(headers['cache-control']).toBe('private, max-age=600');
  });
});
