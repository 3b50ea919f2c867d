// One subgraph as a router reaches it: over HTTP, with the federation protocol, and with the caller's own token.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readServiceSettings } from '../../../src/service/config/readServiceSettings.ts';
import { startSubgraph } from '../../../src/service/modes/startSubgraph.ts';
import { createLogger } from '../../../src/gateway/base/telemetry/createLogger.ts';
import { openTestDatabase } from '../../support/database/openTestDatabase.ts';
import { SPEC_SECRET, signToken } from '../../promises/support/signToken.ts';

const log = createLogger('silent');
const settings = readServiceSettings({ PORT: '0', AUTH_SECRET: SPEC_SECRET });
const database = await openTestDatabase();
const users = await startSubgraph(settings, { name: 'users' }, { database, log });
const orders = await startSubgraph(settings, { name: 'orders' }, { database, log });
afterAll(async () => {
  await Promise.all([users.close(), orders.close()]);
  await database.close();
});

async function ask(url: string, scope: string | null, query: string, variables: object = {}) {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(scope !== null && { authorization: `Bearer ${await signToken({ scope })}` }),
    },
    body: JSON.stringify({ query, variables }),
  });
  return { status: response.status, ...((await response.json()) as { data?: unknown; errors?: unknown }) };
}

const ENTITIES = `query ($references: [_Any!]!) {
  _entities(representations: $references) { ... on User { id name orders { totalCount } } }
}`;
const USER = { __typename: 'User', id: 1 };
const SELECTED = '{ _entities(representations: $references) { __typename } }';
const REFERENCES = `query ($references: [_Any!]!) ${SELECTED}`;
const coded = (code: string) => [expect.objectContaining({ extensions: expect.objectContaining({ code }) })];

