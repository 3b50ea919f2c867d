import { describe, expect, test } from 'vitest';
import { ask } from '../support/ask.ts';
import { describedOperation, typeText } from '../support/described.ts';
import { faultsOf, testFaults } from '../support/faults.ts';

const schema = `
  directive @requiresScopes(scopes: [[String!]!]!) on FIELD_DEFINITION
  type Query { book(id: ID, at: Int!): Book @requiresScopes(scopes: [["books:read"]]) }
  type Mutation { move(bookId: ID, to: Int): Book }
  type Book { id: ID! }
`;
const endpoint =
  'mutation m($bookId: ID!, $to: Int) @endpoint(method: POST, path: "/m/{key}") { move(bookId: $bookId, to: $to) { id } }';
const lookup = 'query l($key: ID!, $to: Int = 1) { book(id: $key, at: $to) { ...F } }';
const fragment = 'fragment F on Book { id @export(as: "bookId") }';
const whole = `"Finds it."\n${lookup}\n${endpoint}\n${fragment}`;

describe('a lookup', () => {
  test('is executed before the operation, which has what it exports', async () => {
    const root = { book: { id: '7' }, move: ({ bookId }: { bookId: string }) => ({ id: bookId }) };
    const headers = { authorization: 'books:read' };
    const { body, executed } = await ask(schema, whole, 'POST /v1/m/a', { root, headers, body: {} });
    expect([body, executed]).toEqual([
      { id: '7' },
      [
        'query l($key: ID!, $to: Int = 1) { book(id: $key, at: $to) { ...F } } fragment F on Book { id }',
        'mutation m($bookId: ID!, $to: Int) { move(bookId: $bookId, to: $to) { id } }',
      ],
    ]);
  });
  test('has its variables among the parameters, not null where it cannot be, and its scopes among those of the endpoint', () => {
    const { parameters, requestBody, ...operation } = describedOperation(schema, whole);
    expect(parameters!.filter((each) => each.in !== 'header').map(({ name, in: source }) => [name, source])).toEqual([
      ['key', 'path'],
    ]);
    expect(typeText(requestBody!.content['application/json']!.schema)).toBe('{ to?: integer }');
    expect(operation['x-scopes']).toEqual([['books:read']]);
  });
  test('can have no variables', () => {
    const none = `query l { book(at: 1) { id @export(as: "bookId") } }\n${endpoint.replace('/{key}', '')}`;
    expect(faultsOf(schema, none)).toEqual([]);
  });
});

describe('a lookup is refused', () => {
  const path = 'The path "m" must begin with a slash, and not end with one. Write a path such as "/users/{id}".';
  testFaults(schema, [
    [
      'with a shape that does not exist, whatever else is wrong',
      `query l { book(at: 1) { ...▶G } }\n${endpoint.replace('"/m/{key}"', '"/m"')}`,
      'Unknown shape "G". Add the file shapes/G.graphql with "fragment G on …".',
    ],
  ]);
  test('beside what is wrong with the endpoint', () => {
    const documents = `query l { book(at: 1) { titel } }\n${endpoint.replace('"/m/{key}"', '"m"')}`;
    const messages = faultsOf(schema, documents).map((each) => each.replace(/^\S+ /, ''));
    expect(messages).toHaveLength(2);
    expect(messages).toContain(path);
  });
});

