import { describe, expect, test } from 'vitest';
import { findProperty } from '../../../../src/gateway/plan/Shape.ts';
import { compileDocuments, compileOne } from '../support/compileDocuments.ts';
import { testFaults } from '../../support/faults.ts';

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
  test.each<[what: string, documents: Parameters<typeof compileOne>[1], plans: string[]]>([
    ['by @nonNull', get('book { id @nonNull name }'), ['book.id Book.id']],
    [
      'in a shape, in objects and in lists',
      {
        'v1/a.graphql': get('book { ...F author @nonNull { books { tags @nonNull } } }'),
        'v1/shapes/F.graphql': 'fragment F on Book { key: id @nonNull }',
      },
      ['book.key Book.id', 'book.author Book.author', 'book.author.books.tags Book.tags'],
    ],
    ['by their coordinate', listing(['Book.name'], get('book { id name author { name } }')), ['book.name Book.name']],
    [
      'by their type',
      listing(['Book.*'], get('book { id __typename author { name } }')),
      ['book.id Book.id', 'book.author Book.author'],
    ],
    ['in types that implement an interface', listing(['Named.name'], get('book { name }')), ['book.name Book.name']],
    ['by an interface', listing(['Named.*'], get('book { id name }')), ['book.name Book.name']],
    ['not in an interface by one of its types', listing(['Book.name'], get('named { name }')), []],
    [
      'in all types of a union',
      listing(['Book.name', 'Author.name'], get('found { ... on Book { name id } ... on Author { name } }')),
      ['found.name Book.name'],
    ],
    [
      'not in a type of a union alone',
      listing(['Book.name'], get('found { ... on Book { name id } ... on Author { name } }')),
      [],
    ],
    ['not if they catch failures', listing(['Book.author'], get('book { id author @catch { name } }')), []],
    ['not on the way to the response', listing(['Query.*', 'Author.*'], get('book { id }')), []],
    ['not if the schema says so', listing(['Shelf.*'], get('shelf { name }')), []],
    ['in headers', get('book { id note @header(name: "X-Note") @nonNull }'), ['book.note Book.note']],
    ['in one of several root fields', get('book @nonNull { id } shelf { name }'), ['book Query.book']],
    [
      'in items of lists',
      get('book { tags @nonNull(levels: [0, 1]) }'),
      ['book.tags Book.tags', 'book.tags.[] Book.tags[]'],
    ],
    ['in items of lists in lists', get('book { lines @nonNull(levels: [2]) }'), ['book.lines.[].[] Book.lines[][]']],
    ['in items by their coordinate', listing(['Book.tags[]'], get('book { tags }')), ['book.tags.[] Book.tags[]']],
    [
      'by their coordinate beside a level',
      listing(['Book.*'], get('book { tags @nonNull(levels: [1]) }')),
      ['book.tags Book.tags', 'book.tags.[] Book.tags[]'],
    ],
    [
      'in all items of the lists of a type',
      listing(['Book.*[]'], get('book { tags lines author { books { id } } }')),
      ['book.tags.[] Book.tags[]'],
    ],
    [
      'in items on the way to the response',
      listing(['Books.*', 'Books.nodes[]'], get('books @paginate(styles: [CURSOR]) { nodes { id } }')),
      ['books.nodes Books.nodes', 'books.nodes.[] Books.nodes[]'],
    ],
    [
      'in items of the response',
      listing(['Query.page[]'], get('page @paginate(styles: [PAGE]) { id }')),
      ['page.[] Query.page[]'],
    ],
    ['in a page', get('books @paginate(styles: [CURSOR]) { nodes { id @nonNull } }'), ['books.nodes.id Book.id']],
  ])('%s', (_, documents, plans) => {
    const { nonNulls = [] } = compileOne(schema, documents).result;
    expect(nonNulls.map(({ path, coordinate }) => `${path.join('.')} ${coordinate}`)).toEqual(plans);
  });

  test.each<[documents: Parameters<typeof compileOne>[1], path: string, isAlwaysThere: boolean]>([
    [get('book { id @nonNull }'), 'id', true],
    [get('book { id }'), 'id', false],
    [get('book { author @nonNull { name @nonNull } }'), 'author.name', true],
    [get('book { author { name @nonNull } }'), 'author.name', false],
    [get('book { author @unwrap @nonNull { name @nonNull } }'), 'author', true],
    [get('book { author @spread @nonNull { name @nonNull } }'), 'name', true],
    [get('book { author @spread { name @nonNull } }'), 'name', false],
    [get('book { id @wrap(as: "key") @nonNull }'), 'id.key', true],
    [get('book { id @template(value: "b-{}") @nonNull }'), 'id', true],
    [get('book { id @nonNull link: __typename @template(value: "/b/{id}") }'), 'link', true],
    [get('book { id @nonNull @include(if: $more) name }', '', '($more: Boolean = false @expand)'), 'id', false],
    [get('book { tags @nonNull }'), 'tags', true],
    [get('book { ... @wrap(as: "meta") { note @nonNull } id }'), 'meta.note', true],
  ])('%j: whether "%s" is always there is %j', (documents, path, isAlwaysThere) => {
    const { result } = compileOne(schema, documents);
    expect(findProperty(result.body, path.split('.'))?.isAlwaysThere).toBe(isAlwaysThere);
  });

  test('an object of a type that nothing is selected of is null nevertheless', () => {
    const { body } = compileOne(schema, get('book { id } named @nonNull { ... on Book { id } }')).result;
    expect(findProperty(body, ['named'])?.isAlwaysThere).toBe(false);
  });

  test('null on the way to the response is 404, whatever the conventions say', () => {
    const missing = (document: string) =>
      compileOne(schema, listing(['Query.*', 'Payload.*'], document)).result.canBeMissing;
    expect(missing(get('book { id }'))).toBe(true);
    expect(missing('mutation m @endpoint(method: POST, path: "/b") { save @unwrap { book { id } } }')).toBe(true);
    expect(missing(get('page @paginate(styles: [PAGE]) { id }'))).toBe(false);
  });

  test('a version has the list of the one before it, unless it has its own', () => {
    const { versions } = compileDocuments(schema, {
      ...listing(['Book.id'], get('book { id name }')),
      'v2/conventions.json': '{"expand": "with"}',
      'v3/conventions.json': '{"nonNull": ["Book.name"]}',
    });
    expect(versions.map(({ endpoints }) => endpoints[0]!.result.nonNulls?.map(({ coordinate }) => coordinate))).toEqual(
      [['Book.id'], ['Book.id'], ['Book.name']],
    );
  });
});

