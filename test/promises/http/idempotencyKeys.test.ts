// Idempotency-Key (draft-ietf-httpapi-idempotency-key-header-07) on every POST and PATCH: the first request with a key executes, and
// every other one receives its response.
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { V1, V2, userInput, userShape } from '../../cases/schemes.ts';
import type { Client } from '../support/Client.ts';
import { anInteger, expectError, expectResponse, idOf, listOf } from '../support/expectations.ts';
import { type HttpResponse, sendRequest } from '../support/sendRequest.ts';
import { ALL_SCOPES, signToken } from '../support/signToken.ts';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());
const v1 = portico.in(V1);
const v2 = portico.in(V2);

const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });
const product = listOf(await v1.get('/products?limit=1')).data[0]!['id'];

/** A request that others repeat. */
interface Repeated {
  client: Client;
  method: string;
  path: string;
  body: unknown;
}

const send = ({ client, method, path, body }: Repeated, key: string, headers = {}) =>
  client.request(method, path, {
    body,
    headers: { 'content-type': 'application/json', 'idempotency-key': key, ...headers },
  });

/** The parts of a response that do not say when and how it was sent. */
function contentOf({ status, headers, body }: HttpResponse) {
  const { date: _, connection: _c, 'keep-alive': _k, 'x-request-id': _r, 'idempotency-replayed': _i, ...own } = headers;
  return { status, headers: own, body };
}

/** Expects the response to a first request, and the same one as a replay. */
function expectReplay(first: HttpResponse, again: HttpResponse): void {
  expect(first.headers['idempotency-replayed']).toBeUndefined();
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
  expect(contentOf(again)).toEqual(contentOf(first));
}

/** The number of users with this text in their name. */
async function usersNamed(text: string): Promise<number> {
  return listOf(await v1.get(`/users?search=${text}&limit=100`)).data.length;
}

/** A name that no other user has. */
const newName = () => `K${randomUUID().replaceAll('-', '')}`;

describe.each([V1, V2])('under $name', (scheme) => {
  const client = portico.in(scheme);
  const { version, contentType } = scheme;

  test('a repeated POST creates one user, and has the first status, headers and body', async () => {
    const name = newName();
    const request = { client, method: 'POST', path: '/users', body: userInput(version, 'Ada', name) };
    const key = randomUUID();
    const first = await send(request, key);
    expectResponse(first, 201, contentType, userShape(version, anInteger, 'Ada', name));
    expect(first.headers.location).toBe(client.path(`/users/${idOf(first)}`));
    for (let round = 0; round < 3; round++) expectReplay(first, await send(request, key));
    expect(await usersNamed(name)).toBe(1);
  });

  test('a repeated POST places one order, with everything that it selects', async () => {
    const userId = idOf(await v2.post('/users', { firstName: newName(), lastName: '' }));
    const body = { userId, items: [{ productId: product, quantity: 2 }] };
    const request = { client, method: 'POST', path: '/orders?expand=items,user', body };
    const key = randomUUID();
    const first = await send(request, key);
    expect(first).toMatchObject({
      status: 201,
      json: { user: { id: userId }, items: [{ quantity: 2 }] },
    });
    expectReplay(first, await send(request, key));
    expect(listOf(await v1.get(`/orders?userId=${userId}`)).data).toHaveLength(1);
  });

  test('a repeated PATCH changes a user once', async () => {
    const id = idOf(await v2.post('/users', { firstName: 'Ada', lastName: 'Byron' }));
    const body = version === 1 ? { name: 'Ada Lovelace' } : { lastName: 'Lovelace' };
    const request = { client, method: 'PATCH', path: `/users/${id}`, body };
    const key = randomUUID();
    const first = await send(request, key);
    expectResponse(first, 200, contentType, userShape(version, id, 'Ada', 'Lovelace'));
    await v2.request('PUT', `/users/${id}`, { body: { firstName: 'Augusta', lastName: 'King' } });
    expectReplay(first, await send(request, key));
    expectResponse(await client.get(`/users/${id}`), 200, contentType, userShape(version, id, 'Augusta', 'King'));
  });
});

