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

  test('pages by cursor, and refuses a cursor of another list', async () => {
    const data = await dataOf('{ users(first: 2) { nodes { id } pageInfo { endCursor hasNextPage } } }');
    const { nodes, pageInfo } = data['users'] as { nodes: { id: number }[]; pageInfo: { endCursor: string } };
    const next = await dataOf('query ($after: String) { users(first: 1, after: $after) { nodes { id } } }', {
      after: pageInfo.endCursor,
    });
    expect((next['users'] as { nodes: { id: number }[] }).nodes[0]!.id).toBeGreaterThan(nodes[1]!.id);
    const after = { after: pageInfo.endCursor };
    for (const list of ['products', 'orders', `user(id: ${nodes[0]!.id}) { orders`]) {
      const close = list.includes('{') ? '}' : '';
      const answer = await query(`query ($after: String) { ${list}(after: $after) { nodes { id } } ${close} }`, after);
      expect(errorsOf(answer)[0]!.extensions['code']).toBe('BAD_USER_INPUT');
    }
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

  test.each([
    ['a product that does not exist', 'createOrder(input: { items: [{ productId: 0, quantity: 1 }] }) { id }'],
    ['no items', 'createOrder(input: { items: [] }) { id }'],
    ['a name and its parts', 'createUser(input: { name: "A", firstName: "A", lastName: "B" }) { id }'],
    ['no name', 'createUser(input: {}) { id }'],
    ['a first name alone', 'createUser(input: { firstName: "A" }) { id }'],
  ])('refuses %s with BAD_USER_INPUT and writes nothing', async (_, field) => {
    const before = [await total('/users'), await total('/orders')];
    expect(errorsOf(await query(`mutation { ${field} }`))[0]!.extensions['code']).toBe('BAD_USER_INPUT');
    expect([await total('/users'), await total('/orders')]).toEqual(before);
  });

  test('refuses a blank name at validation and writes nothing', async () => {
    const before = await total('/users');
    const [error] = errorsOf(await query('mutation { createUser(input: { name: " " }) { id } }'));
    expect(error).toMatchObject({
      message: expect.stringContaining('must not be blank') as string,
      extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
    });
    expect(await total('/users')).toBe(before);
  });

  test('refuses a second user with one e-mail address with CONFLICT', async () => {
    const create = (email: string) =>
      query('mutation ($email: EmailAddress) { createUser(input: { name: "Ada", email: $email }) { id } }', { email });
    const email = `graphql-${Date.now()}@example.com`;
    expect((await create(email)).json).not.toHaveProperty('errors');
    expect(errorsOf(await create(email.toUpperCase()))[0]!.extensions['code']).toBe('CONFLICT');
  });

  test('refuses to delete a user who has orders with CONFLICT', async () => {
    const id = idOf(await portico.in(V1).post('/users', { name: 'Loyal Customer' }));
    await portico.post('/orders', { items: [{ productId: product.id, quantity: 1 }], userId: id });
    const answer = await query('mutation ($id: SafeInt!) { deleteUser(id: $id) { id } }', { id });
    expect(errorsOf(answer)[0]!.extensions['code']).toBe('CONFLICT');
    expect((await portico.in(V1).get(`/users/${id}`)).status).toBe(200);
  });
});

describe('a query that asks too much', () => {
  const deep = `{ users { nodes ${'{ orders { nodes { user '.repeat(20)} { id } ${'} } }'.repeat(20)} } }`;
  const wide = `{ ${Array.from({ length: 2000 }, (_, at) => `a${at}: user(id: ${at}) { id }`).join(' ')} }`;
  const costly = `{ users(first: 100) { nodes { orders(first: 100) { nodes { items { product { id } }
    user { orders(first: 100) { nodes { id } } } } } } } }`;

  test.each([
    ['too deeply', deep],
    ['under too many aliases', wide],
    ['for too many things', costly],
  ])('%s is refused with 400 and runs nothing', async (_, text) => {
    const answer = await query(text);
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)[0]!.message).toMatch(/\d/);
    expect((answer.json as { data?: unknown }).data ?? null).toBeNull();
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

  test.each([
    ['a syntax error', '{ users {', 400],
    ['an unknown field', '{ nothing }', 400],
    ['an argument of another type', '{ user(id: "x") { id } }', 400],
    ['an id of 2^53', '{ user(id: 9007199254740992) { id } }', 400],
    ['no operation', 'fragment F on User { id }', 400],
  ])('for %s is 400 and says nothing of the inside', async (_, text, status) => {
    const answer = await query(text);
    expect(answer.status).toBe(status);
    expect(errorsOf(answer)[0]!.extensions).not.toHaveProperty('stacktrace');
    expect(answer.body).not.toMatch(/node_modules|\.ts:|prisma/i);
  });

  test.each([
    ['malformed JSON', 'POST', { headers: { 'content-type': 'application/json' }, body: '{' }, 400],
    ['no JSON', 'POST', { headers: { 'content-type': 'text/plain' }, body: '{ users }' }, 415],
    ['too large a body', 'POST', { body: { query: `{ ${' '.repeat(2 ** 20)} }` } }, 413],
    ['another method', 'DELETE', {}, 405],
  ])('for %s is refused with its status', async (_, method, options, status) => {
    const answer = await portico.request(method, '/graphql', options);
    expect(answer.status).toBe(status);
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
