import { describe, expect, test } from 'vitest';
import type { ConnectionShape } from '../../../../src/gateway/plan/Shape.ts';
import { compileOne } from '../support/compileDocuments.ts';
import { testFaults } from '../../support/faults.ts';

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
const shapeOf = (documents: ReturnType<typeof list>) => compileOne(schema, documents).result.body as ConnectionShape;
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

const book = {
  kind: 'object',
  type: 'Book',
  properties: [{ field: 'id', key: 'id', shape: { kind: 'leaf', type: 'ID', nullable: false }, required: true }],
};

describe('the shape of a connection', () => {
  test('is that of its nodes, without nulls', () => {
    const nodes = { kind: 'list', of: { ...book, nullable: false }, nullable: false };
    expect(shapeOf(refused('books @paginate { nodes { id } }'))).toEqual({
      kind: 'connection',
      path: ['nodes'],
      of: { ...book, nullable: false },
      selected: {
        kind: 'object',
        type: 'Books',
        properties: [{ field: 'nodes', key: 'nodes', shape: nodes, required: true }],
        nullable: false,
      },
      lists: [{ path: ['nodes'] }],
      cursors: [],
      nullable: false,
    });
  });
  test('is that of the node of each edge', () => {
    const edge = { kind: 'unwrapped', key: 'it', field: 'node', of: { ...book, nullable: false }, nullable: false };
    expect(shapeOf(refused('books @paginate { rows: edges @unwrap { it: node { id } } }'))).toEqual({
      kind: 'connection',
      path: ['rows'],
      node: 'it',
      of: { ...book, nullable: false },
      selected: {
        kind: 'object',
        type: 'Books',
        properties: [
          { field: 'edges', key: 'rows', shape: { kind: 'list', of: edge, nullable: false }, required: true },
        ],
        nullable: false,
      },
      lists: [{ path: ['rows'], only: 'it' }],
      cursors: [],
      nullable: false,
    });
  });
  test('without an envelope is that of its selection, of which the end can be null', () => {
    const { selected, path, of, cursors } = shapeOf(
      refused('books @paginate { nodes { id } totalCount pageInfo { hasNextPage end: endCursor } }', bare),
    );
    expect([path, of]).toEqual([['nodes'], { ...book, nullable: false }]);
    expect(cursors).toEqual([{ path: ['pageInfo', 'end'], leadsTo: 'next' }]);
    expect(selected).toMatchObject({
      kind: 'object',
      properties: [
        { key: 'nodes', shape: { kind: 'list', nullable: false, of: { nullable: false } } },
        { key: 'totalCount', shape: { nullable: false } },
        {
          key: 'pageInfo',
          shape: {
            nullable: false,
            properties: [
              { key: 'hasNextPage', shape: { nullable: false } },
              { key: 'end', shape: { kind: 'leaf', type: 'String', nullable: true } },
            ],
          },
        },
      ],
    });
  });
  test('without an envelope can be the list itself', () => {
    const { path, node, selected } = shapeOf(
      refused('books @paginate @unwrap { edges @unwrap { node { id } } }', bare),
    );
    expect([path, node]).toEqual([['edges'], 'node']);
    expect(selected).toMatchObject({
      kind: 'unwrapped',
      key: 'edges',
      of: { kind: 'list', nullable: false, of: { kind: 'unwrapped', nullable: false, of: { nullable: false } } },
      nullable: false,
    });
  });
  test('without an envelope can be an end that is unwrapped', () => {
    const { selected } = shapeOf(
      refused('books @paginate { nodes { id } end: pageInfo @unwrap { endCursor } info { endCursor } }', bare),
    );
    expect(selected).toMatchObject({
      properties: [
        { key: 'nodes' },
        { key: 'end', shape: { kind: 'unwrapped', of: { nullable: true } } },
        { key: 'info', shape: { properties: [{ shape: { nullable: false } }] } },
      ],
    });
  });
  test('without an envelope needs no items', () => {
    expect(shapeOf(refused('books @paginate { totalCount }', bare))).toMatchObject({
      path: ['nodes'],
      of: { kind: 'leaf', type: 'String', nullable: false },
    });
  });
  test('keeps edges whole that are not unwrapped', () => {
    expect(shapeOf(refused('books @paginate { edges { cursor } }', bare))).toMatchObject({
      path: ['edges'],
      of: { kind: 'object', type: 'Edge', nullable: false },
      selected: { properties: [{ shape: { nullable: false, of: { properties: [{ shape: { nullable: true } }] } } }] },
    });
    expect(shapeOf(refused('books @paginate { nodes @unwrap { title } }', bare))).not.toHaveProperty('node');
  });
  test.each([
    ['books', true],
    ['present', false],
  ])('of %s can be missing: %s', (field, canBeMissing) => {
    const plan = compileOne(schema, refused(`${field} @paginate { nodes { id } }`));
    expect(plan.result.canBeMissing).toBe(canBeMissing);
  });
});
