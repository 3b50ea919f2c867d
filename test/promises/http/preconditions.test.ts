// Conditional requests, RFC 9110 section 13: a write happens only if what it is about is as the client believes.
import { afterAll, describe, expect, test } from 'vitest';
import { V1, V2, userInput, userShape } from '../../cases/schemes.ts';
import { NOBODY } from '../../cases/identifiers.ts';
import { expectResponse, expectError, idOf, listOf } from '../support/expectations.ts';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());

/** Tags that are not that of a new user, whose version is 1. */
const OTHER_TAGS = ['"0"', '"2.x"', '"x"', '"abc.br"', '"-1"', '"1e0"', '"99999999999999999999"', 'W/"1"', '""'];

describe.each([V1, V2])('under $name', (scheme) => {
  const client = portico.in(scheme);
  const input = userInput(scheme.version, 'Ada', 'Lovelace');
  const other = userInput(scheme.version, 'Grace', 'Hopper');
  const create = async () => idOf(await client.post('/users', input));
  const shape = (id: number, first = 'Ada', last = 'Lovelace') => userShape(scheme.version, id, first, last);
  const WRITES: readonly [method: string, body: unknown, success: number][] = [
    ['PUT', other, 200],
    ['PATCH', other, 200],
    ['PATCH', {}, 200],
    ['DELETE', undefined, 204],
  ];

  /** Sends every write to a new user with these headers; each is refused, and the user is as it was. */
  async function expectRefusals(headers: Record<string, string>, status: number, word: string | RegExp): Promise<void> {
    const id = await create();
    const { etag } = (await client.get(`/users/${id}`)).headers;
    for (const [method, body] of WRITES) {
      expectError(await client.request(method, `/users/${id}`, { headers, body }), status, word);
    }
    const after = await client.get(`/users/${id}`);
    expectResponse(after, 200, scheme.contentType, shape(id));
    expect(after.headers.etag).toBe(etag);
  }

  test('a user has the strong tag of its version, in every response with the user', async () => {
    const created = await client.post('/users', input);
    const path = `/users/${idOf(created)}`;
    const read = async () => (await client.get(path)).headers.etag;
    expect(created.headers.etag).toMatch(/^"1\.[\w-]{22}"$/);
    expect(await read()).toBe(created.headers.etag);
    const replaced = await client.request('PUT', path, { body: other });
    expect(replaced.headers.etag).toMatch(/^"2\./);
    expect(await read()).toBe(replaced.headers.etag);
    const changed = await client.request('PATCH', path, { body: { email: null } });
    expect(changed.headers.etag).toMatch(/^"3\./);
    expect(await read()).toBe(changed.headers.etag);
    const deleted = await client.request('DELETE', path);
    expect([deleted.status, deleted.headers.etag]).toEqual([204, undefined]);
  });

  test('every write advances the version, one that changes nothing too; an empty PATCH writes nothing', async () => {
    const path = `/users/${await create()}`;
    const write = async (method: string, body: unknown) =>
      String((await client.request(method, path, { body })).headers.etag).split('.')[0];
    expect(await write('PUT', input)).toBe('"2');
    expect(await write('PATCH', input)).toBe('"3');
    expect(await write('PATCH', {})).toBe('"3');
  });

  test.each(['/users/{}', '/orders/{}', '/orders/{}?expand=items,user'])('%s is 304 until it changes', async (path) => {
    const user = await create();
    const items = [{ productId: 1, quantity: 1 }];
    const order = path.startsWith('/orders') ? idOf(await client.post('/orders', { items, userId: user })) : user;
    const target = path.replace('{}', String(order));
    const { etag } = (await client.get(target)).headers;
    expect(etag).toMatch(/^"1\.[\w-]{22}"$/);
    const again = (method: string) =>
      client.request(method, target, { headers: { 'if-none-match': `"x", W/${etag}` } });
    for (const method of ['GET', 'HEAD']) {
      const { status, body, headers } = await again(method);
      expect([status, body, headers.etag]).toEqual([304, '', etag]);
    }
    await client.request('PUT', `/users/${user}`, { body: other });
    // An order changes with what is expanded of it, though its own version does not.
    expect((await again('GET')).status).toBe(target === `/orders/${order}` ? 304 : 200);
  });

  test.each(['"1"', '"1.x"', '"1.x-br"', ' "1" '])('writes with the If-Match %s of the user happen', async (tag) => {
    const headers = { 'if-match': tag };
    for (const [method, body, success] of WRITES) {
      const path = `/users/${await create()}`;
      expect((await client.request(method, path, { headers, body })).status).toBe(success);
      const after = method === 'DELETE' ? 404 : body === other ? 412 : 200;
      expect((await client.request('PATCH', path, { headers, body: {} })).status).toBe(after);
    }
  });

  test.each(OTHER_TAGS)('writes with If-Match: %s are 412 and change nothing', (tag) =>
    expectRefusals({ 'if-match': tag }, 412, /If-Match|version/),
  );

  test.each(['"1", "2"', '1', '', '"1', 'w/"1"'])('writes with If-Match: %s, not one tag, are 400', (tag) =>
    expectRefusals({ 'if-match': tag }, 400, /If-Match must be (one|an) entity tag/),
  );

  test.each([
    { 'if-none-match': '*' },
    { 'if-none-match': '"x"' },
    { 'if-match': '"1"', 'if-none-match': '"x", W/"y"' },
  ])('writes with %j are 412 and change nothing', (headers) => expectRefusals(headers, 412, 'If-None-Match'));

  test('If-Match: * is met by every write of a user', async () => {
    const id = await create();
    const headers = { 'if-match': '*' };
    for (const [method, body, success] of WRITES) {
      expect((await client.request(method, `/users/${id}`, { headers, body })).status).toBe(success);
    }
  });

  test.each([
    ...['"1"', '"x"', 'W/"1"', '*'].map((tag) => ({ 'if-match': tag })),
    { 'if-none-match': '*' },
    { 'if-none-match': '"1"' },
  ])('what does not exist stays 404 with %j', async (headers) => {
    for (const id of NOBODY) {
      for (const [method, body] of WRITES) {
        expectError(await client.request(method, `/users/${id}`, { headers, body }), 404);
      }
    }
  });

  test.each([{ 'if-match': '"x"' }, { 'if-none-match': '*' }])(
    'POST to a list, which exists, is 412 with %j and creates nothing',
    async (headers) => {
      const total = async () => listOf(await client.get('/users?limit=1')).pagination['total'];
      const before = await total();
      expectError(await client.post('/users', input, { headers }), 412);
      expect(await total()).toBe(before);
    },
  );

  test.each([{ 'if-match': '*' }, { 'if-none-match': '"x"' }])('POST to a list with %j creates', async (headers) => {
    expect((await client.post('/users', input, { headers })).status).toBe(201);
  });

  test('a version that lost is 412 before the conflicts of the write', async () => {
    const user = await create();
    await client.post('/orders', { items: [{ productId: 1, quantity: 1 }], userId: user });
    const remove = (tag: string) => client.request('DELETE', `/users/${user}`, { headers: { 'if-match': tag } });
    expectError(await remove('"2"'), 412, 'The user has another version than the expected one; nothing was changed.');
    expectError(await remove('"1"'), 409);
  });

  test('every refusal comes before 412', async () => {
    const headers = { 'if-match': '"x"' };
    const id = await create();
    const put = (options: object) => client.request('PUT', `/users/${id}`, { headers, body: other, ...options });
    expectError(await put({ scope: null }), 401);
    expectError(await put({ scope: 'users:read' }), 403);
    expectError(await put({ body: 'x', headers: { ...headers, 'content-type': 'text/plain' } }), 415);
    expectError(await put({ body: {} }), 400);
    // Whether it exists is found out as GET does it, and so by who may read it.
    expectError(await put({ scope: 'users:write' }), 403, 'users:read');
    expectError(await put({}), 412);
    // The write compares a version itself.
    expectError(await put({ scope: 'users:write', headers: { 'if-match': '"2"' } }), 412, 'version');
    expect((await put({ scope: 'users:write', headers: { 'if-match': '"1"' } })).status).toBe(200);
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
