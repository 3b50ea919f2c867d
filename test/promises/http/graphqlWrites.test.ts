// What a caller may read of what a mutation returns. In /graphql the caller selects it, so that reading needs the scope to
// read; an endpoint's document is fixed, and its scope covers its response.
import { afterAll, describe, expect, test } from 'vitest';
import { errorsOf, queryGraphql } from '../support/queryGraphql.ts';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());

const WRITE = 'users:write';
const BOTH = 'users:read users:write';

async function createdUser(): Promise<number> {
  const { json } = await portico.post('/v1/users', { name: 'Ada Lovelace' }, { scope: WRITE });
  return (json as { id: number }).id;
}

const MUTATIONS: [name: string, text: (id: number, selection: string) => string][] = [
  ['createUser', (_, selection) => `mutation { createUser(input: { name: "Grace Hopper" }) ${selection} }`],
  ['replaceUser', (id, selection) => `mutation { replaceUser(id: ${id}, input: { name: "Grace" }) ${selection} }`],
  ['deleteUser', (id, selection) => `mutation { deleteUser(id: ${id}) ${selection} }`],
];

// Each way to select a field: test/parts/guard/access/collectRequirements.test.ts.
const READING = ['{ __typename name }', '{ ... on User { id } }'];

describe.each(MUTATIONS)('%s', (name, text) => {
  const send = (id: number, selection: string, scope: string) => {
    return queryGraphql(portico, text(id, selection), {}, { scope });
  };

  test.each(READING)(
    'with %s needs the scope to read beside the one to write, and writes nothing',
    async (selection) => {
      const id = await createdUser();
      const total = await portico.get('/v1/users?offset=0');
      const answer = await send(id, selection, WRITE);
      expect([answer.status, answer.headers['www-authenticate']]).toEqual([
        403,
        'Bearer error="insufficient_scope", scope="users:read"',
      ]);
      expect(errorsOf(answer)).toEqual([
        { message: 'The scope "users:read" is required.', extensions: { code: 'FORBIDDEN' } },
      ]);
      expect(answer.json).not.toHaveProperty('data');
      expect((await portico.get(`/v1/users/${id}`)).json).toEqual({ id, name: 'Ada Lovelace' });
      expect((await portico.get('/v1/users?offset=0')).json).toEqual(total.json);
    },
  );

  test.each(READING)('with %s runs with both scopes', async (selection) => {
    const answer = await send(await createdUser(), selection, BOTH);
    expect(answer).toMatchObject({ status: 200, json: { data: { [name]: expect.any(Object) } } });
    expect(answer.json).not.toHaveProperty('errors');
  });

  test.each(['{ __typename }', '{ ... on User { kind: __typename } }'])(
    'with %s needs the scope to write only',
    async (selection) => {
      const answer = await send(await createdUser(), selection, WRITE);
      expect({ status: answer.status, data: Object.keys((answer.json as { data: object }).data) }).toEqual({
        status: 200,
        data: [name],
      });
      expect(answer.body).toContain('"User"');
    },
  );

  test('needs the scope to write, whatever may be read', async () => {
    const answer = await send(await createdUser(), '{ __typename }', 'users:read');
    expect([answer.status, errorsOf(answer)[0]!.message]).toEqual([403, 'The scope "users:write" is required.']);
  });
});

describe('an endpoint', () => {
  test.each([
    ['v1', { name: 'Grace Hopper' }, { id: expect.any(Number), name: 'Grace Hopper' }],
    [
      'v2',
      { firstName: 'Grace', lastName: 'Hopper' },
      { id: expect.any(Number), firstName: 'Grace', lastName: 'Hopper' },
    ],
  ])('of %s covers its response with the scope to write', async (version, body, user) => {
    const created = await portico.post(`/${version}/users`, body, { scope: WRITE });
    expect({ status: created.status, json: created.json }).toEqual({ status: 201, json: user });
    const { id } = created.json as { id: number };
    const replaced = await portico.request('PUT', `/${version}/users/${id}`, { body, scope: WRITE });
    expect({ status: replaced.status, json: replaced.json }).toEqual({ status: 200, json: user });
    const deleted = await portico.request('DELETE', `/${version}/users/${id}`, { scope: WRITE });
    expect({ status: deleted.status, body: deleted.body }).toEqual({ status: 204, body: '' });
  });

  test('that places an order answers it with the scope to write', async () => {
    const placed = await portico.post(
      '/v1/orders',
      { items: [{ productId: 1, quantity: 1 }] },
      { scope: 'orders:write' },
    );
    expect({ status: placed.status, json: placed.json }).toEqual({
      status: 201,
      json: { id: expect.any(Number), status: 'pending' },
    });
  });
});
