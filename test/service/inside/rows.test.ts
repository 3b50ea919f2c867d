// With access to the database: rows that no request makes, and what other sessions do to them meanwhile.
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { V1, V2 } from '../../cases/schemes.ts';
import { expectError, idOf } from '../../promises/support/expectations.ts';
import { totalOf } from '../../promises/support/idsOf.ts';
import { openForSpec } from '../support/openForSpec.ts';

const { portico, database } = await openForSpec();
afterAll(() => portico.close());
const [v1, v2] = [portico.in(V1), portico.in(V2)];

async function newProduct(price: number | bigint, currency = 'EUR'): Promise<number> {
  const data = { name: 'Priced', description: '', price, currency };
  return Number((await database.run({}, (client) => client.product.create({ data }))).id);
}
const newUser = async (firstName: string, lastName: string) =>
  Number((await database.run({}, (client) => client.user.create({ data: { firstName, lastName } }))).id);
const lines = (...products: number[]) => ({ items: products.map((productId) => ({ productId, quantity: 2 })) });

describe('an order', () => {
  const read = async (id: number) =>
    (await portico.post('/graphql', { query: `{ order(id: ${id}) { total currency items { unitPrice } } }` })).json;

  test('keeps its prices when those of its products change', async () => {
    const product = await newProduct(1999);
    const first = idOf(await v1.post('/orders', lines(product)));
    await database.run({}, (client) => client.product.update({ where: { id: product }, data: { price: 2499 } }));
    const second = idOf(await v1.post('/orders', lines(product)));
    const order = (total: number, unitPrice: number) => ({
      data: { order: { total, currency: 'EUR', items: [{ unitPrice }] } },
    });
    expect([await read(first), await read(second)]).toEqual([order(3998, 1999), order(4998, 2499)]);
  });

  test.each<[[number, string], [number, string], string]>([
    [[100, 'EUR'], [100, 'USD'], 'items must have prices in one currency, not in EUR and USD'],
    [[2 ** 52, 'EUR'], [1, 'EUR'], 'items must have a total of at most 9007199254740991 minor units'],
  ])('of %j and %j is refused: %s', async (one, other, message) => {
    const body = lines(await newProduct(...one), await newProduct(...other));
    const before = await totalOf(v1, '/orders');
    const answer = await v1.post('/orders', body);
    expect([answer.status, answer.json]).toEqual([400, { error: message }]);
    expect(await totalOf(v1, '/orders')).toBe(before);
  });

  test.each([{}, { 'idempotency-key': randomUUID() }])(
    'whose product is deleted while it is placed is placed again, with %j too',
    async (headers) => {
      const product = await newProduct(5);
      const { run } = database;
      // The product is deleted in the first attempt. A sequence is not rolled back.
      await run({}, (client) => client.$executeRaw`CREATE SEQUENCE attempts`);
      await run(
        {},
        (client) => client.$executeRaw`CREATE FUNCTION delete_product() RETURNS trigger LANGUAGE plpgsql AS
          'BEGIN IF nextval(''attempts'') = 1 THEN DELETE FROM products WHERE price = 5; END IF; RETURN NEW; END'`,
      );
      await run(
        {},
        (client) =>
          client.$executeRaw`CREATE TRIGGER fleeting BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION delete_product()`,
      );
      const placed = await v1.post('/orders?expand=items', lines(product), { headers });
      const [attempts] = await run({}, (client) => client.$queryRaw<object[]>`SELECT nextval('attempts')::int AS next`);
      await run({}, (client) => client.$executeRaw`DROP FUNCTION delete_product CASCADE`);
      await run({}, (client) => client.$executeRaw`DROP SEQUENCE attempts`);
      const items = [{ quantity: 2, unitPrice: 5, product: { id: product, name: 'Priced' } }];
      expect([placed.status, placed.json]).toEqual([201, { id: idOf(placed), status: 'pending', items }]);
      expect(attempts).toEqual({ next: 3 });
      await run({}, (client) => client.orderItem.deleteMany({ where: { productId: product } }));
      await run({}, (client) => client.product.delete({ where: { id: product } }));
    },
  );
});

test('a price that JSON would not carry exactly is an error, and no other number', async () => {
  const id = await newProduct(2n ** 53n + 1n);
  const answer = await portico.post('/graphql', { query: `{ product(id: ${id}) { price } }` });
  expect(answer.json).toMatchObject({ errors: [{ extensions: { code: 'INTERNAL_SERVER_ERROR' } }] });
});

test('a name that is too long for the rules of today stays where only the address changes', async () => {
  const id = await newUser('x'.repeat(200), 'y'.repeat(200));
  const answer = await v2.request('PATCH', `/users/${id}`, { body: { email: 'long@example.com' } });
  expect(answer).toMatchObject({ status: 200, json: { firstName: 'x'.repeat(200), lastName: 'y'.repeat(200) } });
});

test('a last name without a first name stays where the full name is sent back as it was read', async () => {
  const id = await newUser('', 'Mono Nym');
  expect((await v1.request('PUT', `/users/${id}`, { body: { name: 'Mono Nym' } })).status).toBe(200);
  expect((await v2.get(`/users/${id}`)).json).toEqual({ id, firstName: '', lastName: 'Mono Nym' });
});

test('of users who are created together one whom the server rejects fails alone', async () => {
  const { run } = database;
  await run(
    {},
    (client) => client.$executeRaw`CREATE FUNCTION refuse_user() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN IF NEW.first_name = ''Refused'' THEN RAISE EXCEPTION ''refused''; END IF; RETURN NEW; END'`,
  );
  await run(
    {},
    (client) =>
      client.$executeRaw`CREATE TRIGGER refuse BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION refuse_user()`,
  );
  const before = await totalOf(v1, '/users');
  const answers = await Promise.all(['A', 'Refused', 'C'].map((name) => v1.post('/users', { name })));
  expect(answers.map(({ status }) => status)).toEqual([201, 500, 201]);
  expectError(answers[1]!, 500);
  expect(await totalOf(v1, '/users')).toBe(before + 2);
  await run({}, (client) => client.$executeRaw`DROP FUNCTION refuse_user CASCADE`);
});
