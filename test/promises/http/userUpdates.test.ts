// PATCH /users/{id}, as JSON Merge Patch reads a body (RFC 7396): what is absent stays, null removes, a value replaces.
import { afterAll, describe, expect, test } from 'vitest';
import { NO_IDENTIFIERS, NOBODY } from '../../cases/identifiers.ts';
import { V1, V2, userShape } from '../../cases/schemes.ts';
import { REFUSED_BODIES } from '../../cases/userBodies.ts';
import { expectResponse, expectError, idOf } from '../support/expectations.ts';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());
const v1 = portico.in(V1);
const v2 = portico.in(V2);

let addresses = 0;
const newEmail = () => `patch-${process.pid}-${Date.now()}-${addresses++}@example.com`;

async function createUser(firstName: string, lastName: string, email?: string): Promise<number> {
  return idOf(await v2.post('/users', { firstName, lastName, ...(email !== undefined && { email }) }));
}

/** Whether a user has this address: nobody else can take it. */
async function isTaken(email: string): Promise<boolean> {
  return (await v1.post('/users', { name: 'Other', email })).status === 409;
}

describe.each([V1, V2])('under $name', (scheme) => {
  const client = portico.in(scheme);
  const { version, contentType } = scheme;
  const patch = (id: number | string, body: unknown, headers = {}) =>
    client.request('PATCH', `/users/${id}`, { body, headers: { 'content-type': 'application/json', ...headers } });
  const rename = version === 1 ? { name: 'Grace Hopper' } : { firstName: 'Grace', lastName: 'Hopper' };

  test('a name replaces the name and keeps the e-mail address', async () => {
    const email = newEmail();
    const id = await createUser('Ada', 'Lovelace', email);
    const shape = userShape(version, id, 'Grace', 'Hopper');
    expectResponse(await patch(id, rename), 200, contentType, shape);
    expectResponse(await client.get(`/users/${id}`), 200, contentType, shape);
    expect(await isTaken(email)).toBe(true);
  });

  test('an e-mail address replaces the address and keeps the name', async () => {
    const [before, after] = [newEmail(), newEmail()];
    const id = await createUser('Mary Ann', 'Evans', before);
    expectResponse(await patch(id, { email: after }), 200, contentType, userShape(version, id, 'Mary Ann', 'Evans'));
    expect([await isTaken(before), await isTaken(after)]).toEqual([false, true]);
  });

  test('null removes the e-mail address', async () => {
    const email = newEmail();
    const id = await createUser('Ada', 'Lovelace', email);
    expectResponse(await patch(id, { email: null }), 200, contentType, userShape(version, id, 'Ada', 'Lovelace'));
    expect(await isTaken(email)).toBe(false);
  });

  test.each([[{}], ['']])('the empty body %j changes nothing and is 200', async (body) => {
    const email = newEmail();
    const id = await createUser(' Ada ', '', email);
    const before = await client.get(`/users/${id}`);
    expectResponse(await patch(id, body), 200, contentType, before.json);
    expect(await isTaken(email)).toBe(true);
  });

  test('application/merge-patch+json is accepted', async () => {
    const id = await createUser('Ada', 'Lovelace');
    const answer = await patch(id, rename, { 'content-type': 'application/merge-patch+json' });
    expectResponse(answer, 200, contentType, userShape(version, id, 'Grace', 'Hopper'));
  });

  test.each(NOBODY)('a user %s that does not exist is 404', async (id) => {
    expectError(await patch(id, rename), 404);
    expectError(await patch(id, {}), 404);
  });

  test.each(NO_IDENTIFIERS)('%s in the place of an id is 400', async (id) => {
    expectError(await patch(id, rename), 400, 'id');
  });

  test('the e-mail address of another user is 409, in any case, and changes nothing', async () => {
    const email = newEmail();
    await createUser('First', 'Owner', email);
    const id = await createUser('Second', 'Comer');
    expectError(await patch(id, { ...rename, email: email.toUpperCase() }), 409, /e-?mail/i);
    expect((await v2.get(`/users/${id}`)).json).toEqual({ id, firstName: 'Second', lastName: 'Comer' });
  });

  const nulls = version === 1 ? [{ name: null }] : [{ firstName: null }, { lastName: null }];
  const refused: { name: string; body: unknown; names: readonly (string | RegExp)[] }[] = [
    ...REFUSED_BODIES.filter(({ body }) => body !== ''),
    ...nulls.map((body) => {
      const [name] = Object.keys(body);
      return { name: `${name} null`, body, names: [`${name} must not be null`] };
    }),
    { name: 'a name that is no text', body: { [version === 1 ? 'name' : 'lastName']: 1 }, names: [/name/i] },
    { name: 'a blank name', body: { [version === 1 ? 'name' : 'firstName']: '  ' }, names: [/name/i] },
    { name: 'an e-mail that is none', body: { email: 'x' }, names: ['email'] },
    { name: 'the id', body: { id: 5 }, names: ['id'] },
    {
      name: 'the field of the other version',
      body: version === 1 ? { firstName: 'A' } : { name: 'A' },
      names: [/name/i],
    },
  ];
  test.each(refused)('$name is refused with 400 and changes nothing', async ({ body, names }) => {
    const id = await createUser('Still', 'Here');
    expectError(await patch(id, body), 400, ...names);
    expect((await v2.get(`/users/${id}`)).json).toEqual({ id, firstName: 'Still', lastName: 'Here' });
  });

  test('needs users:write, and users:read only for a condition that the write does not evaluate', async () => {
    const id = await createUser('Ada', 'Lovelace');
    const send = (scope: string, headers = {}) =>
      client.request('PATCH', `/users/${id}`, { scope, headers, body: rename });
    expectError(await send('users:read'), 403, 'users:write');
    expect((await send('users:write')).status).toBe(200);
    expect((await send('users:write', { 'if-match': '*' })).status).toBe(200);
    expectError(await send('users:write', { 'if-match': '"x"' }), 403, 'users:read');
    expectError(await send('users:write users:read', { 'if-match': '"x"' }), 412);
  });
});

