import { buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { withSchemaFaults } from '../../../src/gateway/base/errors/Diagnostic.ts';
import { compileDocuments, compileOne } from './support/compileDocuments.ts';
import { faultsOf, testFaults } from '../support/faults.ts';

const schema = `
  directive @requiresScopes(scopes: [[String!]!]!) on FIELD_DEFINITION
  type Query { book(id: ID): Book books(first: Int, after: String, offset: Int): Books! odd(first: Int, after: String): Odd! }
  type Mutation { add(title: String): Book! touch: String complain: String }
  type Book { id: ID! title: String }
  type Books { nodes: [Book!]! pageInfo: PageInfo! totalCount: Int! @requiresScopes(scopes: [["books:count"]]) }
  type PageInfo { hasNextPage: Boolean! endCursor: String @requiresScopes(scopes: [["books:page"]]) }
  type Odd { nodes: [Book!]! pageInfo: OddInfo! }
  type OddInfo { hasNextPage: Boolean! }
`;
const get = (selection: string, more = '', variables = '') =>
  `query get${variables} @endpoint(method: GET, path: "/b"${more}) { ${selection} }`;
const post = (selection: string, more = '', variables = '') =>
  `mutation m${variables} @endpoint(method: POST, path: "/b"${more}) { ${selection} }`;

describe('a plan', () => {
  test('of a query', () => {
    const plan = compileOne(
      schema,
      `"Gets a book."
query getBook($id: ID!, $title: Boolean = false @expand) @endpoint(method: GET, path: "/books/{id}:it", maxAge: 5, deprecated: "2027-01-31", sunset: "2028-01-31") {
  book(id: $id) { id title @include(if: $title) }
}`,
    );
    expect({ ...plan, source: undefined, result: plan.result.dataPath }).toEqual({
      name: 'getBook',
      description: 'Gets a book.',
      method: 'GET',
      path: '/books/{id}:it',
      segments: [
        { names: [], texts: ['books'] },
        { names: ['id'], texts: ['', ':it'] },
      ],
      status: 200,
      operationType: 'query',
      auth: 'REQUIRED',
      operations: {
        UNPAGED: `query getBook($id: ID!, $title: Boolean = false) {
  book(id: $id) {
    id
    title @include(if: $title)
  }
}`,
      },
      parameters: [{ name: 'id', variable: 'id', source: 'path', type: 'ID!', required: true, constraints: {} }],
      expands: [{ name: 'title', variables: ['title'] }],
      result: ['book'],
      scopes: [],
      deprecated: '2027-01-31',
      sunset: '2028-01-31',
      maxAge: 5,
    });
  });
  test('of a mutation', () => {
    const plan = compileOne(
      schema,
      post('add(title: $t) { id }', ', status: 201, location: "/b/{id}"', '($t: String)'),
    );
    expect(plan).toMatchObject({
      method: 'POST',
      status: 201,
      operationType: 'mutation',
      location: ['/b/', { property: ['id'] }],
    });
    for (const absent of ['description', 'lookup', 'page', 'deprecated', 'sunset', 'maxAge']) {
      expect(plan).not.toHaveProperty(absent);
    }
  });
  test('of a page requires the scopes of every variant', () => {
    const scopesOf = (directive: string) =>
      compileOne(schema, get(`books ${directive} { nodes { id } }`)).scopes.map(({ anyOf }) => anyOf[0]![0]);
    expect(scopesOf('@paginate')).toEqual(['books:count', 'books:page']);
    expect(scopesOf('@paginate(styles: [CURSOR])')).toEqual(['books:page']);
    expect(scopesOf('@paginate(styles: [PAGE])')).toEqual(['books:count']);
    expect(scopesOf('@paginate(styles: [CURSOR, PAGE])')).toEqual(['books:page', 'books:count']);
  });
  test('has the response keys of the conventions', () => {
    const plan = compileOne('type Query { aBook: ABook } type ABook { itsTitle: String }', {
      'conventions.json': '{"case": "snake_case"}',
      'v1/a.graphql': get('aBook { itsTitle other: itsTitle }'),
    });
    expect(plan.operations.UNPAGED).toContain('a_book: aBook {\n    its_title: itsTitle\n    other: itsTitle');
    expect(plan.result).toMatchObject({
      dataPath: ['a_book'],
      body: { properties: [{ key: 'its_title' }, { key: 'other' }] },
    });
  });
  test('marks what can be an error by its type', () => {
    const union = 'type Query { r: R } union R = A | B type A { a: Int } type B { message: String }';
    const { UNPAGED } = compileOne(union, get('r { ... on A { a } ... on B @error { message } }')).operations;
    expect(UNPAGED).toContain('r {\n    _type: __typename\n    ... on A');
  });
  test('adds the coordinates of its operations and of its lookup', () => {
    const { coordinates } = compileDocuments(
      schema,
      `query l { book { title @export(as: "t") } }\n${post('add(title: $t) { id }', '', '($t: String!)')}`,
    );
    expect(Object.keys(coordinates)).toEqual([
      'Book',
      'Book.id',
      'Book.title',
      'Mutation',
      'Mutation.add',
      'Mutation.add(title:)',
      'Query',
      'Query.book',
    ]);
    const paged = compileDocuments(schema, get('books @paginate { nodes { id } }')).coordinates;
    expect(Object.keys(paged)).toEqual(
      expect.arrayContaining([
        'Query.books(first:)',
        'Query.books(after:)',
        'Query.books(offset:)',
        'Books.totalCount',
      ]),
    );
  });
});

describe('an endpoint is refused', () => {
  testFaults(schema, [
    [
      'with a connection that cannot be paged',
      get('odd @paginate(styles: ▶[CURSOR]) { nodes { id } }'),
      'OddInfo! has no field "endCursor", which @paginate needs. Remove the styles that need it, or add the field to the schema.',
    ],
  ]);
});

describe('compileSource', () => {
  const sourceSchema = `
  type Query { book(id: ID): Book }
  type Book { id: ID! title: String author: Author! }
  type Author { name: String }
`;

  test('the source of an endpoint is its document as it is written, with what it spreads', () => {
    const { source } = compileOne(sourceSchema, {
      'v1/shapes/Title.graphql': '"A shape."\nfragment Title on Book { title }',
      'v1/shapes/Unused.graphql': 'fragment Unused on Book { id }',
      'v1/books/getBook.graphql': `# Gets one.
"Gets a book."
query getBook("Its id." $id: ID!) @endpoint(method: GET, path: "/b/{id}") { book(id: $id) { ...Title ...Own } }
fragment Own on Book { author @unwrap { name } }`,
    });
    expect({ ...source, file: source.file.replace(/.*compile-\w+\//, '') }).toEqual({
      file: 'v1/books/getBook.graphql',
      line: 2,
      text: `query getBook(
"Its id."
$id: ID!
) @endpoint(method: GET, path: "/b/{id}") {
  book(id: $id) {
    ...Title
    ...Own
  }
}

fragment Title on Book {
  title
}

fragment Own on Book {
  author @unwrap {
    name
  }
}`,
      shapes: { Title: expect.stringMatching(/v1\/shapes\/Title\.graphql$/) as string },
    });
  });
});

describe('a part of the schema that is not valid', () => {
  const faulty = buildSchema(schema);
  const fault = { file: 'schema.graphql', line: 3, column: 1, message: 'There are two.', hint: '' };
  faulty.extensions = withSchemaFaults({}, [{ ...fault, coordinates: ['Book.isbn', 'Book.title'] }]);

  test('is refused where an operation uses it', () => {
    expect(faultsOf(faulty, get('▶book { title }'))).toEqual([
      'v1/a.graphql:1:1: get uses Book.title, which is not valid in the schema: schema.graphql:3:1: There are two. Correct the schema.',
    ]);
  });

  test('is a warning where none does', () => {
    expect(compileDocuments(faulty, get('book { id }')).warnings).toEqual(['schema.graphql:3:1: There are two.']);
  });
});