describe('withLookup', () => {
  const lookupSchema = `
  type Query { book(key: ID): Book }
  type Mutation { move(bookId: ID, shelf: ID): Book }
  type Book { id: ID! shelf: ID! tags: [Book!]! }
`;
  const lookupQuery = 'query book($key: ID!) { book(key: $key) { ...Found } }';
  const shape = 'fragment Found on Book { id @export(as: "bookId") }';
  const lookupEndpoint = (name: string, variables = '$bookId: ID!', more = '') =>
    `${more}mutation m(${variables})\n@endpoint(method: POST, path: "/m/{key}", lookup: ▶"${name}") { move(bookId: $bookId) { id } }`;
  const files = { 'v1/lookups/book.graphql': lookupQuery, 'v1/shapes/Found.graphql': shape };

  test.each([
    ['that it names, in every version that has it', { 'v2/m.graphql': lookupEndpoint('book') }, '1'],
    [
      'of its version, though the endpoint is inherited',
      {
        'v1/m.graphql': lookupEndpoint('book'),
        'v2/lookups/book.graphql': lookupQuery.replace('...Found', 'shelf @export(as: "bookId")'),
      },
      '2',
    ],
  ])('a document runs the lookup %s', async (_, documents, id) => {
    const root = { book: { id: '1', shelf: '2' }, move: ({ bookId }: { bookId: string }) => ({ id: bookId }) };
    expect((await ask(lookupSchema, { ...files, ...documents }, 'POST /v2/m/a', { root })).body).toEqual({ id });
  });

  testFaults(lookupSchema, [
    [
      'refuses a lookup that the version lacks',
      { ...files, 'v1/m.graphql': lookupEndpoint('somethingElse') },
      'lookup "somethingElse" is not in lookups/. Known lookups are "book".',
    ],
    [
      'refuses a lookup where there are none',
      { 'v1/m.graphql': lookupEndpoint('book') },
      'lookup "book" is not in lookups/. Add the file lookups/book.graphql with "query book { … }".',
    ],
    [
      'refuses a lookup beside one in the file',
      { ...files, 'v1/m.graphql': `${shape}\n${lookupQuery}\n${lookupEndpoint('book')}` },
      'lookup "book" is beside the lookup query of the file. Remove one of the two.',
    ],
    [
      'reports what the endpoint lacks where it names the lookup',
      { ...files, 'v1/m.graphql': lookupEndpoint('book', '$bookId: ID') },
      'lookup "book": @export(as: "bookId") does not name a non-null variable of the endpoint\'s operation. Declare $bookId with a type that ends in "!".',
    ],
    [
      'reports a variable of another type at that of the endpoint',
      {
        ...files,
        'v1/m.graphql': lookupEndpoint('book', '$bookId: ID!, ▶$key: ID')
          .replace('lookup: ▶', 'lookup: ')
          .replace('/{key}', '')
          .replace('$bookId)', '$bookId, shelf: $key)'),
      },
      '$key is ID! in the lookup, but ID in the endpoint. Give both the same type.',
    ],
    [
      'does not resolve fragments of the file in a lookup of the version',
      { ...files, 'v1/m.graphql': `fragment ▶Found on Book { shelf }\n${lookupEndpoint('book').replace('▶', '')}` },
      'The fragment "Found" is never used. Spread it, or remove it.',
    ],
  ]);
});

describe('checkLookup', () => {
  const lookupSchema = `
  type Query { book(key: ID): Book }
  type Book { id: ID! tags: [Book!]! }
`;
  const lookupQuery = (selection: string) => ({
    'v1/a.graphql': 'query a @endpoint(method: GET, path: "/a") { book { id } }',
    'v1/lookups/book.graphql': `query book { book(key: 1) { ${selection} } }`,
  });

  testFaults(lookupSchema, [
    [
      'refuses an unknown field of a lookup that nothing runs',
      lookupQuery('▶ids'),
      'Cannot query field "ids" on type "Book". Did you mean "id"? The fields of Book are id, tags.',
    ],
    [
      'refuses a leaf of it that is not exported',
      lookupQuery('▶id'),
      '"id" of the lookup is not exported. Add @export(as: "…"), or remove it.',
    ],
    [
      'refuses words of the response in it',
      lookupQuery('id @export(as: "id") ▶@header(name: "X-Id")'),
      '@header has no effect in a lookup query, which is not part of the response. Remove it.',
    ],
  ]);
});

describe('checkExports', () => {
  const exportsSchema = `
  type Query { book: Book! }
  type Mutation { move(bookId: ID, kind: String, pages: Int): Book }
  type Book { id: ID! title: String pages: Int }
`;
  const move = (selection: string, variables: string, given = 'bookId: $bookId') =>
    `query l { book { ${selection} } }\nmutation m(${variables}) @endpoint(method: POST, path: "/m") { move(${given}) { id } }`;
  const nullable = (name: string) =>
    `@export(as: "${name}") does not name a non-null variable of the endpoint's operation. Declare $${name} with a type that ends in "!".`;

  describe('@export is refused', () => {
    testFaults(exportsSchema, [
      ['to a variable that does not exist', move('id @export(as: ▶"x")', '$bookId: ID!'), nullable('x')],
      ['to a nullable variable', move('id @export(as: ▶"bookId")', '$bookId: ID'), nullable('bookId')],
      [
        'to a variable of another type',
        move('pages @export(as: ▶"bookId")', '$bookId: ID!'),
        '"pages" has type Int, but $bookId has type ID!. Give both the same type.',
      ],
      [
        'to one variable twice',
        move('id @export(as: "bookId") again: id @export(as: ▶"bookId")', '$bookId: ID!'),
        '$bookId is exported more than once. Remove one @export.',
      ],
    ]);
  });

  describe('@export is accepted', () => {
    testFaults(exportsSchema, [
      ['of an ID to a text', move('id @export(as: "kind")', '$kind: String!', 'kind: $kind')],
      ['of a text to an ID', move('title @export(as: "bookId")', '$bookId: ID!')],
    ]);
  });
});

