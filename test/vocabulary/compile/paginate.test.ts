import { describe, expect, test } from 'vitest';
import { ask } from '../support/ask.ts';
import { describedOperation } from '../support/described.ts';
import { type Documents, testFaults } from '../support/faults.ts';

const schema = `
  scalar SafeInt
  type Query {
    books(first: Int, after: String, offset: SafeInt, shelf: String): Books!
    strict(first: Int!, after: String, offset: Int! = 0): Books!
    stricter(first: Int!, after: ID, offset: Int!): Books!
    forward(first: Int = 10, after: String): Forward!
    book: Book
  }
  type Mutation { books(first: Int, after: String, offset: SafeInt): Books! }
  type Books { nodes: [Book]! edges: [Edge!] pageInfo: PageInfo! totalCount: Int! }
  type Forward { nodes: [Book!]! pageInfo: PageInfo! }
  type Edge { node: Book cursor: String }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Book { id: ID! sequels(first: Int, after: String, offset: SafeInt): Books! }
`;
const list = (selection: string, { variables = '', more = '', method = 'GET', type = 'query' } = {}) =>
  `${type} list${variables} @endpoint(method: ${method}, path: "/b"${more}) { ${selection} }`;
const withConventions = (conventions: object, document: string) => ({
  'conventions.json': JSON.stringify(conventions),
  'v1/a.graphql': document,
});
const misplaced = '@paginate must be on the field that is the whole response of a GET with status 200. Remove it here.';
const styles = 'styles must name at least one style, and each only once. Remove styles to offer all.';

describe('@paginate is refused', () => {
  testFaults(schema, [
    ['off the response', list('book { id } books ▶@paginate { nodes { id } }'), misplaced],
    ['with another status', list('books ▶@paginate { nodes { id } }', { more: ', status: 204' }), misplaced],
    ['under the name of its field', list('books ▶@paginate { nodes { id } }', { more: ', unwrap: false' }), misplaced],
    ['in a POST', list('books ▶@paginate { nodes { id } }', { method: 'POST', type: 'mutation' }), misplaced],
    ['in the items of another', list('books @paginate { nodes { sequels ▶@paginate { nodes { id } } } }'), misplaced],
    ['without a style', list('books @paginate(styles: ▶[]) { nodes { id } }'), styles],
    ['with a style more than once', list('books @paginate(styles: ▶[CURSOR, PAGE, CURSOR]) { nodes { id } }'), styles],
    [
      'by conventions that name a style more than once',
      withConventions({ page: { styles: ['PAGE', 'PAGE'] } }, list('books ▶@paginate { nodes { id } }')),
      styles,
    ],
  ]);
});

describe('a page has the limits', () => {
  const LARGEST = Number.MAX_SAFE_INTEGER;
  test.each<[what: string, documents: Documents, parameters: object]>([
    [
      'of the conventions',
      list('books @paginate { nodes { id } }'),
      { limit: [20, 100], offset: [undefined, LARGEST], page: [undefined, LARGEST], cursor: [undefined, undefined] },
    ],
    [
      'of a maximum that is less than the default',
      list('books @paginate(max: 7, styles: [CURSOR]) { nodes { id } }'),
      { limit: [7, 7], cursor: [undefined, undefined] },
    ],
    [
      'of the type of its offset',
      list('strict @paginate(styles: [OFFSET]) { nodes { id } }'),
      { limit: [20, 100], offset: [0, 2_147_483_647] },
    ],
  ])('%s', (_, documents, parameters) => {
    const described = describedOperation(schema, documents).parameters!;
    const limits = described.map(({ name, schema: type }) => [
      name,
      [type.default, (type as { maximum?: number }).maximum],
    ]);
    expect(Object.fromEntries(limits)).toEqual(parameters);
  });
});

describe('the operations of a page', () => {
  const PAGE_INFO = 'pageInfo { hasNextPage endCursor }';
  test.each<[target: string, documents: Documents, executed: string]>([
    [
      '',
      list('books @paginate { nodes { id } }'),
      `query list($pageFirst: Int) { books(first: $pageFirst) { nodes { id } _total: totalCount _page: ${PAGE_INFO} } }`,
    ],
    [
      '?offset=0',
      list('books @paginate { nodes { id } }'),
      'query list($pageFirst: Int, $pageOffset: SafeInt) { books(first: $pageFirst, offset: $pageOffset) { nodes { id } _total: totalCount } }',
    ],
    [
      '?cursor=',
      list('books @paginate { nodes { id } }'),
      `query list($pageFirst: Int, $pageAfter: String) { books(first: $pageFirst, after: $pageAfter) { nodes { id } _page: ${PAGE_INFO} } }`,
    ],
    // Variables have names that the operation does not use.
    [
      '?offset=0',
      'query list($pageFirst: Int, $pageFirst_: String, $pageOffset: SafeInt) @endpoint(method: GET, path: "/b") { ...F } fragment F on Query { books @paginate { nodes { sequels(first: $pageFirst, after: $pageFirst_, offset: $pageOffset) { totalCount } } } }',
      'query list($pageFirst: Int, $pageFirst_: String, $pageOffset: SafeInt, $pageFirst__: Int, $pageOffset_: SafeInt) { ...F } fragment F on Query { books(first: $pageFirst__, offset: $pageOffset_) { nodes { sequels(first: $pageFirst, after: $pageFirst_, offset: $pageOffset) { totalCount } } _total: totalCount } }',
    ],
    // The offset is passed where the argument is required.
    [
      '',
      list('strict @paginate(styles: [CURSOR]) { nodes { id } }'),
      `query list($pageFirst: Int!) { strict(first: $pageFirst) { nodes { id } _page: ${PAGE_INFO} } }`,
    ],
    [
      '',
      list('stricter @paginate(styles: [CURSOR]) { nodes { id } }'),
      `query list($pageFirst: Int!, $pageOffset: Int!) { stricter(first: $pageFirst, offset: $pageOffset) { nodes { id } _page: ${PAGE_INFO} } }`,
    ],
    // The page info is there where the document selects the end, but no fields twice.
    [
      '',
      withConventions(
        { page: { envelope: null } },
        list('books @paginate(styles: [PAGE]) { nodes { id } pageInfo { endCursor } }'),
      ),
      'query list($pageFirst: Int) { books(first: $pageFirst) { nodes { id } pageInfo { endCursor } _total: totalCount _page: pageInfo { hasNextPage endCursor } } }',
    ],
    [
      '',
      withConventions(
        { page: { envelope: null } },
        list('books @paginate(styles: [PAGE]) { nodes { id } pageInfo { hasNextPage } }'),
      ),
      'query list($pageFirst: Int) { books(first: $pageFirst) { nodes { id } pageInfo { hasNextPage } _total: totalCount } }',
    ],
  ])('%s over %j select what they need', async (target, documents, operation) => {
    const { executed } = await ask(schema, documents, `GET /v1/b${target}`);
    expect(executed[0]).toBe(operation);
  });
});
