// In api.json, `versioning` narrows the ways to ask for a version; `defaultVersion` and `name` say what the unversioned path means.
import { afterAll, describe, expect, test } from 'vitest';
import { ENDPOINTS } from '../../cases/endpoints.ts';
import { V1, V2 } from '../../cases/schemes.ts';
import type { Client } from '../../promises/support/Client.ts';
import { expectResponse, expectError, idOf, listOf } from '../../promises/support/expectations.ts';
import { startInProcess } from '../support/startInProcess.ts';

/** What each endpoint answers when it is asked for without anything that it needs. */
async function statuses(client: Client, headers = {}): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const { method, path } of ENDPOINTS) {
    const target = path.replace(/\{\w+\}/, 'x');
    found[`${method} ${path}`] = (await client.request(method, target, { headers, scope: null })).status;
  }
  return found;
}

const all = (status: number) => Object.fromEntries(ENDPOINTS.map(({ method, path }) => [`${method} ${path}`, status]));

describe('versioning by the path', async () => {
  const portico = await startInProcess({}, { versioning: 'path' });
  afterAll(() => portico.close());

  test('offers every endpoint under its version', async () => {
    expect(await statuses(portico.in(V1))).toEqual(all(401));
    expect(await statuses(portico.in(V2))).toEqual(all(401));
  });

  test('knows no unversioned path', async () => {
    expect(await statuses(portico)).toEqual(all(404));
  });

  test('takes a body of a vendor type as any other JSON', async () => {
    const headers = { 'content-type': 'application/vnd.portico.v2+json' };
    const user = await portico.in(V1).post('/users', { name: 'Ada Lovelace' }, { headers });
    expectResponse(user, 201, 'application/json', { id: idOf(user), name: 'Ada Lovelace' });
  });

  test('makes no vendor type', async () => {
    const accept = 'application/vnd.portico.v1+json';
    expectError(await portico.in(V1).get('/users', { headers: { accept } }), 406);
  });
});

describe('versioning by the header', async () => {
  const portico = await startInProcess({}, { versioning: 'header' });
  afterAll(() => portico.close());

  test('offers every endpoint on its unversioned path', async () => {
    expect(await statuses(portico)).toEqual(all(401));
    expect(await statuses(portico, { accept: 'application/vnd.portico.v2+json' })).toEqual(all(401));
  });

  test('knows no versioned path', async () => {
    expect(await statuses(portico.in(V1))).toEqual(all(404));
    expect(await statuses(portico.in(V2))).toEqual(all(404));
  });

  test('answers in the version of the vendor type', async () => {
    const headers = { accept: 'application/vnd.portico.v2+json' };
    const user = await portico.post('/users', { firstName: 'Ada', lastName: 'Lovelace' }, { headers });
    expectResponse(user, 201, headers.accept, { id: idOf(user), firstName: 'Ada', lastName: 'Lovelace' });
    expect(user.headers.location).toBe(`${portico.basePath}/users/${idOf(user)}`);
  });
});

describe('version 2 by default, of an API with the name shop', async () => {
  const portico = await startInProcess({}, { defaultVersion: 2, name: 'shop' });
  afterAll(() => portico.close());
  const id = idOf(await portico.in(V1).post('/users', { name: 'Ada Lovelace' }));

  test('an unversioned path gets version 2', async () => {
    const shape = { id, firstName: 'Ada', lastName: 'Lovelace' };
    expectResponse(await portico.get(`/users/${id}`), 200, 'application/json', shape);
  });

  test('the vendor types carry the name', async () => {
    const accept = 'application/vnd.shop.v1+json';
    const answer = await portico.get(`/users/${id}`, { headers: { accept } });
    expectResponse(answer, 200, accept, { id, name: 'Ada Lovelace' });
    expectError(await portico.get('/users', { headers: { accept: 'application/vnd.portico.v1+json' } }), 406, 'shop');
  });

  test('credentials are asked for in the name of the service', async () => {
    const { headers } = await portico.get('/users', { scope: null });
    expect(headers['www-authenticate']).toBe('Bearer realm="shop"');
  });
});

test('a cursor is good on any process', async () => {
  const [one, other] = await Promise.all([startInProcess(), startInProcess({ BASE_PATH: '/other' })]);
  try {
    const { nextCursor } = listOf(await one.get('/products?cursor=&limit=5')).pagination;
    const { data } = listOf(await other.in(V2).get(`/products?cursor=${nextCursor}&limit=5`));
    expect(data).toEqual(listOf(await one.get('/products?offset=5&limit=5')).data);
  } finally {
    await Promise.all([one.close(), other.close()]);
  }
});
