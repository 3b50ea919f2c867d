import { describe, expect, test } from 'vitest';
import { ask } from '../support/ask.ts';
import { bodyTypeOf, describedOperation, typeText } from '../support/described.ts';
import { type Documents, faultsOf, testFaults } from '../support/faults.ts';

const schema = `
  type Query { book: Book books(first: Int, after: String): Books found: Found named: Named page(first: Int, offset: Int): [Book] shelf: Shelf }
  type Mutation { save(input: BookInput): Payload }
  type Payload { book: Book errors: [Problem!] }
  type Problem { message: String }
  interface Named { name: String }
  type Book implements Named { id: ID name: String note: String author: Author tags: [String] lines: [[Int]!] kind: Kind }
  type Author implements Named { name: String books: [Book] }
  type Shelf { name: String! owner: Author }
  union Found = Book | Author
  type Books { nodes: [Book] totalCount: Int! pageInfo: PageInfo! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  enum Kind { NEW OLD }
  input BookInput { id: ID! name: String note: String = null pages: [Int] place: Place }
  input Place { row: Int }
`;
const get = (selection: string, more = '', variables = '') =>
  `query get${variables} @endpoint(method: GET, path: "/b"${more}) { ${selection} }`;
const listing = (nonNull: string[], document: string, more: object = {}) => ({
  'v1/conventions.json': JSON.stringify({ nonNull, ...more }),
  'v1/a.graphql': document,
});