describe('collectExports', () => {
  const exportsSchema = `
  type Query { book(id: ID, name: [String]): Book shelf(at: Place): Shelf! }
  type Mutation { move(bookId: ID, shelfName: String, kind: String): Book }
  type Book { id: ID! shelf: Shelf! tags: [String!]! authors: [Author!] title: String }
  type Shelf { name: String! first: Book }
  type Author { name: String! }
  input Place { row: Int names: [String] }
`;
  const move = (exportingQuery: string, variables: string, given: string, fragments = '') => ({
    'v1/a.graphql': `${exportingQuery}
mutation m(${variables}) @endpoint(method: POST, path: "/m") { move(${given}) { id } }
${fragments}`,
  });

  describe('a lookup exports', () => {
    const shelf = { name: 'low' };
    const book = { id: '1', shelf: { ...shelf, __typename: 'Shelf' } };
    const root = { book, shelf, move: (given: object) => ({ title: JSON.stringify(given), shelf, id: '1', tags: [] }) };
    const returnTitle = (document: ReturnType<typeof move>) => ({
      'v1/a.graphql': document['v1/a.graphql'].replace(/\{ id \} \}/, '@unwrap { title } }'),
    });
    test.each<[promise: string, document: ReturnType<typeof move> & Record<string, string>, given: object]>([
      [
        'leaves',
        move(
          `query l($id: ID, $row: Int, $name: String) {
            it: book(id: $id, name: ["a", $name]) { key: id @export(as: "bookId") shelf { title: name @export(as: "kind") } }
            shelf(at: { row: $row, names: [$name] }) { name @export(as: "shelfName") }
          }`,
          '$bookId: ID!, $shelfName: String!, $kind: String!',
          'bookId: $bookId, shelfName: $shelfName, kind: $kind',
        ),
        { bookId: '1', shelfName: 'low', kind: 'low' },
      ],
      [
        'those of its fragments, and names of types',
        move(
          'query l { book { ...F shelf { ... { __typename @export(as: "kind") } } } }',
          '$bookId: ID!, $kind: String!',
          'bookId: $bookId, kind: $kind',
          'fragment F on Book { id @export(as: "bookId") }',
        ),
        { bookId: '1', kind: 'Shelf' },
      ],
      [
        'from the response keys that the conventions give',
        {
          ...move('query l { it: book { id @export(as: "bookId") } }', '$bookId: ID!', 'bookId: $bookId'),
          'conventions.json': '{"names": {"Book.id": "the_id"}}',
        },
        { bookId: '1' },
      ],
    ])('%s', async (_, document, given) => {
      const { body } = await ask(exportsSchema, { ...document, ...returnTitle(document) }, 'POST /v1/m', {
        root,
        body: {},
      });
      expect(JSON.parse(body as string)).toEqual(given);
    });
  });

  describe('a lookup is refused', () => {
    const used = ['$bookId: ID!', 'bookId: $bookId'] as const;
    const exported = 'id @export(as: "bookId")';
    testFaults(exportsSchema, [
      [
        'with a leaf that is not exported',
        move(`query l { book { ${exported} ▶title } }`, ...used),
        '"title" of the lookup is not exported. Add @export(as: "…"), or remove it.',
      ],
      [
        'with a list of scalars',
        move(`query l { book { ${exported} ▶mine: tags @export(as: "kind") } }`, ...used),
        '@export is not supported below "mine", which is a list. Look up one object.',
      ],
      [
        'with a condition',
        move(`query l($t: Boolean!) { ▶book @include(if: $t) { ${exported} } }`, ...used),
        '@export is not supported below "book", which has a condition. Remove the condition.',
      ],
      [
        'with a condition around a leaf',
        move(`query l($t: Boolean!) { book { ... @skip(if: $t) { ▶${exported} } } }`, ...used),
        '@export is not supported below "id", which has a condition. Remove the condition.',
      ],
    ]);
  });
});
