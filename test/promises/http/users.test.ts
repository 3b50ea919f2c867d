// The user resource, sections 2 and 4.1 of the interface, in both versions and every way to ask for one.
import { afterAll, describe, expect, test } from 'vitest';
import { NO_IDENTIFIERS, NOBODY } from '../../cases/identifiers.ts';
import { V1, V2, userInput, userShape } from '../../cases/schemes.ts';
import {
  EXTREME_USERS,
  REFUSED_BODIES,
  REFUSED_USERS_V1,
  REFUSED_USERS_V2,
  SPLIT_NAMES,
  type RefusedBody,
} from '../../cases/userBodies.ts';
import { anInteger, expectResponse, expectError, idOf, listOf } from '../support/expectations.ts';
import { totalOf } from '../support/idsOf.ts';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());
const v1 = portico.in(V1);
const v2 = portico.in(V2);

/** An e-mail address that no other test uses. */
let addresses = 0;
const newEmail = () => `spec-${process.pid}-${Date.now()}-${addresses++}@example.com`;

async function createUser(firstName: string, lastName: string, email?: string): Promise<number> {
  return idOf(await v2.post('/users', { firstName, lastName, ...(email !== undefined && { email }) }));
}

describe.each([V1, V2])('under $name', (scheme) => {
  const client = portico.in(scheme);
  const { version, contentType } = scheme;
  const ada = userInput(version, 'Ada', 'Lovelace');

  test('GET /users answers 200 with a list of users', async () => {
    const answer = await client.get('/users?limit=3');
    const user = userShape(version, anInteger, expect.any(String), expect.any(String));
    if (version === 1) user['name'] = expect.any(String);
    expectResponse(answer, 200, contentType, { data: [user, user, user], pagination: expect.any(Object) });
  });

  test('POST /users answers 201 with the created user, and its path in Location', async () => {
    const answer = await client.post('/users', ada);
    expectResponse(answer, 201, contentType, userShape(version, anInteger, 'Ada', 'Lovelace'));
    expect(answer.headers.location).toBe(client.path(`/users/${idOf(answer)}`));
  });

  test('Location leads to the created user', async () => {
    const created = await client.post('/users', ada);
    const answer = await portico.get(created.headers.location!.slice(portico.basePath.length), {
      headers: scheme.headers,
    });
    expectResponse(answer, 200, contentType, created.json);
  });

  test('PUT /users/{id} answers 200 with the replaced user', async () => {
    const id = idOf(await client.post('/users', ada));
    const shape = userShape(version, id, 'Grace', 'Hopper');
    const answer = await client.request('PUT', `/users/${id}`, { body: userInput(version, 'Grace', 'Hopper') });
    expectResponse(answer, 200, contentType, shape);
    expectResponse(await client.get(`/users/${id}`), 200, contentType, shape);
  });

  test('the totals of the lists count a created user at once, and a deleted one no longer', async () => {
    const totals = () => Promise.all(['/users', '/orders', '/products'].map((list) => totalOf(client, list)));
    const [users, ...others] = await totals();
    const created = idOf(await client.post('/users', ada));
    expect(await totals()).toEqual([users! + 1, ...others]);
    expectError(await client.post('/users', {}), 400);
    expect(await totals()).toEqual([users! + 1, ...others]);
    await client.request('DELETE', `/users/${created}`);
    expect(await totals()).toEqual([users, ...others]);
  });

  test('DELETE /users/{id} answers 204 without a body, and the user is gone', async () => {
    const id = idOf(await client.post('/users', ada));
    const answer = await client.request('DELETE', `/users/${id}`);
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 204, body: '' });
    expect(answer.headers).not.toHaveProperty('content-type');
    expect(answer.headers).not.toHaveProperty('content-length');
    expectError(await client.get(`/users/${id}`), 404);
    expectError(await client.request('DELETE', `/users/${id}`), 404);
  });

  test.each(NOBODY)('a user %s that does not exist is 404 to GET, PUT and DELETE', async (id) => {
    expectError(await client.get(`/users/${id}`), 404);
    expectError(await client.request('PUT', `/users/${id}`, { body: ada }), 404);
    expectError(await client.request('DELETE', `/users/${id}`), 404);
  });

  test.each(NO_IDENTIFIERS)('%s in the place of an id is 400 to GET, PUT and DELETE', async (id) => {
    expectError(await client.get(`/users/${id}`), 400, 'id');
    expectError(await client.request('PUT', `/users/${id}`, { body: ada }), 400, 'id');
    expectError(await client.request('DELETE', `/users/${id}`), 400, 'id');
  });

  const refused: readonly RefusedBody[] = [...REFUSED_BODIES, ...(version === 1 ? REFUSED_USERS_V1 : REFUSED_USERS_V2)];
  test.each(refused)('POST and PUT refuse $name with 400', async ({ body, names }) => {
    const headers = { 'content-type': 'application/json' };
    expectError(await client.post('/users', body, { headers }), 400, ...names);
    const id = await createUser('Still', 'Here');
    expectError(await client.request('PUT', `/users/${id}`, { body, headers }), 400, ...names);
    expect((await v2.get(`/users/${id}`)).json).toEqual({ id, firstName: 'Still', lastName: 'Here' });
  });

  test('a second user with the same e-mail address is 409, whatever its case', async () => {
    const email = newEmail();
    expect((await client.post('/users', { ...ada, email })).status).toBe(201);
    expectError(await client.post('/users', { ...ada, email }), 409, /e-?mail/i);
    expectError(await client.post('/users', { ...ada, email: email.toUpperCase() }), 409, /e-?mail/i);
  });

  test('a PUT with the e-mail address of another user is 409 and changes nothing', async () => {
    const email = newEmail();
    await createUser('First', 'Owner', email);
    const id = await createUser('Second', 'Comer', newEmail());
    const body = { ...userInput(version, 'Changed', 'Name'), email: email.toUpperCase() };
    expectError(await client.request('PUT', `/users/${id}`, { body }), 409, /e-?mail/i);
    expect((await v2.get(`/users/${id}`)).json).toEqual({ id, firstName: 'Second', lastName: 'Comer' });
  });

  test('a PUT with the own e-mail address in another case is 200', async () => {
    const email = newEmail();
    const id = await createUser('Ada', 'Lovelace', email);
    const answer = await client.request('PUT', `/users/${id}`, { body: { ...ada, email: email.toUpperCase() } });
    expect(answer.status).toBe(200);
  });

  test('a PUT without an e-mail address keeps it', async () => {
    const email = newEmail();
    const id = await createUser('Ada', 'Lovelace', email);
    expect((await client.request('PUT', `/users/${id}`, { body: ada })).status).toBe(200);
    expectError(await client.post('/users', { ...ada, email }), 409);
  });

  test('a PUT with the e-mail address null clears it', async () => {
    const email = newEmail();
    const id = await createUser('Ada', 'Lovelace', email);
    expect((await client.request('PUT', `/users/${id}`, { body: { ...ada, email: null } })).status).toBe(200);
    expect((await client.post('/users', { ...ada, email })).status).toBe(201);
  });

  test('a POST with the e-mail address null creates a user without one, as often as one likes', async () => {
    expect((await client.post('/users', { ...ada, email: null })).status).toBe(201);
    expect((await client.post('/users', { ...ada, email: null })).status).toBe(201);
  });

  test('a deleted user leaves the e-mail address to others', async () => {
    const email = newEmail();
    const id = await createUser('Ada', 'Lovelace', email);
    expect((await client.request('DELETE', `/users/${id}`)).status).toBe(204);
    expect((await client.post('/users', { ...ada, email })).status).toBe(201);
  });

  test('a user who has orders cannot be deleted: 409, and both are still there', async () => {
    const id = await createUser('Loyal', 'Customer');
    const [product] = listOf(await v1.get('/products?limit=1')).data;
    const order = await v1.post('/orders', { items: [{ productId: product!['id'], quantity: 1 }], userId: id });
    expectError(await client.request('DELETE', `/users/${id}`), 409, /order/i);
    expect((await v2.get(`/users/${id}`)).status).toBe(200);
    expect((await v1.get(`/orders/${idOf(order)}`)).status).toBe(200);
  });
});

