// Versions of users and orders in /graphql, and writes that expect one.
import { afterAll, describe, expect, test } from 'vitest';
import { NOBODY } from '../../cases/identifiers.ts';
import { idOf } from '../support/expectations.ts';
import { queryGraphql } from '../support/queryGraphql.ts';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());

const createUser = async () => idOf(await portico.post('/v1/users', { name: 'Ada Lovelace' }));
const send = async (query: string) => (await queryGraphql(portico, query)).json;

const WRITES: [name: string, text: (id: unknown, expected: string) => string][] = [
  ['replaceUser', (id, expected) => `replaceUser(id: ${id}, input: { name: "Grace" }, expectedVersion: ${expected})`],
  ['updateUser', (id, expected) => `updateUser(id: ${id}, input: { name: "Grace" }, expectedVersion: ${expected})`],
  ['updateUser', (id, expected) => `updateUser(id: ${id}, input: {}, expectedVersion: ${expected})`],
  ['deleteUser', (id, expected) => `deleteUser(id: ${id}, expectedVersion: ${expected})`],
];

describe.each(WRITES)('%s', (name, text) => {
  const write = (id: unknown, expected: string) => send(`mutation { ${text(id, expected)} { id } }`);

  test.each(['0', '2', '9007199254740991'])('with another version, %s, is PRECONDITION_FAILED', async (expected) => {
    const id = await createUser();
    const message = 'The user has another version than the expected one; nothing was changed.';
    expect(await write(id, expected)).toMatchObject({
      data: { [name]: null },
      errors: [{ message, path: [name], extensions: { code: 'PRECONDITION_FAILED' } }],
    });
    expect(await send(`{ user(id: ${id}) { name version } }`)).toEqual({
      data: { user: { name: 'Ada Lovelace', version: 1 } },
    });
  });

  test.each(['1', 'null'])('with the version %s happens', async (expected) => {
    const id = await createUser();
    expect(await write(id, expected)).toEqual({ data: { [name]: { id } } });
  });

  test('of a user who does not exist is null', async () => {
    for (const id of NOBODY) expect(await write(id, '1')).toEqual({ data: { [name]: null } });
  });
});

test('the version is that of the object itself, in lists and as an entity too', async () => {
  const id = await createUser();
  const items = '[{ productId: 1, quantity: 1 }]';
  expect(
    await send(`mutation { createOrder(input: { userId: ${id}, items: ${items} }) { version user { version } } }`),
  ).toEqual({ data: { createOrder: { version: 1, user: { version: 1 } } } });
  await send(`mutation { updateUser(id: ${id}, input: { name: "Grace" }) { version } }`);
  expect(await send(`{ user(id: ${id}) { version orders { nodes { version user { version } } } } }`)).toEqual({
    data: { user: { version: 2, orders: { nodes: [{ version: 1, user: { version: 2 } }] } } },
  });
  expect(await send('{ users(first: 1, orderBy: ID_DESC) { nodes { version } } }')).toMatchObject({
    data: { users: { nodes: [{ version: expect.any(Number) }] } },
  });
});
