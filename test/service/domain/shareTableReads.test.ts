import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Graph, openGraph } from './support/openGraph.ts';

interface List {
  list: {
    totalCount: number;
    nodes: { id: number }[];
    edges: { cursor: string; node: { id: number } }[];
    pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
  };
}

let graph: Graph;
beforeAll(async () => void (graph = await openGraph()));
afterAll(() => graph.close());

describe.each(['users', 'orders', 'products'])('the list of %s', (name) => {
  const page = (args: string) =>
    graph.read<List>(`{ list: ${name}${args} { totalCount nodes { id } edges { cursor node { id } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`);
  const cursors = (args: string) =>
    graph.read<List>(`{ list: ${name}${args} { nodes { id } pageInfo { hasNextPage endCursor } } }`);

  test('begins with the twenty lowest ids', async () => {
    const { list } = await page('');
    const ids = list.nodes.map(({ id }) => id);
    expect(ids).toHaveLength(20);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect(list.edges.map(({ node }) => node.id)).toEqual(ids);
    expect(list.pageInfo).toEqual({
      hasNextPage: true,
      hasPreviousPage: false,
      startCursor: list.edges[0]!.cursor,
      endCursor: list.edges.at(-1)!.cursor,
    });
  });

  test('contains every row once, by cursor and by offset', async () => {
    const byCursor: number[] = [];
    let after: string | null = null;
    do {
      const { list }: List = await cursors(after === null ? '(first: 100)' : `(first: 100, after: "${after}")`);
      byCursor.push(...list.nodes.map(({ id }) => id));
      after = list.pageInfo.hasNextPage ? list.pageInfo.endCursor : null;
    } while (after !== null);
    const { list } = await page('');
    expect(new Set(byCursor).size).toBe(list.totalCount);

    const byOffset: number[] = [];
    while (byOffset.length < list.totalCount) {
      const { list: one } = await page(`(first: 90, offset: ${byOffset.length})`);
      byOffset.push(...one.nodes.map(({ id }) => id));
    }
    expect(byOffset).toEqual(byCursor);
  });

  test('has no next page after a page that ends exactly at the end', async () => {
    const { list } = await page('');
    const { list: last } = await page(`(first: 5, offset: ${list.totalCount - 5})`);
    expect(last.nodes).toHaveLength(5);
    expect(last.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
  });

  test('is empty beyond its end', async () => {
    const { list } = await page(`(offset: ${Number.MAX_SAFE_INTEGER})`);
    expect(list.nodes).toEqual([]);
    expect(list.pageInfo).toEqual({ hasNextPage: false, hasPreviousPage: true, startCursor: null, endCursor: null });
  });

  test('is counted only where totalCount is selected, by a statement beside that of the page', async () => {
    const isCount = (statement: string) => statement.startsWith('SELECT SUM') && statement.includes('list_totals');
    const counts = async (work: () => Promise<unknown>) => (await graph.statementsOf(work)).map(isCount).toSorted();
    expect(await counts(() => cursors(''))).toEqual([false]);
    expect(await counts(() => page(''))).toEqual([false, true]);
    expect(await counts(() => page(`(offset: ${Number.MAX_SAFE_INTEGER})`))).toEqual([false, true]);
    expect(await counts(() => graph.read(`{ ${name} { totalCount } }`))).toEqual([true]);
    const { list } = await page('');
    expect((await page(`(offset: ${Number.MAX_SAFE_INTEGER})`)).list.totalCount).toBe(list.totalCount);
  });

  test('is read by one statement for simultaneous requests, of the same page or of others, and counted by one', async () => {
    const same = () => Promise.all(Array.from({ length: 20 }, () => page('(first: 10)')));
    expect(await graph.statementsOf(same)).toHaveLength(2);
    const others = () => Promise.all(Array.from({ length: 20 }, (_, offset) => page(`(first: 10, offset: ${offset})`)));
    expect(await graph.statementsOf(others)).toHaveLength(2);
  });

  test.each([
    ['(first: 0)', 'first', 'must be between 1 and 100'],
    ['(first: 101)', 'first', 'must be between 1 and 100'],
    ['(after: "nonsense")', 'after', 'must be a cursor of this list'],
  ])('refuses %s', async (args, field, message) => {
    const answer = await graph.run(`{ ${name}${args} { nodes { id } } }`);
    expect(answer).toMatchObject({ data: null, errors: [{ code: 'BAD_USER_INPUT', problems: [{ field, message }] }] });
  });
});

test('a cursor of one list is refused by another', async () => {
  const { list } = await graph.read<List>('{ list: users(first: 1) { pageInfo { endCursor } } }');
  const { errors } = await graph.run(`{ products(after: "${list.pageInfo.endCursor}") { nodes { id } } }`);
  expect(errors).toMatchObject([{ code: 'BAD_USER_INPUT', problems: [{ field: 'after' }] }]);
});