describe('in version 1', () => {
  test('the current full name keeps the parts of the name', async () => {
    const id = await createUser('Mary Jane', 'Watson');
    await v1.request('PATCH', `/users/${id}`, { body: { name: 'Mary Jane Watson' } });
    expect((await v2.get(`/users/${id}`)).json).toEqual({ id, firstName: 'Mary Jane', lastName: 'Watson' });
  });
});

describe('in version 2', () => {
  const patch = (id: number, body: unknown) => v2.request('PATCH', `/users/${id}`, { body });

  test.each([
    [{ firstName: 'Grace' }, { firstName: 'Grace', lastName: 'Lovelace' }],
    [{ lastName: 'King' }, { firstName: 'Ada', lastName: 'King' }],
    [{ lastName: '' }, { firstName: 'Ada', lastName: '' }],
    [{ lastName: 'y'.repeat(196) }, { firstName: 'Ada', lastName: 'y'.repeat(196) }],
  ])('%j changes that part of the name only', async (body, expected) => {
    const id = await createUser('Ada', 'Lovelace');
    expectResponse(await patch(id, body), 200, 'application/json', { id, ...expected });
  });

  test.each([
    [{ lastName: 'y'.repeat(197) }, 'lastName must have at most 199 characters together with firstName'],
    [{ firstName: 'x'.repeat(192) }, 'firstName must have at most 199 characters together with lastName'],
  ])('a part that is too long beside the other is 400', async (body, message) => {
    const id = await createUser('Ada', 'Lovelace');
    expectError(await patch(id, { ...body, email: null }), 400, message);
    expect((await v2.get(`/users/${id}`)).json).toEqual({ id, firstName: 'Ada', lastName: 'Lovelace' });
  });
});
