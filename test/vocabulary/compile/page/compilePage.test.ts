import { describe, expect, test } from 'vitest';
import { compileOne } from '../support/compileDocuments.ts';
import { testFaults } from '../../support/faults.ts';

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
  const names = { limit: 'limit', offset: 'offset', page: 'page', cursor: 'cursor' };
  const usual = { styles: ['OFFSET', 'PAGE', 'CURSOR'], defaultLimit: 20, maxLimit: 100, names };
  test.each<[what: string, documents: Parameters<typeof compileOne>[1], limits: object]>([
    ['of the conventions', list('books @paginate { nodes { id } }'), usual],
    [
      'of its own version',
      withConventions(
        { page: { styles: ['PAGE'], default: 3, max: 7, parameters: { page: 'p' } } },
        list('books @paginate { nodes { id } }'),
      ),
      { styles: ['PAGE'], defaultLimit: 3, maxLimit: 7, names: { ...names, page: 'p' } },
    ],
    [
      'of the directive',
      list('books @paginate(default: 3, max: 7, styles: [CURSOR, PAGE]) { nodes { id } }'),
      { ...usual, styles: ['CURSOR', 'PAGE'], defaultLimit: 3, maxLimit: 7 },
    ],
    [
      'of a maximum that is less than the default',
      list('books @paginate(max: 7) { nodes { id } }'),
      { ...usual, defaultLimit: 7, maxLimit: 7 },
    ],
    [
      'of a maximum that is greater than the default',
      list('books @paginate(max: 30) { nodes { id } }'),
      { ...usual, defaultLimit: 20, maxLimit: 30 },
    ],
  ])('%s', (_, documents, limits) => {
    expect(compileOne(schema, documents).page!.limits).toEqual({
      over: 'refuse',
      firstPage: 1,
      maxOffset: Number.MAX_SAFE_INTEGER,
      ...limits,
    });
  });
  test.each([
    ['books', Number.MAX_SAFE_INTEGER],
    ['strict', 2_147_483_647],
    ['forward', Number.MAX_SAFE_INTEGER],
  ])('of the offset of %s: %d', (field, maxOffset) => {
    const document = list(`${field} @paginate(styles: [CURSOR]) { nodes { id } }`);
    expect(compileOne(schema, document).page!.limits.maxOffset).toBe(maxOffset);
  });
});

test.each([
  ['books', false],
  ['strict', false],
  ['stricter', true],
  ['forward', false],
])('the offset of %s is required: %s', (field, requiresOffset) => {
  const plan = compileOne(schema, list(`${field} @paginate(styles: [CURSOR]) { nodes { id } }`));
  expect(plan.page!.requiresOffset).toBe(requiresOffset);
  expect(plan.operations.CURSOR!.includes('offset: $pageOffset')).toBe(requiresOffset);
  expect(plan.operations.DEFAULT!.includes('offset: $pageOffset')).toBe(requiresOffset);
});

describe('the operations of a page', () => {
  const operationsOf = (documents: Parameters<typeof compileOne>[1]) =>
    Object.fromEntries(
      Object.entries(compileOne(schema, documents).operations).map(([variant, text]) => [
        variant,
        text.replaceAll(/\s+/g, ' '),
      ]),
    );
  test('select what each style needs', () => {
    expect(operationsOf(list('books @paginate { nodes { id } }'))).toEqual({
      DEFAULT:
        'query list($pageFirst: Int) { books(first: $pageFirst) { nodes { id } _total: totalCount _page: pageInfo { hasNextPage endCursor } } }',
      OFFSET:
        'query list($pageFirst: Int, $pageOffset: SafeInt) { books(first: $pageFirst, offset: $pageOffset) { nodes { id } _total: totalCount } }',
      PAGE: 'query list($pageFirst: Int, $pageOffset: SafeInt) { books(first: $pageFirst, offset: $pageOffset) { nodes { id } _total: totalCount } }',
      CURSOR:
        'query list($pageFirst: Int, $pageAfter: String) { books(first: $pageFirst, after: $pageAfter) { nodes { id } _page: pageInfo { hasNextPage endCursor } } }',
    });
  });
  test('have the page info where the document selects the end, but no fields twice', () => {
    const document = list('books @paginate(styles: [PAGE]) { nodes { id } pageInfo { endCursor } }');
    const { PAGE } = operationsOf(withConventions({ page: { envelope: null } }, document));
    expect(PAGE).toContain(
      'nodes { id } pageInfo { endCursor } _total: totalCount _page: pageInfo { hasNextPage endCursor }',
    );
    const other = list('books @paginate(styles: [PAGE]) { nodes { id } pageInfo { hasNextPage } }');
    expect(operationsOf(withConventions({ page: { envelope: null } }, other))['PAGE']).not.toContain('_page');
  });
});