describe('a subgraph served alone', () => {
  test('resolves its own fields', async () => {
    expect(await ask(users.url, 'users:read', '{ user(id: 1) { id } }')).toEqual({
      status: 200,
      data: { user: { id: 1 } },
    });
  });

  test('returns its SDL for composition', async () => {
    expect(await ask(users.url, '', '{ _service { sdl } }')).toEqual({
      status: 200,
      data: { _service: { sdl: expect.stringContaining('@key(fields: "id")') } },
    });
  });

  test.each([
    'query ($none: Boolean = true) { ... @include(if: $none) { __typename } }',
    'query ($none: [_Any!] = []) { _entities(representations: $none) { __typename } }',
  ])('refuses an invalid null with 400: %s', async (query) => {
    expect(await ask(users.url, 'users:read', query, { none: null })).toEqual({
      status: 400,
      errors: coded('BAD_USER_INPUT'),
    });
  });

  test('ignores requests for a trace', async () => {
    const response = await fetch(`${users.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await signToken({ scope: 'users:read' })}`,
        'apollo-federation-include-trace': 'ftv1',
      },
      body: '{"query":"{ user(id: 1) { id } }"}',
    });
    expect(await response.json()).toEqual({ data: { user: { id: 1 } } });
  });

  test('resolves the entities that exist, null for others, and an error for an invalid reference', async () => {
    const references = [3, 2 ** 52, '3', -1, 3, 1].map((id) => ({ __typename: 'User', id }));
    const query = `query ($references: [_Any!]!) { _entities(representations: $references) { ... on User { id name email } } }`;
    const answer = await ask(users.url, 'users:read', query, { references });
    const alone = async (id: number) => {
      const fields = ['id', 'name', 'email'].map(async (field) => {
        const text = `{ _entities(representations: [{ __typename: "User", id: ${id} }]) { ... on User { ${field} } } }`;
        const { data } = (await ask(users.url, 'users:read', text)) as { data: { _entities: [object] } };
        return data._entities[0];
      });
      return Object.assign({}, ...(await Promise.all(fields))) as object;
    };
    const [three, one] = [await alone(3), await alone(1)];
    expect(answer.data).toEqual({ _entities: [three, null, null, null, three, one] });
    expect(answer.errors).toMatchObject([
      { path: ['_entities', 2], extensions: { code: 'BAD_USER_INPUT' } },
      { path: ['_entities', 3], extensions: { code: 'BAD_USER_INPUT' } },
    ]);
  });

  test('resolves references', async () => {
    const variables = { references: [{ __typename: 'User', id: 1 }] };
    const query = ENTITIES.replace(' name', '');
    const { status, data } = await ask(orders.url, 'users:read orders:read', query, variables);
    expect({ status, data }).toEqual({
      status: 200,
      data: { _entities: [{ id: 1, orders: { totalCount: expect.any(Number) } }] },
    });
  });

  test('refuses a caller without a token with 401', async () => {
    const answer = await ask(users.url, null, '{ user(id: 1) { id } }');
    expect(answer).toMatchObject({ status: 401, errors: coded('UNAUTHENTICATED') });
  });

  test.each([
    [
      'a fragment on an entity',
      ENTITIES.replace('orders { totalCount }', ''),
      { references: [{ __typename: 'User', id: 1 }] },
    ],
    ['a mutation', 'mutation { deleteUser(id: 1) { id } }', {}],
    ['a reference', REFERENCES, { references: [{ __typename: 'User', id: 1 }] }],
    [
      'one reference of many',
      REFERENCES,
      { references: [{ __typename: 'Order', id: 1 }, USER, { __typename: 'User' }] },
    ],
    ['one reference without its list', REFERENCES, { references: USER }],
    [
      'a reference that is a default',
      `query ($references: [_Any!]! = [{ __typename: "User", id: 1 }]) ${SELECTED}`,
      {},
    ],
    ['a literal reference', '{ _entities(representations: [{ __typename: "User", id: 1 }]) { __typename } }', {}],
    [
      'a literal reference whose type is a variable',
      'query ($type: _Any!) { _entities(representations: [{ __typename: $type, id: 1 }]) { __typename } }',
      { type: 'User' },
    ],
    [
      'a reference in a fragment',
      `query ($references: [_Any!]!) { ...F } fragment F on Query { ... on Query ${SELECTED} }`,
      { references: [USER] },
    ],
    [
      'an included reference',
      `query ($references: [_Any!]!, $yes: Boolean = true) { a: _entities(representations: $references) @include(if: $yes) { __typename } }`,
      { references: [USER] },
    ],
  ])('refuses %s whose scope the caller lacks with 403, before it runs', async (_, query, variables) => {
    const answer = await ask(users.url, 'orders:read', query, variables);
    expect(answer).toMatchObject({ status: 403, errors: coded('FORBIDDEN') });
    expect(answer.data).toBeUndefined();
  });

  test('resolves a reference of which only the type is selected', async () => {
    expect(await ask(users.url, 'users:read', REFERENCES, { references: [USER] })).toEqual({
      status: 200,
      data: { _entities: [{ __typename: 'User' }] },
    });
  });

  test('requires no scope for a skipped reference', async () => {
    const query = `query ($references: [_Any!]!) { __typename _entities(representations: $references) @skip(if: true) { __typename } }`;
    expect(await ask(users.url, '', query, { references: [USER] })).toEqual({
      status: 200,
      data: { __typename: 'Query' },
    });
  });

  test.each([[{ __typename: 'Query' }], [{}], ['User'], [{ __typename: ['User'] }], [{ __typename: 'toString' }]])(
    'refuses a reference that is not to an entity: %j',
    async (reference) => {
      const answer = await ask(users.url, '', REFERENCES, { references: [reference] });
      expect(answer).toMatchObject({ status: 200, errors: coded('BAD_USER_INPUT') });
    },
  );

  test('refuses a null reference', async () => {
    const answer = await ask(users.url, '', REFERENCES, { references: [null] });
    expect(answer).toMatchObject({ status: 400, errors: coded('BAD_USER_INPUT') });
  });

  test('lets a router read a written resource with the write scope', async () => {
    const write = async (mutation: string) => {
      const text = `mutation { user: ${mutation} { __typename id name email } }`;
      const { status, data, errors } = await ask(users.url, 'users:write', text);
      expect({ status, errors }).toEqual({ status: 200, errors: undefined });
      return (data as { user: { id: number } }).user;
    };
    const { id } = await write('createUser(input: { name: "Ada" })');
    const user = { __typename: 'User', id, name: 'Grace', email: null };
    expect(await write(`replaceUser(id: ${id}, input: { name: "Grace" })`)).toEqual(user);
    expect(await write(`deleteUser(id: ${id})`)).toEqual(user);
  });
});

test('an unknown subgraph is refused, and nothing is opened', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'subgraph-'));
  await expect(startSubgraph({ ...settings, dataDir }, { name: 'people' }, { log })).rejects.toThrow(
    'The subgraph "people" does not exist; it must be one of users, orders, products, forecast.',
  );
  expect(await readdir(dataDir)).toEqual([]);
  await rm(dataDir, { recursive: true });
});