test('a repeated PATCH with If-Match has the stored response, though the version has advanced; 412 is not stored', async () => {
  const id = idOf(await v2.post('/users', { firstName: 'Ada', lastName: 'Byron' }));
  const request = { client: v2, method: 'PATCH', path: `/users/${id}`, body: { lastName: 'Lovelace' } };
  const [key, lost] = [randomUUID(), randomUUID()];
  const first = await send(request, key, { 'if-match': '"1"' });
  expect([first.status, first.headers.etag]).toEqual([200, expect.stringMatching(/^"2\./)]);
  expectReplay(first, await send(request, key, { 'if-match': '"1"' }));
  expectError(await send(request, lost, { 'if-match': '"1"' }), 412, 'version');
  const retried = await send(request, lost, { 'if-match': first.headers.etag });
  expect([retried.status, retried.headers.etag]).toEqual([200, expect.stringMatching(/^"3\./)]);
});

test('a key in double quotes is the same key', async () => {
  const request = { client: v1, method: 'POST', path: '/users', body: { name: newName() } };
  const key = randomUUID();
  const first = await send(request, `"${key}"`);
  expect(first.status).toBe(201);
  expectReplay(first, await send(request, key));
  expectReplay(first, await send(request, `"${key}"`));
});

test('the replay is compressed as its own request accepts', async () => {
  const lines = Array.from({ length: 100 }, () => ({ productId: product, quantity: 1 }));
  const request = { client: v1, method: 'POST', path: '/orders?expand=items', body: { items: lines } };
  const key = randomUUID();
  const first = await send(request, key);
  expect(first.headers['content-encoding']).toBeUndefined();
  const headers = {
    authorization: `Bearer ${await portico.token(ALL_SCOPES)}`,
    'content-type': 'application/json',
    'idempotency-key': key,
    'accept-encoding': 'gzip',
  };
  const again = await sendRequest(portico.url, v1.path(request.path), 'POST', headers, JSON.stringify(request.body));
  expect(again.status).toBe(201);
  expect(again.headers).toMatchObject({
    'idempotency-replayed': 'true',
    'content-encoding': 'gzip',
    vary: first.headers.vary,
    location: first.headers.location,
  });
  expectReplay(first, await send(request, key));
});

test('members in another order are the same request', async () => {
  const key = randomUUID();
  const userId = idOf(await v2.post('/users', { firstName: newName(), lastName: '' }));
  const sendBody = (body: unknown) => send({ client: v2, method: 'POST', path: '/orders?expand=items', body }, key);
  const first = await sendBody({ userId, items: [{ productId: product, quantity: 2 }] });
  expect(first.status).toBe(201);
  expectReplay(first, await sendBody({ items: [{ quantity: 2, productId: product }], userId }));
  expectError(await sendBody({ userId, items: [{ productId: product, quantity: 3 }] }), 422, 'Idempotency-Key');
  expect(listOf(await v2.get(`/orders?userId=${userId}`)).data).toHaveLength(1);
});

test('a replay whose media type Accept excludes is 406, and executes nothing', async () => {
  const name = newName();
  const key = randomUUID();
  const request = { client: v1, method: 'POST', path: '/users', body: { name } };
  const first = await send(request, key);
  expect(first.headers['content-type']).toBe('application/json');
  const accept = 'application/vnd.portico.v1+json';
  expectError(await send(request, key, { accept }), 406, 'application/json');
  expectReplay(first, await send(request, key, { accept: `${accept}, application/*;q=0.1` }));
  expect(await usersNamed(name)).toBe(1);
  const unused = randomUUID();
  expectError(await send(request, unused, { accept: 'text/html' }), 406);
  const later = await send(request, unused);
  expect([later.status, later.headers['idempotency-replayed']]).toEqual([201, undefined]);
});

test('the key of another request is 422, whatever differs', async () => {
  const name = newName();
  const path = '/users';
  const key = randomUUID();
  const request = { client: v1, method: 'POST', path, body: { name } };
  expect((await send(request, key)).status).toBe(201);
  expectError(await send({ ...request, body: { name: `${name} II` } }, key), 422, 'Idempotency-Key');
  const user = idOf(await v1.post('/users', { name: newName() }));
  const other = idOf(await v1.post('/users', { name: newName() }));
  const change = { client: v1, method: 'PATCH', path: `/users/${user}`, body: { name: newName() } };
  expect((await send(change, key)).status).toBe(200);
  expectError(await send({ ...change, path: `/users/${other}` }, key), 422, 'Idempotency-Key');
  expect(await usersNamed(name)).toBe(1);
});

test('other routes, versions and callers have keys of their own', async () => {
  const key = randomUUID();
  const name = newName();
  const authorization = `Bearer ${await signToken({ sub: 'another caller', scope: ALL_SCOPES })}`;
  const answers = [
    await send({ client: v1, method: 'POST', path: '/users', body: { name } }, key),
    await send({ client: v2, method: 'POST', path: '/users', body: { firstName: name, lastName: '' } }, key),
    await send({ client: v1, method: 'POST', path: '/users', body: { name } }, key, { authorization }),
    await send(
      { client: v1, method: 'POST', path: '/orders', body: { items: [{ productId: product, quantity: 1 }] } },
      key,
    ),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(answers.map(({ headers }) => headers['idempotency-replayed'])).toEqual(answers.map(() => undefined));
  expect(await usersNamed(name)).toBe(3);
});

test('any subject has its keys, whatever its characters and its length', async () => {
  for (const sub of ['\u0000', '\ud800', '\udfff', 'Ω'.repeat(3000)]) {
    const authorization = `Bearer ${await signToken({ sub, scope: ALL_SCOPES })}`;
    const request = { client: v1, method: 'POST', path: '/users', body: { name: newName() } };
    const key = 'the same key';
    const first = await send(request, `"${key.replaceAll(' ', '_')}"`, { authorization });
    expect(first.status).toBe(201);
    expectReplay(first, await send(request, key.replaceAll(' ', '_'), { authorization }));
  }
});

test('a caller without a subject has no keys, and is refused with 400', async () => {
  const authorization = `Bearer ${await signToken({ sub: undefined, scope: ALL_SCOPES })}`;
  const response = await v1.post('/users', { name: 'Ada' }, { headers: { authorization, 'idempotency-key': 'k' } });
  expectError(response, 400, 'Idempotency-Key', 'subject');
});

test('what is refused before it executes is not stored, so the key is good for a valid request', async () => {
  const key = randomUUID();
  const name = newName();
  expectError(await v1.post('/users', { name: '' }, keyed(key)), 400, 'name');
  expectError(await v1.post('/users', { name }, { ...keyed(key), scope: 'users:read' }), 403);
  const first = await v1.post('/users', { name }, keyed(key));
  expect(first.status).toBe(201);
  expectReplay(first, await v1.post('/users', { name }, keyed(key)));
});

test('a stored response is sent only to a caller with the scopes of the endpoint', async () => {
  const key = randomUUID();
  const name = newName();
  const first = await v1.post('/users', { name }, keyed(key));
  expect(first.status).toBe(201);
  expectError(await v1.post('/users', { name }, { ...keyed(key), scope: 'users:read' }), 403);
  expectReplay(first, await v1.post('/users', { name }, keyed(key)));
});

test('preconditions are evaluated once, and a failed one is not stored', async () => {
  const id = idOf(await v1.post('/users', { name: newName() }));
  const key = randomUUID();
  const request = { client: v1, method: 'PATCH', path: `/users/${id}`, body: { name: newName() } };
  expectError(await send(request, key, { 'if-none-match': '*' }), 412);
  const first = await send(request, key, { 'if-match': '*' });
  expect(first.status).toBe(200);
  await v1.request('DELETE', `/users/${id}`);
  expectReplay(first, await send(request, key, { 'if-match': '*' }));
  expectError(await send(request, randomUUID(), { 'if-match': '*' }), 404);
});

test('many keys at once do not keep each other waiting', async () => {
  const name = newName();
  const body = { items: [{ productId: product, quantity: 1 }] };
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0
        ? v1.post('/users', { name }, keyed(randomUUID()))
        : v1.post('/orders?expand=items', body, keyed(randomUUID())),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  expect(await usersNamed(name)).toBe(10);
});

test.each(['', '""', 'a b', 'ä', 'x'.repeat(256), 'one, two'])('the key %j is refused with 400', async (key) => {
  expectError(await v1.post('/users', { name: 'Ada' }, keyed(key)), 400, 'Idempotency-Key');
});

test('methods without keys ignore the header', async () => {
  const key = randomUUID();
  const id = idOf(await v1.post('/users', { name: newName() }));
  const body = { name: newName() };
  for (let round = 0; round < 2; round++) {
    const answer = await v1.request('PUT', `/users/${id}`, { body, ...keyed(key) });
    expect(answer.status).toBe(200);
    expect(answer.headers['idempotency-replayed']).toBeUndefined();
  }
});