describe('one user in two versions', () => {
  test.each(SPLIT_NAMES)('version 1 splits $name at its first white space', async ({ name, firstName, lastName }) => {
    const id = idOf(await v1.post('/users', { name }));
    expect((await v2.get(`/users/${id}`)).json).toEqual({ id, firstName, lastName });
    const joined = lastName === '' ? firstName : `${firstName} ${lastName}`;
    expect((await v1.get(`/users/${id}`)).json).toEqual({ id, name: joined });

    const other = await createUser('Someone', 'Else');
    expect((await v1.request('PUT', `/users/${other}`, { body: { name } })).json).toEqual({ id: other, name: joined });
    expect((await v2.get(`/users/${other}`)).json).toEqual({ id: other, firstName, lastName });
  });

  test.each(EXTREME_USERS)('version 2 takes $name, and version 1 shows it', async ({ body }) => {
    const { email: _, ...parts } = body;
    const answer = await v2.post('/users', body);
    const id = idOf(answer);
    expectResponse(answer, 201, 'application/json', { id, ...parts });
    const name = Object.values(parts).filter(Boolean).join(' ');
    expectResponse(await v1.get(`/users/${id}`), 200, 'application/json', { id, name });
  });

  test('a PUT of version 1 whose name equals the current one keeps the parts as they are', async () => {
    const id = await createUser('Mary Jane', 'Watson');
    const answer = await v1.request('PUT', `/users/${id}`, { body: { name: 'Mary Jane Watson' } });
    expect(answer.json).toEqual({ id, name: 'Mary Jane Watson' });
    expect((await v2.get(`/users/${id}`)).json).toEqual({ id, firstName: 'Mary Jane', lastName: 'Watson' });
  });

  test('a PUT of version 1 with another name splits it', async () => {
    const id = await createUser('Mary Jane', 'Watson');
    await v1.request('PUT', `/users/${id}`, { body: { name: 'Mary Jane Parker' } });
    expect((await v2.get(`/users/${id}`)).json).toEqual({ id, firstName: 'Mary', lastName: 'Jane Parker' });
  });

  test('an identifier is never given twice, not even that of a deleted user', async () => {
    const id = await createUser('Ada', 'Lovelace');
    await v1.request('DELETE', `/users/${id}`);
    expect(await createUser('Grace', 'Hopper')).toBeGreaterThan(id);
  });

  test('of many that arrive together with one e-mail address exactly one is created', async () => {
    const email = newEmail();
    const answers = await Promise.all(Array.from({ length: 10 }, () => v1.post('/users', { name: 'Ada', email })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  });
});
