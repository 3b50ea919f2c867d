// Conditional requests, RFC 9110 section 13: a write happens only if what it is about is as the client believes.
import { afterAll, describe, expect, test } from 'vitest';
import { SCHEMES, userInput, userShape } from '../../cases/schemes.ts';
import { NOBODY } from '../../cases/identifiers.ts';
import { expectResponse, expectError, idOf, listOf } from '../support/expectations.ts';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());

/** No user has an entity tag, so none of these can be that of one. */
const TAGS = ['"x"', 'W/"x"', '"x", "y"', 'x', '', '"abc.br"'];

describe.each(SCHEMES)('under $name', (scheme) => {
  const client = portico.in(scheme);
  const input = userInput(scheme.version, 'Ada', 'Lovelace');
  const other = userInput(scheme.version, 'Grace', 'Hopper');
  const create = async () => idOf(await client.post('/users', input));
  const shape = (id: number, first = 'Ada', last = 'Lovelace') => userShape(scheme.version, id, first, last);

  test.each([...TAGS.map((tag) => ({ 'if-match': tag })), { 'if-none-match': '*' }])(
    'PUT and DELETE with %j are 412 and change nothing',
    async (headers) => {
      const id = await create();
      const [name] = Object.keys(headers) as [string];
      expectError(await client.request('PUT', `/users/${id}`, { headers, body: other }), 412, new RegExp(name, 'i'));
      expectError(await client.request('DELETE', `/users/${id}`, { headers }), 412, new RegExp(name, 'i'));
      expectResponse(await client.get(`/users/${id}`), 200, scheme.contentType, shape(id));
    },
  );

  test.each([{ 'if-match': '*' }, { 'if-none-match': '"x"' }, { 'if-match': '*', 'if-none-match': '"x", W/"y"' }])(
    'PUT and DELETE with %j are carried out',
    async (headers) => {
      const id = await create();
      const replaced = await client.request('PUT', `/users/${id}`, { headers, body: other });
      expectResponse(replaced, 200, scheme.contentType, shape(id, 'Grace', 'Hopper'));
      expect((await client.request('DELETE', `/users/${id}`, { headers })).status).toBe(204);
    },
  );

  test.each([{ 'if-match': '"x"' }, { 'if-match': '*' }, { 'if-none-match': '*' }])(
    'what does not exist stays 404 with %j',
    async (headers) => {
      for (const id of NOBODY) {
        expectError(await client.request('PUT', `/users/${id}`, { headers, body: other }), 404);
        expectError(await client.request('DELETE', `/users/${id}`, { headers }), 404);
      }
    },
  );

  test.each([{ 'if-match': '"x"' }, { 'if-none-match': '*' }])(
    'POST to a list, which exists, is 412 with %j and creates nothing',
    async (headers) => {
      const total = async () => listOf(await client.get('/users?limit=1')).pagination['total'];
      const before = await total();
      expectError(await client.post('/users', input, { headers }), 412);
      expect(await total()).toBe(before);
    },
  );

  test('every refusal comes before 412', async () => {
    const headers = { 'if-match': '"x"' };
    const id = await create();
    const put = (options: object) => client.request('PUT', `/users/${id}`, { headers, body: other, ...options });
    expectError(await put({ scope: null }), 401);
    expectError(await put({ scope: 'users:read' }), 403);
    expectError(await put({ body: 'x', headers: { ...headers, 'content-type': 'text/plain' } }), 415);
    expectError(await put({ body: {} }), 400);
    // What stands there is found out as GET does it, and so by who may read it.
    expectError(await put({ scope: 'users:write' }), 403, 'users:read');
    expectError(await put({}), 412);
  });

  describe.each(['/products/1', '/products?limit=3', '/forecast?city=London'])('%s', (path) => {
    test('has a strong tag, and is 304 for who has it', async () => {
      const fresh = await client.get(path);
      const { etag } = fresh.headers;
      expect(etag).toMatch(/^"[\w-]{22}"$/);
      expect(fresh.headers['cache-control']).toMatch(/^private, max-age=\d+$/);
      for (const method of ['GET', 'HEAD']) {
        const again = await client.request(method, path, { headers: { 'if-none-match': `"x", ${etag}` } });
        expect([again.status, again.body, again.headers.etag]).toEqual([304, '', etag]);
        const moved = await client.request(method, path, { headers: { 'if-none-match': '"x"' } });
        expect([moved.status, moved.headers.etag]).toEqual([200, etag]);
      }
    });

    test('with If-Match is 412 unless the tag is its own', async () => {
      const { etag } = (await client.get(path)).headers;
      for (const tag of ['"x"', `W/${etag}`, '']) {
        expectError(await client.get(path, { headers: { 'if-match': tag } }), 412, 'If-Match');
        expect((await client.request('HEAD', path, { headers: { 'if-match': tag } })).status).toBe(412);
      }
      for (const tag of [etag, `"x", ${etag}`, '*', etag!.replace(/"$/, '.br"')]) {
        expect((await client.get(path, { headers: { 'if-match': tag } })).status).toBe(200);
      }
    });
  });
});
