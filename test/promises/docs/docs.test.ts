// The documents and pages beside the API: there for everybody, whatever the settings of the API.
import { afterAll, describe, expect, test } from 'vitest';
import { expectError } from '../support/expectations.ts';
import { startForSpec } from '../support/startForSpec.ts';
import { startInProcess } from '../../service/support/startInProcess.ts';

const portico = await startForSpec();
afterAll(() => portico.close());

const NOBODY = { scope: null };

test.each([
  ['/v1/openapi.json', '1', '/v1'],
  ['/v2/openapi.json', '2', '/v2'],
  ['/openapi.json', '1', ''],
])('%s is an OpenAPI document of version %s, for everybody', async (path, version, server) => {
  const answer = await portico.get(path, NOBODY);
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-cache' });
  expect(answer.json).toMatchObject({
    openapi: '3.1.0',
    info: { version },
    servers: [{ url: `${portico.basePath}${server}` || '/' }],
    paths: { '/users/{id}': { get: { operationId: 'getUser' } } },
  });
  const again = await portico.get(path, { ...NOBODY, headers: { 'if-none-match': answer.headers.etag } });
  expect([again.status, again.body, again.headers.etag]).toEqual([304, '', answer.headers.etag]);
});

test.each(['/', '/?from=here'])('%s leads everybody to the reference', async (path) => {
  for (const method of ['GET', 'HEAD']) {
    const answer = await portico.request(method, path, NOBODY);
    expect([answer.status, answer.headers.location, answer.body]).toEqual([302, `${portico.basePath}/docs`, '']);
    expect(answer.headers['x-request-id']).toMatch(/./);
  }
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s / is 405', async (method) => {
  const answer = await portico.request(method, '/', NOBODY);
  expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
  expect(answer.json).toEqual({ error: `${method} is not allowed; allowed methods: GET, HEAD, OPTIONS` });
});

test('OPTIONS / names what is allowed', async () => {
  const answer = await portico.request('OPTIONS', '/', NOBODY);
  expect([answer.status, answer.headers.allow, answer.body]).toEqual([204, 'GET, HEAD, OPTIONS', '']);
});

test.each(['/v1', '/v1/', '/v2/'])('%s leads nowhere', async (path) => {
  expectError(await portico.get(path), 404);
});

test.each(['/docs', '/docs/', '/graphiql', '/graphiql/'])('%s is a page for everybody', async (path) => {
  const answer = await portico.get(path, NOBODY);
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(answer.headers['content-security-policy']).toMatch(/^default-src 'self'; .*frame-ancestors 'none'/);
  expect(answer.headers['x-request-id']).toMatch(/./);
});

test('/docs/changes says what differs between the versions, for everybody', async () => {
  const answer = await portico.get('/docs/changes', NOBODY);
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(answer.body).toContain('<code>name</code> became <code>firstName</code> and <code>lastName</code>');
  expect((await portico.get('/docs', NOBODY)).body).toContain(`<a href="${portico.basePath}/docs/changes">Changes</a>`);
});

test.each(['/docs', '/docs/changes', '/graphiql', '/v1/openapi.json'])('%s cannot be written', async (path) => {
  const answer = await portico.post(path, {}, NOBODY);
  expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
  expect(answer.json).toEqual({ error: 'POST is not allowed; allowed methods: GET, HEAD, OPTIONS' });
  const options = await portico.request('OPTIONS', path, NOBODY);
  expect([options.status, options.headers.allow, options.body]).toEqual([204, 'GET, HEAD, OPTIONS', '']);
});

test.each(['/docs/nothing', '/docs/assets/swagger-ui.css', '/graphiql/nothing', '/v3/openapi.json'])(
  '%s is not there',
  async (path) => expectError(await portico.get(path, NOBODY), 404),
);

describe.each([
  ['path' as const, ['/v1/openapi.json', '/v2/openapi.json'], ['/openapi.json']],
  ['header' as const, ['/openapi.json'], ['/v1/openapi.json', '/v2/openapi.json']],
])('where the version is chosen by %s only', (versioning, there, missing) => {
  test('the documents are those of that scheme, and the reference shows them', async () => {
    const other = await startInProcess({}, { versioning });
    try {
      for (const path of there) expect((await other.get(path, NOBODY)).status).toBe(200);
      for (const path of missing) expectError(await other.get(path, NOBODY), 404);
      const { body } = await other.get('/docs', NOBODY);
      for (const path of there) expect(body).toContain(`&#34;${other.basePath}${path}&#34;`);
      for (const path of missing) expect(body).not.toContain(`&#34;${other.basePath}${path}&#34;`);
    } finally {
      await other.close();
    }
  });
});
