// Counts SQL statements: reads are batched, whatever the number of rows.
import { afterAll, describe, expect, test } from 'vitest';
import { idOf, listOf } from '../../promises/support/expectations.ts';
import { openForSpec } from '../support/openForSpec.ts';

const { portico, statementsOf } = await openForSpec();
afterAll(() => portico.close());

const v1 = portico.in({ prefix: '/v1', headers: {} });

/** Counts the rows of a list. */
const COUNT = /count\s*\(/i;
/** Reads or counts the number of rows of a list. */
const TOTAL = /list_totals|count\s*\(/i;

describe('the number of statements', () => {
  test.each([
    // The orders, their number, their items, the products of these, and the users.
    ['/orders?limit={n}&expand=items,user', 5],
    ['/orders?limit={n}&expand=items,user&page=1', 5],
    ['/orders?limit={n}&expand=items,user&cursor=', 4],
    ['/orders?limit={n}', 2],
    ['/users?limit={n}', 2],
    ['/products?limit={n}', 2],
  ])('of %s is the same for 5 and for 100 items, and small', async (path, most) => {
    await v1.get(path.replace('{n}', '1'));
    const five = await statementsOf(() => v1.get(path.replace('{n}', '5')));
    const hundred = await statementsOf(() => v1.get(path.replace('{n}', '100')));
    expect(hundred.length).toBe(five.length);
    expect(hundred.length).toBeLessThanOrEqual(most);
    expect(hundred.length).toBeGreaterThan(0);
  });

  test.each(['/users', '/orders', '/products'])('of a cursor page of %s includes no total', async (list) => {
    const cursor = await statementsOf(() => v1.get(`${list}?cursor=&limit=10`));
    expect(cursor).toEqual([expect.not.stringMatching(TOTAL)]);
    const offset = await statementsOf(() => v1.get(`${list}?offset=0&limit=10`));
    expect(offset).toHaveLength(2);
    expect(offset.filter((sql) => TOTAL.test(sql))).toHaveLength(1);
  });

  test.each(['/users?search=ada', '/orders?status=paid', '/products?search=lamp'])(
    'of a page of %s counts its rows, but for a cursor page',
    async (list) => {
      const cursor = await statementsOf(() => v1.get(`${list}&cursor=&limit=10`));
      expect(cursor).toEqual([expect.not.stringMatching(TOTAL)]);
      const offset = await statementsOf(() => v1.get(`${list}&offset=0&limit=10`));
      expect(offset.filter((sql) => COUNT.test(sql))).toHaveLength(1);
      expect(offset).toHaveLength(2);
    },
  );

  test.each(['/users', '/orders', '/products'])('of a page with the total of %s counts no row', async (list) => {
    const page = await statementsOf(() => v1.get(`${list}?page=1`));
    expect(page.filter((sql) => COUNT.test(sql))).toEqual([]);
  });

  test('of a cursor page is the same at any depth', async () => {
    const { data, pagination } = listOf(await v1.get('/products?cursor=&limit=100'));
    const [first, second] = [
      await statementsOf(() => v1.get('/products?cursor=&limit=10')),
      await statementsOf(() => v1.get(`/products?cursor=${pagination['nextCursor']}&limit=10`)),
    ];
    expect(data).toHaveLength(100);
    expect(second.length).toBe(first.length);
  });

  test('of 64 simultaneous reads of users is that of a few', async () => {
    const ids = listOf(await v1.get('/users?limit=100')).data.map(({ id }) => id);
    const some = ids.slice(0, 64);
    // Connections are opened before the count, so that the requests really arrive together.
    await Promise.all(some.map((id) => v1.get(`/users/${id}`)));
    let bodies: unknown[] = [];
    const statements = await statementsOf(async () => {
      bodies = (await Promise.all(some.map((id) => v1.get(`/users/${id}`)))).map(({ json }) => json);
    });
    expect(bodies.map((body) => (body as { id: number }).id)).toEqual(some);
    // How many requests share a turn of the event loop varies, but it is far more than one.
    expect(statements.length).toBeLessThanOrEqual(8);
  });

  test('of a refused request is none', async () => {
    const user = idOf(await v1.post('/users', { name: 'Ada Lovelace' }));
    const order = { items: [{ productId: 1, quantity: 1 }] };
    const refusals = await statementsOf(async () => {
      const answers = [
        await v1.get('/users', { scope: null }),
        await v1.get('/users', { scope: 'orders:read' }),
        await v1.get('/users?limit=0'),
        await v1.get('/users/x'),
        await v1.get('/users?cursor=x'),
        await v1.get('/users', { headers: { accept: 'text/html' } }),
        await v1.post('/users', {}),
        await v1.post('/users', { name: '' }),
        await v1.post('/orders?expand=user', order, { scope: 'orders:write' }),
        await v1.request('DELETE', `/users/${user}`, { scope: 'users:read' }),
        await v1.post('/nothing', {}),
      ];
      expect(answers.filter(({ status }) => status < 400)).toEqual([]);
    });
    expect(refusals).toEqual([]);
  });
});