describe('inputs that are never null', () => {
  const save = (variables: string, input: string, more = '') =>
    `mutation m(${variables}) @endpoint(method: POST, path: "/b"${more}) { save(input: ${input}) @unwrap { book { id } } }`;

  test('input fields may be absent, but not null; one with a default of null may be null', () => {
    const documents = listing(['BookInput.*'], save('$input: BookInput!', '$input', ', body: "input"'));
    const { inputs } = compileDocuments(schema, documents).versions[0]!.types;
    expect(inputs['BookInput']!.fields.map(({ name, type, required }) => [name, type, required])).toEqual([
      ['id', 'ID!', true],
      ['name', 'String!', false],
      ['note', 'String', false],
      ['pages', '[Int]!', false],
      ['place', 'Place!', false],
    ]);
    expect(inputs['Place']!.fields).toMatchObject([{ name: 'row', type: 'Int' }]);
  });

  test.each<[variables: string, input: string, types: string[]]>([
    ['$id: ID!, $name: String', '{ id: $id, name: $name }', ['ID!', 'String!']],
    ['$id: ID!, $name: String = null', '{ id: $id, name: $name }', ['ID!', 'String']],
    ['$id: ID!, $name: String @nonNull', '{ id: $id, name: $name }', ['ID!', 'String!']],
    ['$id: ID!, $page: Int', '{ id: $id, pages: [$page] }', ['ID!', 'Int']],
    ['$id: ID!, $place: Place', '{ id: $id, place: $place }', ['ID!', 'Place!']],
    ['$id: ID!, $row: Int', '{ id: $id, place: { row: $row } }', ['ID!', 'Int']],
  ])('variables %s that fill %s have the types %j', (variables, input, types) => {
    const { parameters } = compileOne(schema, listing(['BookInput.*'], save(variables, input)));
    expect(parameters.map(({ type }) => type)).toEqual(types);
  });
});

describe('@nonNull is refused', () => {
  const leads = (name: string) =>
    `@nonNull is on "${name}", which leads to the response: null there is 404. Write it on a field of the response, or remove it.`;
  const unsent = '@nonNull has no effect on a field that is not sent. Remove it.';
  testFaults(schema, [
    ['on the response', get('book ▶@nonNull { id }'), leads('book')],
    [
      'on the way to the response',
      'mutation m @endpoint(method: POST, path: "/b") { save @unwrap { book ▶@nonNull { id } } }',
      leads('book'),
    ],
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
    [
      'on one of two selections',
      get('book { id ...F } } fragment F on Book { ▶id @nonNull'),
      '"id" is selected more than once, with different directives. Write the same directives on each.',
    ],
  ]);
});