describe('fields that are never null', () => {
  test.each<[what: string, documents: Documents, type: string]>([
    ['by @nonNull', get('book { id @nonNull name }'), '{ id: string, name: string | null }'],
    [
      'in a shape, in objects and in lists',
      {
        'v1/a.graphql': get('book { ...F author @nonNull { books { tags @nonNull } } }'),
        'v1/shapes/F.graphql': 'fragment F on Book { key: id @nonNull }',
      },
      '{ key: string, author: { books: ({ tags: (string | null)[] } | null)[] | null } }',
    ],
    [
      'by their coordinate',
      listing(['Book.name'], get('book { id name author { name } }')),
      '{ id: string | null, name: string, author: { name: string | null } | null }',
    ],
    [
      'by their type',
      listing(['Book.*'], get('book { id __typename author { name } }')),
      '{ id: string, __typename: "Book", author: { name: string | null } }',
    ],
    ['in types that implement an interface', listing(['Named.name'], get('book { name }')), '{ name: string }'],
    ['by an interface', listing(['Named.*'], get('book { id name }')), '{ id: string | null, name: string }'],
    [
      'not in an interface by one of its types',
      listing(['Book.name'], get('named { name }')),
      '{ name: string | null }',
    ],
    [
      'in all types of a union',
      listing(['Book.name', 'Author.name'], get('found { ... on Book { name id } ... on Author { name } }')),
      '{ name: string, id?: string | null }',
    ],
    [
      'not in a type of a union alone',
      listing(['Book.name'], get('found { ... on Book { name id } ... on Author { name } }')),
      '{ name: string | null, id?: string | null }',
    ],
    [
      'not if they catch failures',
      listing(['Book.author'], get('book { id author @catch { name } }')),
      '{ id: string | null, author: { name: string | null } | null }',
    ],
    ['not on the way to the response', listing(['Query.*', 'Author.*'], get('book { id }')), '{ id: string | null }'],
    ['not if the schema says so', listing(['Shelf.*'], get('shelf { name }')), '{ name: string }'],
    ['in headers', get('book { id note @header(name: "X-Note") @nonNull }'), '{ id: string | null }'],
    [
      'in one of several root fields',
      get('book @nonNull { id } shelf { name }'),
      '{ book: { id: string | null }, shelf: { name: string } | null }',
    ],
    ['in items of lists', get('book { tags @nonNull(levels: [0, 1]) }'), '{ tags: string[] }'],
    ['in items of lists in lists', get('book { lines @nonNull(levels: [2]) }'), '{ lines: integer[][] | null }'],
    ['in items by their coordinate', listing(['Book.tags[]'], get('book { tags }')), '{ tags: string[] | null }'],
    [
      'in all items of the lists of a type',
      listing(['Book.*[]'], get('book { tags lines author { books { id } } }')),
      '{ tags: string[] | null, lines: ((integer | null)[])[] | null, author: { books: ({ id: string | null } | null)[] | null } | null }',
    ],
    [
      'in items of the response',
      listing(['Query.page[]'], get('page @paginate(styles: [PAGE]) { id }')),
      '{ data: { id: string | null }[], pagination: { page: integer, limit: integer, hasMore: boolean } }',
    ],
    [
      'in a page',
      get('books @paginate(styles: [CURSOR]) { nodes { id @nonNull } }'),
      '{ data: { id: string }[], pagination: { nextCursor: string | null, hasMore: boolean } }',
    ],
  ])('%s', (_, documents, type) => {
    expect(bodyTypeOf(schema, documents)).toBe(type);
  });

  test.each([
    ['Books.nodes', 200],
    ['Books.nodes[]', 500],
  ])('null in the items on the way to the response, with %s, is %i', async (coordinate, status) => {
    const documents = listing([coordinate], get('books @paginate(styles: [CURSOR]) { nodes { id } }'));
    const root = { books: { nodes: [null], pageInfo: { hasNextPage: false } } };
    const request = { root, options: { report: () => {} } };
    expect((await ask(schema, documents, 'GET /v1/b', request)).status).toBe(status);
  });

  test('a header of one is required', () => {
    const headersOf = (directive: string) =>
      describedOperation(schema, get(`book { id note @header(name: "X-Note") ${directive} }`)).responses['200']!
        .headers!['X-Note'];
    expect(headersOf('@nonNull')).toMatchObject({ required: true });
    expect(headersOf('')).not.toHaveProperty('required');
  });

  test.each<[path: string, isAlwaysThere: boolean, selection: string, variables?: string]>([
    ['id', true, 'book { id @nonNull }'],
    ['id', false, 'book { id }'],
    ['author.name', true, 'book { author @nonNull { name @nonNull } }'],
    ['author.name', false, 'book { author { name @nonNull } }'],
    ['author', true, 'book { author @unwrap @nonNull { name @nonNull } }'],
    ['name', true, 'book { author @spread @nonNull { name @nonNull } }'],
    ['name', false, 'book { author @spread { name @nonNull } }'],
    ['id.key', true, 'book { id @wrap(as: "key") @nonNull }'],
    ['id', true, 'book { id @template(value: "b-{}") @nonNull }'],
    ['link', true, 'book { id @nonNull link: __typename @template(value: "/b/{id}") }'],
    ['id', false, 'book { id @nonNull @include(if: $more) name }', '($more: Boolean = false @expand)'],
    ['meta.note', true, 'book { ... @wrap(as: "meta") { note @nonNull } id }'],
    // An object of a type that nothing is selected of is null nevertheless.
    ['named.id', false, 'book { id } named @nonNull { ... on Book { id } }'],
  ])('a location may name "%s": %s, in %s', (path, isAlwaysThere, selection, variables) => {
    const document = get(selection, `, status: 303, location: "/x/{${path}}"`, variables);
    const faults = isAlwaysThere
      ? []
      : [expect.stringContaining(`Name a property that every response has; "${path}" can be null or absent.`)];
    expect(faultsOf(schema, document)).toEqual(faults);
  });

  test.each<[document: string, status: number, root: object]>([
    [get('book { id }'), 404, { book: null }],
    ['mutation m @endpoint(method: POST, path: "/b") { save @unwrap { book { id } } }', 404, { save: { book: null } }],
    [get('page @paginate(styles: [PAGE]) { id }'), 200, { page: null }],
  ])('%s is %i with null on the way to the response, whatever the conventions say', async (document, status, root) => {
    const line = document.startsWith('query') ? 'GET /v1/b' : 'POST /v1/b';
    const request = { root: { ...root }, options: { report: () => {} } };
    expect((await ask(schema, listing(['Query.*', 'Payload.*'], document), line, request)).status).toBe(status);
  });

  test.each([
    ['{"expand": "with"}', '{ id: string, name: string | null }'],
    ['{"nonNull": ["Book.name"]}', '{ id: string | null, name: string }'],
  ])('a version with %s has the list of the one before it, unless it has its own', (conventions, type) => {
    const documents = { ...listing(['Book.id'], get('book { id name }')), 'v2/conventions.json': conventions };
    expect(bodyTypeOf(schema, documents)).toBe(type);
  });
});

