// Lists over /graphql, whose pages are connections: by cursor or by offset, in any order and of any filter.
import { afterAll, describe, expect, test } from 'vitest';
import { LISTS } from '../../cases/listParameters.ts';
import { idOf } from '../support/expectations.ts';
import { idsOf } from '../support/idsOf.ts';
import { dataOf, errorsOf, queryGraphql } from '../support/queryGraphql.ts';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());

interface Page {
  totalCount: number;
  nodes: { id: number }[];
  edges: { cursor: string; node: { id: number } }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
}
const PAGE = `{ totalCount nodes { id } edges { cursor node { id } }
  pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }`;

const ORDERS = ['ID_ASC', 'ID_DESC', 'CREATED_AT_ASC', 'CREATED_AT_DESC'];
const idsIn = (page: Page) => page.nodes.map(({ id }) => id);

describe.each(LISTS)('the list of %s', (path) => {
  const name = path.slice(1);
  const read = async (args = '') => (await dataOf<{ list: Page }>(portico, `{ list: ${name}${args} ${PAGE} }`)).list;

  test('begins with the twenty lowest ids', async () => {
    const list = await read();
    expect(idsIn(list)).toEqual((await idsOf(portico, path)).slice(0, 20));
    expect(list.edges.map(({ node }) => node)).toEqual(list.nodes);
    const [startCursor, endCursor] = [list.edges[0]!.cursor, list.edges[19]!.cursor];
    expect(list.pageInfo).toEqual({ hasNextPage: true, hasPreviousPage: false, startCursor, endCursor });
    expect(idsIn(await read(`(first: 3, after: "${list.edges[4]!.cursor}")`))).toEqual(idsIn(list).slice(5, 8));
  });

  test('ends with its last page, and is empty beyond', async () => {
    const { totalCount } = await read();
    const last = await read(`(first: 5, offset: ${totalCount - 5})`);
    expect(idsIn(last)).toEqual((await idsOf(portico, path)).slice(-5));
    expect(last.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    const none = { hasNextPage: false, hasPreviousPage: true, startCursor: null, endCursor: null };
    const beyond = { totalCount, nodes: [], edges: [], pageInfo: none };
    for (const offset of [totalCount, 9007199254740991]) expect(await read(`(offset: ${offset})`)).toEqual(beyond);
    expect((await dataOf<{ list: object }>(portico, `{ list: ${name} { totalCount } }`)).list).toEqual({ totalCount });
  });

  test('takes null for arguments that are not given', async () => {
    const filters = { users: ', search: null', orders: ', status: null, userId: null', products: ', search: null' };
    const nulls = `(first: null, after: null, offset: null, orderBy: null${filters[name as keyof typeof filters]})`;
    expect(await read(nulls)).toEqual(await read());
  });

  const FIRST = ['first', 'must be between 1 and 100'];
  const AFTER = ['after', 'must be a cursor of this list'];
  test.each([
    ['(first: 0)', FIRST],
    ['(first: -1)', FIRST],
    ['(first: 101)', FIRST],
    ['(after: "")', AFTER],
    ['(after: "x", offset: 0)', AFTER, ['offset', 'cannot be combined with after']],
    ...(name === 'orders'
      ? []
      : [
          ['(search: "ab")', ['search', 'must have at least 3 characters']],
          [`(search: "${'😀'.repeat(101)}")`, ['search', 'must have at most 100 characters']],
          ['(search: "abc\\u0000")', ['search', 'must not contain U+0000 or a lone surrogate']],
          ['(first: 0, after: "x", search: "")', FIRST, AFTER, ['search', 'must have at least 3 characters']],
        ]),
  ] as [string, ...[string, string][]][])('refuses %s', async (args, ...problems) => {
    const refused = await queryGraphql(portico, `{ ${name}${args} { totalCount } }`);
    expect(errorsOf(refused)).toMatchObject([
      {
        extensions: { code: 'BAD_USER_INPUT', problems: problems.map(([field, message]) => ({ field, message })) },
      },
    ]);
  });
});

// Cursors with the right checksum, of positions that no row has.
test.each([
  ['the greatest id', 'ID_ASC', 'b3p3cDRzOnVzZXJzOjkwMDcxOTkyNTQ3NDA5OTE', 'taken'],
  ['2^53', 'ID_ASC', 'MWk1MGNjbTp1c2Vyczo5MDA3MTk5MjU0NzQwOTky', 'refused'],
  ['a negative id', 'ID_ASC', 'MWE5ZzJvYzp1c2VyczotMQ', 'refused'],
  ['half an id', 'ID_ASC', 'MWY2dnF2MTp1c2VyczoxLjU', 'refused'],
  ['a needless time', 'ID_ASC', 'cmp5OHk3OnVzZXJzOjUsNw', 'refused'],
  ['no time', 'CREATED_AT_ASC', 'MXI5dWZjejp1c2VycyBDUkVBVEVEX0FUX0FTQzo3', 'refused'],
  [
    'a time before the year 1',
    'CREATED_AT_ASC',
    'OWR4ajM6dXNlcnMgQ1JFQVRFRF9BVF9BU0M6LTYyMTM1NTk2ODAwMDAxLDc',
    'refused',
  ],
  ['the first time', 'CREATED_AT_ASC', 'Yno3NDg6dXNlcnMgQ1JFQVRFRF9BVF9BU0M6LTYyMTM1NTk2ODAwMDAwLDc', 'taken'],
  ['the last time', 'CREATED_AT_ASC', 'ejdsdWFlOnVzZXJzIENSRUFURURfQVRfQVNDOjI1MzQwMjMwMDc5OTk5OSw3', 'taken'],
  [
    'a time after the year 9999',
    'CREATED_AT_ASC',
    'dGtzYjRsOnVzZXJzIENSRUFURURfQVRfQVNDOjI1MzQwMjMwMDgwMDAwMCw3',
    'refused',
  ],
])('a cursor of %s in the order %s, %s, is %s', async (_, orderBy, after, expected) => {
  const answer = await queryGraphql(portico, `{ users(orderBy: ${orderBy}, after: "${after}") { nodes { id } } }`);
  if (expected === 'taken') expect(answer.json).not.toHaveProperty('errors');
  else expect(errorsOf(answer)).toMatchObject([{ message: 'after must be a cursor of this list' }]);
});

describe('the orders of a user', () => {
  /** The orders of the user 7, who has them since the demo data set. */
  const idsBy = (orderBy: string, status?: string) => {
    const sort = `${orderBy.endsWith('DESC') ? '-' : ''}${orderBy.startsWith('ID') ? 'id' : 'createdAt'}`;
    return portico
      .get(`/v1/orders?limit=100&userId=7&sort=${sort}${status ? `&status=${status.toLowerCase()}` : ''}`)
      .then(({ json }) => (json as { data: { id: number }[] }).data.map(({ id }) => id));
  };

  describe.each([
    ['in the list of all', (args: string) => `{ list: orders(userId: 7, ${args}) ${PAGE} }`],
    ['of the user', (args: string) => `{ user(id: 7) { list: orders(${args}) ${PAGE} } }`],
  ])('%s', (_, query) => {
    const read = async (args: string) => {
      const data = await dataOf<{ list?: Page; user?: { list: Page } }>(portico, query(args));
      return data.list ?? data.user!.list;
    };

    test.each<[string, string | undefined]>(
      ORDERS.flatMap((by) => [
        [by, undefined],
        [by, 'DELIVERED'],
      ]),
    )('are in the order %s, of the status %s, in every style of paging', async (orderBy, status) => {
      const expected = await idsBy(orderBy, status);
      expect(expected.length).toBeGreaterThan(1);
      const args = `orderBy: ${orderBy}, ${status === undefined ? '' : `status: ${status},`}`;
      const walked: number[] = [];
      for (let after = ''; ;) {
        const page = await read(`${args} first: 1 ${after}`);
        expect(page.totalCount).toBe(expected.length);
        walked.push(...idsIn(page));
        if (!page.pageInfo.hasNextPage) break;
        after = `after: "${page.pageInfo.endCursor}"`;
      }
      expect(walked).toEqual(expected);
      expect(idsIn(await read(`${args} offset: 1`))).toEqual(expected.slice(1));
    });

    test('refuse a cursor of another order or status', async () => {
      const { endCursor } = (await read('first: 1, orderBy: CREATED_AT_DESC')).pageInfo;
      for (const args of ['first: 1', 'orderBy: CREATED_AT_ASC', 'orderBy: CREATED_AT_DESC, status: PAID']) {
        const refused = await queryGraphql(portico, query(`${args}, after: "${endCursor}"`));
        expect(errorsOf(refused)).toMatchObject([{ message: 'after must be a cursor of this list' }]);
      }
    });
  });

  test('of several orders, statuses and users that are read at once are not mixed', async () => {
    const page = (orderBy: string, args: string) => `orders(orderBy: ${orderBy}${args}) { totalCount nodes { id } }`;
    const fields = ORDERS.map(
      (by) => `all_${by}: ${page(by, '')} done_${by}: ${page(by, ', status: DELIVERED, first: 1')}`,
    );
    const data = await dataOf<Record<string, Record<string, Page>>>(
      portico,
      `{ seven: user(id: 7) { ${fields.join(' ')} } eight: user(id: 8) { ${fields.join(' ')} } }`,
    );
    for (const orderBy of ORDERS) {
      const [all, done] = [await idsBy(orderBy), await idsBy(orderBy, 'DELIVERED')];
      expect(data['seven']![`all_${orderBy}`]).toEqual({ totalCount: all.length, nodes: all.map((id) => ({ id })) });
      expect(data['seven']![`done_${orderBy}`]).toEqual({ totalCount: done.length, nodes: [{ id: done[0] }] });
      for (const { id } of data['eight']![`all_${orderBy}`]!.nodes) expect(all).not.toContain(id);
    }
  });

  test('of a user without any are an empty page', async () => {
    const id = idOf(await portico.post('/v1/users', { name: 'Without Orders' }));
    const pageInfo = { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null };
    expect(await dataOf(portico, `{ user(id: ${id}) { orders ${PAGE} } }`)).toEqual({
      user: { orders: { totalCount: 0, nodes: [], edges: [], pageInfo } },
    });
  });
});

test('simultaneous searches for different texts are not mixed', async () => {
  const unique = `${process.pid}x${Date.now()}`;
  const names = ['A', 'B', 'C'].map((letter) => `${letter} Lister${unique}`);
  const ids: number[] = [];
  for (const name of names) ids.push(idOf(await portico.post('/v1/users', { name })));
  const search = async (text: string) =>
    (await dataOf<{ users: Page }>(portico, `query ($text: String) { users(search: $text) ${PAGE} }`, { text })).users;
  const texts = [`a lister${unique}`, `B LISTER${unique}`, `lister${unique}`, `nobody ${unique}`];
  const found = await Promise.all(texts.map(search));
  expect(found.map(idsIn)).toEqual([[ids[0]], [ids[1]], ids, []]);
  expect(found.map(({ totalCount }) => totalCount)).toEqual([1, 1, 3, 0]);
});
