// The number of SQL statements of reads over all subgraphs, counted as they are sent.
import { parse } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareOperation } from '../../../src/gateway/execute/prepareOperation.ts';
import { type Graph, context, openGraph } from './support/openGraph.ts';

let graph: Graph;
beforeAll(async () => void (graph = await openGraph()));
afterAll(() => graph.close());

const ORDERS = /* GraphQL */ `
  query ($first: Int!) {
    orders(first: $first) {
      nodes {
        id
        user {
          name
          orders(first: 3) {
            totalCount
            nodes {
              id
            }
          }
        }
        items {
          quantity
          product {
            name
          }
        }
      }
    }
  }
`;

test('a page of 100 orders with users, their orders, items and products takes as many statements as a page of 2', async () => {
  const counts = [];
  for (const first of [2, 100]) {
    counts.push((await graph.statementsOf(() => graph.read(ORDERS, { first }))).length);
  }
  // The orders; their items; their users; the products; the orders of the users; their number.
  expect(counts).toEqual([6, 6]);
});

test('64 reads of different users that arrive together take one statement, whichever executor runs them', async () => {
  const text = 'query ($id: SafeInt!) { user(id: $id) { id name } }';
  const run = prepareOperation(graph.schema)(parse(text));
  const ids = Array.from({ length: 64 }, (_, index) => index + 1);
  const inProcess = () => Promise.all(ids.map((id) => run({ ...context, variables: { id } })));
  const byGraphql = () => Promise.all(ids.map((id) => graph.read(text, { id })));
  expect(await graph.statementsOf(inProcess)).toHaveLength(1);
  expect(await graph.statementsOf(byGraphql)).toHaveLength(1);
});

test('the statement is the same for three keys and for four, so that few are prepared; equal keys are one', async () => {
  const query = `query ($a: SafeInt!, $b: SafeInt!, $c: SafeInt!, $d: SafeInt!) {
    a: user(id: $a) { id } b: user(id: $b) { id } c: user(id: $c) { id } d: user(id: $d) { id } }`;
  const read = (a: number, b: number, c: number, d: number) =>
    graph.statementsOf(() => graph.read(query, { a, b, c, d }));
  const three = await read(1, 2, 3, 3);
  expect(three).toEqual([expect.stringContaining('IN ($1,$2,$3,$4)')]);
  expect(await read(1, 2, 3, 4)).toEqual(three);
  expect(await read(1, 2, 1, 2)).toEqual([expect.stringContaining('IN ($1,$2)')]);
  expect(await read(1, 1, 1, 1)).toEqual([expect.stringContaining('"id" = $1')]);
});

test('a read sees what was committed before it', async () => {
  const { user } = await graph.client();
  const { id } = await user.create({ data: { firstName: 'Before', lastName: '' } });
  const read = () => graph.read('query ($id: SafeInt!) { user(id: $id) { name } }', { id: Number(id) });
  expect(await read()).toEqual({ user: { name: 'Before' } });
  await user.update({ where: { id }, data: { firstName: 'After' } });
  expect(await read()).toEqual({ user: { name: 'After' } });
});

test('the compiled operation returns the result of graphql-js', async () => {
  const { data, errors } = await prepareOperation(graph.schema)(parse(ORDERS))({
    ...context,
    variables: { first: 50 },
  });
  expect(errors).toBeUndefined();
  expect(JSON.parse(JSON.stringify(data))).toEqual(await graph.read(ORDERS, { first: 50 }));
});

test.each([0, Number.MAX_SAFE_INTEGER])('%d is a valid id, and does not exist', async (id) => {
  const query = 'query ($id: SafeInt!) { user(id: $id) { id } order(id: $id) { id } product(id: $id) { id } }';
  expect(await graph.read(query, { id })).toEqual({ user: null, order: null, product: null });
});

test.each([-1, 2 ** 53, 1.5, '1'])('%j is no id, and never reaches the database', async (id) => {
  const query = 'query ($id: SafeInt!) { user(id: $id) { id } }';
  const statements = await graph.statementsOf(async () => {
    const { errors } = await graph.run(query, { id });
    expect(errors[0]!.message).toContain('SafeInt must be an integer between 0 and 9007199254740991.');
  });
  expect(statements).toEqual([]);
});