describe('inputs that are never null', () => {
  const save = (variables: string, input: string, more = '') =>
    `mutation m(${variables}) @endpoint(method: POST, path: "/b"${more}) { save(input: ${input}) @unwrap { book { id } } }`;

  test.each<[variables: string, input: string, type: string, more?: string]>([
    // Input fields may be absent, but not null; one with a default of null may be null.
    [
      '$input: BookInput!',
      '$input',
      '{ id: string, name?: string, note?: string | null, pages?: (integer | null)[], place?: { row?: integer | null } }',
      ', body: "input"',
    ],
    ['$id: ID!, $name: String', '{ id: $id, name: $name }', '{ id: string, name?: string }'],
    ['$id: ID!, $name: String = null', '{ id: $id, name: $name }', '{ id: string, name?: string | null }'],
    ['$id: ID!, $name: String @nonNull', '{ id: $id, name: $name }', '{ id: string, name?: string }'],
    ['$id: ID!, $page: Int', '{ id: $id, pages: [$page] }', '{ id: string, page?: integer | null }'],
    ['$id: ID!, $place: Place', '{ id: $id, place: $place }', '{ id: string, place?: { row?: integer | null } }'],
    ['$id: ID!, $row: Int', '{ id: $id, place: { row: $row } }', '{ id: string, row?: integer | null }'],
  ])('variables %s that fill %s are sent as %s', (variables, input, type, more) => {
    const { requestBody } = describedOperation(schema, listing(['BookInput.*'], save(variables, input, more)));
    expect(typeText(requestBody!.content['application/json']!.schema)).toBe(type);
  });
});

describe('@nonNull is refused', () => {
  const leads = (name: string) =>
    `@nonNull is on "${name}", which leads to the response: null there is 404. Write it on a field of the response, or remove it.`;
  const unsent = '@nonNull has no effect on a field that is not sent. Remove it.';
  testFaults(schema, [
    ['on the response', get('book ▶@nonNull { id }'), leads('book')],
    [
      'of a level that is no list',
      get('book { tags @nonNull(levels: ▶[0, 2]) }'),
      'Level 2 of "tags" does not exist or is never null: @nonNull has no effect. Remove the level.',
    ],
    [
      'of a level that the schema has no null at',
      get('book { lines @nonNull(levels: ▶[1]) }'),
      'Level 1 of "lines" does not exist or is never null: @nonNull has no effect. Remove the level.',
    ],
    [
      'of no level',
      get('book { tags @nonNull(levels: ▶[]) }'),
      '"tags" is never null: @nonNull has no effect. Remove @nonNull.',
    ],
    ['on a list of pages', get('books @paginate(styles: [CURSOR]) ▶@nonNull { nodes { id } }'), leads('books')],
    [
      'where the schema has no null',
      get('shelf { name ▶@nonNull }'),
      '"name" is never null: @nonNull has no effect. Remove @nonNull.',
    ],
    [
      'beside @catch',
      get('book { id author @catch ▶@nonNull { name } }'),
      '@catch and @nonNull are both on "author". Remove one of them.',
    ],
    [
      'in errors as data',
      'mutation m @endpoint(method: POST, path: "/b") { save @unwrap { book { id } errors @error { message ▶@nonNull } } }',
      unsent,
    ],
    [
      'in a lookup',
      `query l { book { id @export(as: "id") ▶@nonNull } }
       mutation m($id: ID!) @endpoint(method: POST, path: "/b") { save(input: { id: $id }) @unwrap { book { id } } }`,
      '@nonNull has no effect in a lookup query, which is not part of the response. Remove it.',
    ],
  ]);
});
