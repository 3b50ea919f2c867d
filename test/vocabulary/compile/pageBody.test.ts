import { describe, expect, test } from 'vitest';
import { ask } from '../support/ask.ts';
import { bodyTypeOf } from '../support/described.ts';
import { testFaults } from '../support/faults.ts';

const schema = `
  type Query {
    books(first: Int, after: String, offset: Int): Books
    present(first: Int, after: String, offset: Int): Books!
    all(first: Int, after: String, offset: Int): [Books!]
    count(first: Int, after: String, offset: Int): Int
  }
  type Books { nodes: [Book] edges: [Edge] items: [Book!] first: Book pageInfo: PageInfo! totalCount: Int! info: PageInfo! }
  type Edge { node: Book cursor: String }
  type PageInfo { hasNextPage: Boolean! endCursor: String! }
  type Book { id: ID! title: String }
`;
const list = (selection: string, conventions: object = {}) => ({
  'conventions.json': JSON.stringify(conventions),
  'v1/a.graphql': `query list($t: Boolean = false) @endpoint(method: GET, path: "/b") { ${selection} }`,
});
const bare = { page: { envelope: null } };
const items = (field: string) =>
  `@paginate is on "${field}", which must select its items and nothing else. Select "nodes { … }", or "edges @unwrap { node { … } }".`;
const unused = (text: string) => text.replace('query list($t: Boolean = false)', 'query list');
const refused = (selection: string, conventions: object = {}) => {
  const documents = list(selection, conventions);
  return selection.includes('$t') ? documents : { ...documents, 'v1/a.graphql': unused(documents['v1/a.graphql']) };
};

describe('with an envelope a connection is refused', () => {
  testFaults(schema, [
    ['with more than its items', refused('books ▶@paginate { nodes { id } totalCount }'), items('books')],
    ['with both lists', refused('books ▶@paginate { nodes { id } edges @unwrap { node { id } } }'), items('books')],
    ['without items', refused('books ▶@paginate { totalCount }'), items('books')],
    ['with items under a condition', refused('books ▶@paginate { nodes @include(if: $t) { id } }'), items('books')],
    ['with edges that are not unwrapped', refused('books ▶@paginate { edges { node { id } } }'), items('books')],
    ['with another list', refused('books ▶@paginate { items { id } }'), items('books')],
    ['that is unwrapped', refused('books ▶@paginate @unwrap { nodes { id } }'), items('books')],
    [
      'whose items are not a list',
      refused('books ▶@paginate { first { id } }', { connection: { nodes: 'first', first: 'first' } }),
      items('books').replace('"nodes {', '"first {'),
    ],
  ]);
});

describe('a connection is refused that is', () => {
  testFaults(schema, [['a scalar', refused('count ▶@paginate', bare), items('count')]]);
});

describe('the body of a page', () => {
  test.each<[promise: string, selection: string, type: string, conventions?: object]>([
    [
      'has the node of each edge',
      'books @paginate(styles: [OFFSET]) { rows: edges @unwrap { it: node { id } } }',
      '{ data: { id: string }[], pagination: { limit: integer, offset: integer, total: integer } }',
    ],
    [
      'without an envelope is its selection, of which the end can be null',
      'books @paginate { nodes { id } totalCount pageInfo { hasNextPage end: endCursor } }',
      '{ nodes: { id: string }[], totalCount: integer, pageInfo: { hasNextPage: boolean, end: string | null } }',
      bare,
    ],
    [
      'without an envelope can be an end that is unwrapped',
      'books @paginate { nodes { id } end: pageInfo @unwrap { endCursor } info { endCursor } }',
      '{ nodes: { id: string }[], end: string | null, info: { endCursor: string } }',
      bare,
    ],
    ['without an envelope needs no items', 'books @paginate { totalCount }', '{ totalCount: integer }', bare],
    [
      'keeps edges whole that are not unwrapped',
      'books @paginate { edges { cursor } }',
      '{ edges: { cursor: string | null }[] }',
      bare,
    ],
    ['has what nodes are unwrapped to', 'books @paginate { nodes @unwrap { title } }', '{ nodes: string[] }', bare],
  ])('%s', (_, selection, type, conventions) => {
    expect(bodyTypeOf(schema, refused(selection, conventions))).toBe(type);
  });

  test.each([
    ['books', 404],
    ['present', 500],
  ])('of %s is %i where it is null', async (field, status) => {
    const documents = refused(`${field} @paginate { nodes { id } }`);
    expect((await ask(schema, documents, 'GET /v1/b', { options: { report: () => {} } })).status).toBe(status);
  });
});
