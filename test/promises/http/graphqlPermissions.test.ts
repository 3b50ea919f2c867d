// What a caller may do over GraphQL: the same scopes as over REST, checked before anything runs.
import { afterAll, describe, expect, test } from 'vitest';
import type { RequestOptions } from '../support/Client.ts';
import { listOf, someText } from '../support/expectations.ts';
import { errorsOf, queryGraphql } from '../support/queryGraphql.ts';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());

const query = (text: string, variables?: Record<string, unknown>, options?: RequestOptions) =>
  queryGraphql(portico, text, variables, options);
const total = async (list: string) => listOf(await portico.get(list)).pagination['total'];

describe('credentials', () => {
  test.each([null, 'nonsense'])('%s are refused with 401 before anything else', async (token) => {
    const headers = token === null ? {} : { authorization: `Bearer ${token}` };
    for (const text of ['{ users { nodes { id } } }', '{ __typename }', '{', '']) {
      const answer = await query(text, {}, { scope: null, headers });
      expect(answer.status).toBe(401);
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm="portico"/);
      expect(answer.json).toEqual({
        errors: [{ message: someText, extensions: expect.objectContaining({ code: 'UNAUTHENTICATED' }) }],
      });
    }
  });

  test.each([
    ['users', '{ users { nodes { id } } }', 'users:read'],
    ['a user', '{ user(id: 1) { id } }', 'users:read'],
    ['only a count', '{ users { totalCount } }', 'users:read'],
    ['an order', '{ order(id: 1) { id } }', 'orders:read'],
    ['the user of an order', '{ order(id: 1) { user { id } } }', 'users:read'],
    ['the product of an item', '{ orders { nodes { items { product { id } } } } }', 'products:read'],
    ['the orders of a user', '{ user(id: 1) { orders { totalCount } } }', 'orders:read'],
    ['a fragment', '{ order(id: 1) { ...F } } fragment F on Order { user { id } }', 'users:read'],
    ['an included field', 'query ($yes: Boolean = true) { user(id: 1) @include(if: $yes) { id } }', 'users:read'],
    ['a product', '{ product(id: 1) { id } }', 'products:read'],
    ['the forecast', '{ forecast(city: "London") { city } }', 'forecast:read'],
    ['a new user', 'mutation { createUser(input: { name: "Ada" }) { id } }', 'users:write'],
    ['a deletion', 'mutation { deleteUser(id: 1) { id } }', 'users:write'],
    [
      'the orders of a new user',
      'mutation { createUser(input: { name: "A" }) { orders { totalCount } } }',
      'orders:read',
    ],
    [
      'a second mutation',
      'mutation { createUser(input: { name: "A" }) { id } createOrder(input: { items: [] }) { id } }',
      'orders:write',
    ],
  ])('without the scope for %s are refused with 403, and nothing is written', async (_, text, missing) => {
    const before = [await total('/users'), await total('/orders')];
    const all = 'users:read users:write orders:read orders:write products:read forecast:read'.split(' ');
    const scope = all.filter((each) => each !== missing).join(' ');
    const answer = await query(text, {}, { scope });
    expect(answer.status).toBe(403);
    expect(errorsOf(answer)[0]).toMatchObject({
      message: expect.stringContaining(missing),
      extensions: { code: 'FORBIDDEN' },
    });
    expect(answer.json).not.toHaveProperty('data.user');
    expect([await total('/users'), await total('/orders')]).toEqual(before);
  });
});
