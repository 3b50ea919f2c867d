// Two schemes, each on every endpoint alike, section 9 of the interface. Each endpoint under each scheme: schemes.test.ts.
import { afterAll, describe, expect, test } from 'vitest';
import { ACCEPTS } from '../../cases/acceptHeaders.ts';
import { V1, V2 } from '../../cases/schemes.ts';
import { expectResponse, expectError, idOf, listOf } from '../support/expectations.ts';
import { sendRequest } from '../support/sendRequest.ts';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());

const id = idOf(await portico.in(V2).post('/users', { firstName: 'Ada', lastName: 'Lovelace' }));
const SHAPES = { 1: { id, name: 'Ada Lovelace' }, 2: { id, firstName: 'Ada', lastName: 'Lovelace' } } as const;

describe('an unversioned path', () => {
  test('without Accept gets version 1', async () => {
    expectResponse(await portico.get(`/users/${id}`), 200, 'application/json', SHAPES[1]);
  });

  test.each(ACCEPTS)('with Accept: $accept gets $version', async ({ accept, version, type = '' }) => {
    const answer = await portico.get(`/users/${id}`, { headers: { accept } });
    if (version === 406) expectError(answer, 406);
    else expectResponse(answer, 200, type, SHAPES[version]);
  });

  test('an unacceptable Accept is answered with what there is', async () => {
    const answer = await portico.get(`/users/${id}`, { headers: { accept: 'application/vnd.portico.v3+json' } });
    expectError(answer, 406, 'application/vnd.portico.v1+json', 'application/vnd.portico.v2+json');
  });
});

describe.each([V1, V2])('the path $prefix', ({ prefix, version }) => {
  const user = `${prefix}/users/${id}`;

  test.each([undefined, '*/*', 'application/json', 'application/*;q=0.5', 'text/html, */*;q=0.1'])(
    'with the ordinary Accept %s gets its version as application/json',
    async (accept) => {
      expectResponse(await portico.get(user, { headers: { accept } }), 200, 'application/json', SHAPES[version]);
    },
  );

  test('with the vendor Accept of its own version gets it', async () => {
    const vendor = `application/vnd.portico.v${version}+json`;
    expectResponse(await portico.get(user, { headers: { accept: vendor } }), 200, vendor, SHAPES[version]);
  });

  test('with the vendor Accept of the other version is 400', async () => {
    const accept = `application/vnd.portico.v${3 - version}+json`;
    expectError(await portico.get(user, { headers: { accept } }), 400);
  });

  test.each(['application/vnd.portico.v3+json', 'application/vnd.portico.v0+json', 'text/html', 'application/xml'])(
    'with Accept: %s is 406',
    async (accept) => {
      expectError(await portico.get(user, { headers: { accept } }), 406);
    },
  );
});

