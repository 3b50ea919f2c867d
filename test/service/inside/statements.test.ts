// Counts SQL statements: reads are batched, whatever the number of rows.
import { afterAll, describe, expect, test } from 'vitest';
import { idOf, listOf } from '../../promises/support/expectations.ts';
import { dataOf } from '../../promises/support/queryGraphql.ts';
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

  // A write whose connection breaks has an unknown outcome, and a read must not be taken for one.
  test('of pages that skip many rows is one from the nearer end, and no write', async () => {
    const read = () => Promise.all([0, 130, 239].map((offset) => v1.get(`/products?limit=20&offset=${offset}`)));
    await read();
    const statements = await statementsOf(read);
    expect(statements).toContainEqual(expect.stringContaining('AS skipped'));
    for (const sql of statements) expect(sql).toMatch(/^\s*SELECT\b/i);
  });

  test('of simultaneous forecasts is that of a few', async () => {
    const read = () =>
      Promise.all(['London', 'Paris', 'Oslo', 'Nowhere'].map((city) => v1.get(`/forecast?city=${city}`)));
    await read();
    expect((await statementsOf(read)).length).toBeLessThan(4);
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
        await v1.get('/graphql?query={user(id:-1){id}}'),
      ];
      expect(answers.filter(({ status }) => status < 400)).toEqual([]);
    });
    expect(refusals).toEqual([]);
  });
});

const query = (text: string, variables: object = {}) =>
  statementsOf(() => dataOf(portico, text, variables as Record<string, unknown>));

describe('over /graphql', () => {
  test('a page of 100 orders with users, their orders, items and products takes as many statements as a page of 2', async () => {
    const text = `query ($first: Int!) { orders(first: $first) { nodes { id
      user { name orders(first: 3) { totalCount nodes { id } } } items { quantity product { name } } } } }`;
    // The orders; their items; their users; the products; the orders of the users; their number.
    for (const first of [2, 100]) expect(await query(text, { first })).toHaveLength(6);
  });

  test('three keys have the statement of four, so that few are prepared, and equal keys are one', async () => {
    const keysOf = async (...ids: number[]) => {
      const users = ids.map((id, at) => `u${at}: user(id: ${id}) { id }`);
      const statements = await query(`{ ${users.join(' ')} }`);
      return statements.map((sql) => /"id" (.*?\$1.*?)(?: LIMIT| OFFSET|$)/.exec(sql)![1]!.trim());
    };
    expect(await keysOf(1, 2, 3)).toEqual([expect.stringContaining('IN ($1,$2,$3,$4)')]);
    expect(await keysOf(1, 2, 3, 4)).toEqual([expect.stringContaining('IN ($1,$2,$3,$4)')]);
    expect(await keysOf(1, 2, 1, 2)).toEqual([expect.stringContaining('IN ($1,$2)')]);
    expect(await keysOf(1, 1)).toEqual([expect.stringContaining('= $1')]);
  });

  const COLUMNS = ['first_name', 'last_name', 'email', 'created_at', 'version'];
  /** The columns beside the id that the only statement of an operation has. */
  async function columnsOf(text: string): Promise<string> {
    const [sql, ...others] = await query(text);
    expect(others).toEqual([]);
    return COLUMNS.filter((column) => sql!.includes(column)).join(' ');
  }

  test.each([
    ['{ user(id: 1) { firstName } }', 'first_name'],
    ['{ user(id: 1) { name email } }', 'first_name last_name email'],
    ['{ user(id: 1) { __typename } }', ''],
    ['{ email: user(id: 1) { a: email email: firstName } }', 'first_name email'],
    ['{ user(id: 1) { firstName } user(id: 1) { email } }', 'first_name email'],
    [
      '{ user(id: 1) { ... { firstName } ...A } } fragment A on User { ...B } fragment B on User { email }',
      'first_name email',
    ],
    ['{ users { nodes { firstName } } }', 'first_name'],
    ['{ users { edges { cursor node { firstName } } nodes { email } } }', 'first_name email'],
    ['{ users { edges { cursor } pageInfo { endCursor } } }', ''],
    [
      '{ users { ...C } } fragment C on UserConnection { edges { ...E } } fragment E on UserEdge { node { name } }',
      'first_name last_name',
    ],
    ['{ users(orderBy: CREATED_AT_ASC) { nodes { email } } }', 'email created_at'],
    ['{ user(id: 1) { firstName email @include(if: false) } }', 'first_name email'],
  ])('%s reads %s of its table', async (text, columns) => {
    expect(await columnsOf(text)).toBe(columns);
  });

  test('more selections of a table than sixteen read all columns', async () => {
    const fields = ['createdAt', 'email', 'firstName', 'lastName', 'version'];
    const read = [];
    // The binary digits of 1 to 31; what the tests above have read counts too.
    for (let digits = 1; digits < 32; digits++) {
      const names = fields.filter((_, digit) => (digits >> digit) % 2 === 1);
      const columns = await columnsOf(`{ user(id: 1) { ${names.join(' ')} } }`);
      read.push(columns.split(' ').length === names.length);
    }
    expect(read.filter(Boolean).length).toBeLessThanOrEqual(16);
    expect(await columnsOf('{ user(id: 1) { lastName version } }')).toBe(COLUMNS.join(' '));
  });
});
