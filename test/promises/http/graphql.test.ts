// The domain itself, for internal teams: the same data and the same rules as over REST.
import { afterAll, describe, expect, test } from 'vitest';
import { V1, V2 } from '../../cases/schemes.ts';
import { idOf, listOf } from '../support/expectations.ts';
import { errorsOf, queryGraphql } from '../support/queryGraphql.ts';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());

const product = listOf(await portico.get('/products?limit=1')).data[0] as { id: number; name: string };
const query = (text: string, variables?: Record<string, unknown>) => queryGraphql(portico, text, variables);
const total = async (list: string) => listOf(await portico.get(list)).pagination['total'];

async function dataOf(text: string, variables?: Record<string, unknown>): Promise<Record<string, unknown>> {
  const answer = await query(text, variables);
  expect({ status: answer.status, errors: (answer.json as { errors?: unknown }).errors }).toEqual({ status: 200 });
  return (answer.json as { data: Record<string, unknown> }).data;
}

describe('a query', () => {
  test('reads across the domains in one request', async () => {
    const user = idOf(await portico.in(V2).post('/users', { firstName: 'Ada', lastName: 'Lovelace', email: null }));
    const order = idOf(
      await portico.post('/orders', { items: [{ productId: product.id, quantity: 3 }], userId: user }),
    );
    const data = await dataOf(
      `query ($id: SafeInt!) {
        user(id: $id) {
          id name firstName lastName email
          orders { totalCount nodes { id status total currency items { quantity unitPrice product { id name price currency } } user { name } } }
        }
      }`,
      { id: user },
    );
    const { price, currency } = (
      await dataOf('query ($id: SafeInt!) { product(id: $id) { price currency } }', product)
    )['product'] as { price: number; currency: string };
    const line = { quantity: 3, unitPrice: price, product: { ...product, price, currency } };
    const placed = {
      id: order,
      status: 'PENDING',
      total: 3 * price,
      currency,
      items: [line],
      user: { name: 'Ada Lovelace' },
    };
    expect(data).toEqual({
      user: {
        id: user,
        name: 'Ada Lovelace',
        firstName: 'Ada',
        lastName: 'Lovelace',
        email: null,
        orders: { totalCount: 1, nodes: [placed] },
      },
    });
  });

  test('does not repeat a long variable that it refuses', async () => {
    const text = 'query ($id: SafeInt!) { user(id: $id) { id } }';
    const answer = await query(text, { id: 'x'.repeat(500_000) });
    const [{ message }] = (answer.json as { errors: [{ message: string }] }).errors;
    expect(answer.status).toBe(400);
    expect(message.length).toBeLessThanOrEqual(500);
    expect(message).toMatch(/^Variable "\$id" got invalid value "x+…x+"; .*SafeInt must be an integer between 0/);
  });

  test('of something that does not exist is null', async () => {
    expect(await dataOf('{ user(id: 9007199254740991) { id } order(id: 0) { id } product(id: 0) { id } }')).toEqual({
      user: null,
      order: null,
      product: null,
    });
  });

  test('refuses the cursor of the orders of one user for those of another', async () => {
    const users: number[] = [];
    for (const name of ['One', 'Two']) {
      const id = idOf(await portico.in(V1).post('/users', { name }));
      for (let count = 0; count < 2; count++) {
        await portico.post('/orders', { items: [{ productId: product.id, quantity: 1 }], userId: id });
      }
      users.push(id);
    }
    const orders = (id: number, after: string | null) =>
      query(
        `query ($id: SafeInt!, $after: String) {
          user(id: $id) { orders(first: 1, after: $after) { nodes { id } pageInfo { endCursor } } }
        }`,
        { id, after },
      );
    const page = (await orders(users[0]!, null)).json as {
      data: { user: { orders: { pageInfo: { endCursor: string } } } };
    };
    const { endCursor } = page.data.user.orders.pageInfo;
    expect((await orders(users[0]!, endCursor)).json).not.toHaveProperty('errors');
    expect(errorsOf(await orders(users[1]!, endCursor))[0]!.extensions['code']).toBe('BAD_USER_INPUT');
  });
});

describe('a mutation', () => {
  test('is seen over REST at once', async () => {
    const data = await dataOf('mutation { createUser(input: { firstName: "Mary Jane", lastName: "Watson" }) { id } }');
    const { id } = data['createUser'] as { id: number };
    expect((await portico.in(V1).get(`/users/${id}`)).json).toEqual({ id, name: 'Mary Jane Watson' });
  });

  test('that names no existing product, or none at all, writes nothing', async () => {
    const before = [await total('/users'), await total('/orders')];
    for (const items of ['[{ productId: 0, quantity: 1 }]', '[]']) {
      const refused = await query(`mutation { createOrder(input: { items: ${items} }) { id } }`);
      expect(errorsOf(refused)[0]!.extensions['code']).toBe('BAD_USER_INPUT');
    }
    expect([await total('/users'), await total('/orders')]).toEqual(before);
  });
});

describe('variables that do not fit', () => {
  const many = (length: number) => Object.fromEntries(Array.from({ length }, (_, at) => [`unknown${at}`, at]));

  test.each([
    ['with 50,000 unknown properties', 'mutation ($i: CreateUserInput!) { createUser', many(50_000), 'unknown0'],
    [
      'with 200,000 empty items',
      'mutation ($i: CreateOrderInput!) { createOrder',
      { items: Array(200_000).fill({}) },
      'productId',
    ],
  ])('%s are refused at once, by the first of them', async (_, text, i, named) => {
    const answer = await query(`${text}(input: $i) { id } }`, { i });
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)).toHaveLength(1);
    expect(errorsOf(answer)[0]!.extensions['code']).toBe('BAD_USER_INPUT');
    expect(errorsOf(answer)[0]!.message).toContain(named);
  });
});

describe('an error', () => {
  test.each([
    ['12345678901234567891', 'Variable "$id" got invalid value 12345678901234567000; '],
    ['1e400', 'Variable "$id" got invalid value Infinity; '],
  ])('names the variable that has a number beyond its type: %s', async (number, message) => {
    const body = `{"query":"query ($id: SafeInt!) { user(id: $id) { id } }","variables":{"id":${number}}}`;
    const headers = { 'content-type': 'application/json' };
    const answer = await portico.request('POST', '/graphql', { headers, body });
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)[0]!.message).toContain(message);
  });

  test('never comes with a 5xx for a text that the database cannot hold', async () => {
    for (const text of ['A\u0000', '\ud800']) {
      const answer = await query('mutation ($name: PersonName) { createUser(input: { name: $name }) { id } }', {
        name: text,
      });
      expect(errorsOf(answer)[0]!.extensions['code']).toBe('BAD_USER_INPUT');
      const forecast = await query('query ($city: String!) { forecast(city: $city) { city } }', { city: text });
      expect(forecast.status).toBeLessThan(500);
      expect(forecast.body).not.toContain('INTERNAL_SERVER_ERROR');
    }
  });
});