describe('the Content-Type of a request body', () => {
  const v1 = { name: 'Ada Lovelace' };
  const v2 = { firstName: 'Ada', lastName: 'Lovelace' };
  const vendor = (version: number) => `application/vnd.portico.v${version}+json`;
  const count = async () => listOf(await portico.get('/v1/users?limit=1')).pagination['total'];

  test.each([vendor(2), 'Application/Vnd.Portico.V2+JSON', `${vendor(2)}; charset=utf-8`])(
    'chooses the version of an unversioned path: %s',
    async (type) => {
      const headers = { 'content-type': type };
      const created = await portico.post('/users', v2, { headers });
      expectResponse(created, 201, vendor(2), { id: idOf(created), ...v2 });
      expect(created.headers.location).toBe(portico.path(`/users/${idOf(created)}`));
      const body = { firstName: 'Grace', lastName: 'Hopper' };
      const replaced = await portico.request('PUT', `/users/${idOf(created)}`, { headers, body });
      expectResponse(replaced, 200, vendor(2), { id: idOf(created), ...body });
    },
  );

  test.each([
    { type: vendor(1), accept: undefined, prefix: '', body: v1, answered: 'application/json' },
    { type: vendor(2), accept: '*/*', prefix: '', body: v2, answered: vendor(2) },
    { type: vendor(2), accept: vendor(2), prefix: '', body: v2, answered: vendor(2) },
    { type: 'application/json', accept: vendor(2), prefix: '', body: v2, answered: vendor(2) },
    { type: vendor(2), accept: undefined, prefix: '/v2', body: v2, answered: 'application/json' },
    { type: vendor(2), accept: vendor(2), prefix: '/v2', body: v2, answered: vendor(2) },
    { type: 'application/vnd.other.v2+json', accept: undefined, prefix: '', body: v1, answered: 'application/json' },
    { type: 'application/vnd.portico+json', accept: undefined, prefix: '', body: v1, answered: 'application/json' },
    { type: 'application/vnd.other.v9+json', accept: vendor(2), prefix: '', body: v2, answered: vendor(2) },
  ])('$type with Accept: $accept at "$prefix" is taken', async ({ type, accept, prefix, body, answered }) => {
    const answer = await portico.post(`${prefix}/users`, body, { headers: { 'content-type': type, accept } });
    expectResponse(answer, 201, answered, { id: idOf(answer), ...body });
  });

  test.each([
    { type: vendor(2), accept: vendor(1), prefix: '', named: 'Accept' },
    { type: vendor(1), accept: vendor(2), prefix: '', named: 'Accept' },
    { type: vendor(2), accept: undefined, prefix: '/v1', named: 'path' },
    { type: vendor(1), accept: vendor(2), prefix: '/v2', named: 'path' },
  ])(
    '$type with Accept: $accept at "$prefix" is 400, and nothing is created',
    async ({ type, accept, prefix, named }) => {
      const before = await count();
      for (const body of [v1, v2]) {
        const answer = await portico.post(`${prefix}/users`, body, { headers: { 'content-type': type, accept } });
        expectError(answer, 400, 'Content-Type', named, 'version 1', 'version 2');
      }
      expect(await count()).toBe(before);
    },
  );

  test.each(['application/vnd.portico.v3+json', 'application/vnd.portico.v02+json', 'application/vnd.portico.vx+json'])(
    'of an unknown version is 415 and names the known ones: %s',
    async (type) => {
      const headers = { 'content-type': type };
      for (const prefix of ['', '/v1', '/v2']) {
        const answer = await portico.post(`${prefix}/users`, v1, { headers });
        expectError(answer, 415, 'application/json', vendor(1), vendor(2));
      }
      expectError(await portico.post('/users', v1, { headers, scope: null }), 401);
      expectError(await portico.post('/users', v1, { headers, scope: 'users:read' }), 403);
    },
  );

  test('chooses the version also for a client that takes nothing but application/json', async () => {
    const headers = {
      'content-type': vendor(2),
      accept: 'application/json',
      authorization: `Bearer ${await portico.token('users:write')}`,
    };
    const path = portico.path('/users');
    const answer = await sendRequest(portico.url, path, 'POST', headers, JSON.stringify(v2));
    expectResponse(answer, 201, 'application/json', { id: idOf(answer), ...v2 });
  });

  test('says nothing where there is no body', async () => {
    const headers = { 'content-type': vendor(2) };
    expectResponse(await portico.get(`/users/${id}`, { headers }), 200, 'application/json', SHAPES[1]);
  });
});

test.each([
  '/v3/users',
  '/v0/users',
  '/v01/users',
  '/V1/users',
  '/v1.0/users',
  '/v/users',
  '/v-1/users',
  '/v99999999999999999999/users',
  '/1/users',
  '/v1v2/users',
  '/v1/v1/users',
  '/v1',
  '/v2/',
])('the path %s of no known version is 404', async (path) => {
  expectError(await portico.get(path), 404);
});
