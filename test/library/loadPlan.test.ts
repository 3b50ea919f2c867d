import { rmSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { afterAll, describe, expect, it, test } from 'vitest';
import { loadPlan } from '../../src/gateway/server.ts';
import { toySchema } from '../vocabulary/support/toy.ts';
import { folderOf } from './support/folderOf.ts';

const folder = folderOf({
  'v1/getBook.graphql':
    'query getBook($id: SafeInt!) @endpoint(method: GET, path: "/books/{id}") { book(id: $id) { title genre } }',
});
afterAll(() => rmSync(folder, { recursive: true }));
const plan = loadPlan({ endpoints: folder }, toySchema);
const INVALID = 'The plan is not valid; expected the JSON that "portico build" writes.';
const built = () => JSON.parse(JSON.stringify(plan)) as Record<string, unknown>;

describe('a built plan', () => {
  it('is the plan of its documents', () => {
    expect(loadPlan({ plan: built() }, toySchema)).toEqual(plan);
  });

  test.each<[string, unknown, string | RegExp]>([
    ['null', null, INVALID],
    ['a text', '1', INVALID],
    ['one without versions', { format: 1 }, INVALID],
    ['one whose versions are no list', { format: 1, versions: {} }, INVALID],
    ['one whose format is a text', { format: '1', versions: [] }, INVALID],
    [
      'another format',
      { ...built(), format: 99 },
      /^The plan has format 99, but this version of Portico requires format \d+; run "portico build" again\.$/,
    ],
  ])('is refused as %s', (_, json, problem) => {
    expect(() => loadPlan({ plan: json }, toySchema)).toThrow(problem);
  });
});

const sdl = `
  directive @requiresScopes(scopes: [[String!]!]!) on OBJECT | FIELD_DEFINITION
  type Query { user(id: ID!): User thing: Thing }
  type Mutation { add(input: AddInput!): User }
  type User { name: String! role: Role unused: Int }
  type Robot { name: String! }
  union Thing = User | Robot
  enum Role { ADMIN GUEST }
  input AddInput { name: String! role: Role = GUEST }
`;
const documents = {
  'v1/a.graphql': 'query user($id: ID!) @endpoint(method: GET, path: "/u/{id}") { user(id: $id) { name role } }',
  'v1/b.graphql':
    'query thing @endpoint(method: GET, path: "/t") { thing { ... on User { name } ... on Robot { name } } }',
  'v1/c.graphql':
    'mutation add($input: AddInput!) @endpoint(method: POST, path: "/u", body: "input") { add(input: $input) { name } }',
};

/** The sentences for this schema, of the plan of the documents over the first one. */
function misfitsOf(text: string, json: unknown = planOfSdl): string[] {
  try {
    loadPlan({ plan: json }, buildSchema(text));
    return [];
  } catch (error) {
    const [head, ...misfits] = (error as Error).message.split('\n');
    expect(head).toBe('The schema does not fit the plan; run portico build again.');
    return misfits;
  }
}
function planOf(files: Readonly<Record<string, string>>, text: string): unknown {
  const endpoints = folderOf(files);
  const json = JSON.stringify(loadPlan({ endpoints }, buildSchema(text)));
  rmSync(endpoints, { recursive: true });
  return JSON.parse(json);
}
const planOfSdl = planOf(documents, sdl);

describe('a schema of the API of a built plan', () => {
  test.each<[what: string, text: string, replacement: string]>([
    ['as it was', 'type Query', 'type Query'],
    ['with an unused field that changes', 'unused: Int', 'unused: String'],
    ['without an unused field', 'unused: Int', ''],
    ['with an optional argument more', 'user(id: ID!)', 'user(id: ID!, more: Int)'],
    ['with an argument more that has a default', 'user(id: ID!)', 'user(id: ID!, more: Int! = 1)'],
    ['with an optional input field more', 'input AddInput {', 'input AddInput { more: Int'],
    ['with a required argument of an unused field', 'unused: Int', 'unused(more: Int!): Int'],
    ['with the values of an enum in another order', 'ADMIN GUEST', 'GUEST ADMIN'],
    ['with the types of a union in another order', 'User | Robot', 'Robot | User'],
  ])('%s fits', (_, text, replacement) => {
    expect(misfitsOf(sdl.replace(text, replacement))).toEqual([]);
  });

  test.each<[text: string, replacement: string, ...misfits: string[]]>([
    ['user(id: ID!)', 'user(id: Int!)', 'Query.user(id:) is Int! in this schema; the plan was built for ID!.'],
    ['user(id: ID!)', 'user', 'Query.user(id:) does not exist in this schema; the plan was built for ID!.'],
    ['user(id: ID!)', 'account(id: ID!)', 'Query.user does not exist in this schema; the plan was built for User.'],
    [
      'type User { name: String!',
      'type User { name: String! @requiresScopes(scopes: [["users"]])',
      'User.name is String! @requiresScopes(scopes: [["users"]]) in this schema; the plan was built for String!.',
    ],
    [
      'ADMIN GUEST',
      'ADMIN GUEST OWNER',
      'Role is enum { ADMIN GUEST OWNER } in this schema; the plan was built for enum { ADMIN GUEST }.',
    ],
    ['User | Robot', 'User', 'Thing is union { User } in this schema; the plan was built for union { Robot User }.'],
    [
      'role: Role = GUEST',
      'role: Role = ADMIN',
      'AddInput.role is Role = ADMIN in this schema; the plan was built for Role = GUEST.',
    ],
    [
      'input AddInput {',
      'input AddInput { more: Int!',
      'AddInput.more is required in this schema; the plan was built without it.',
    ],
    [
      'user(id: ID!)',
      'user(id: ID!, tenant: ID!)',
      'Query.user(tenant:) is required in this schema; the plan was built without it.',
    ],
    [
      'type Mutation { add(input: AddInput!): User }',
      '',
      'Mutation does not exist in this schema; the plan was built for mutation type.',
    ],
  ])('with %j as %j does not fit', (text, replacement, ...misfits) => {
    expect(misfitsOf(sdl.replace(text, replacement))).toEqual(misfits);
  });
  const types = `directive @authenticated on OBJECT | FIELD_DEFINITION
    type Query { named(choice: Choice, filter: Filter = { genre: A, limit: 1 }): Named }
    interface Named { names: [String!]! }
    type One implements Named @authenticated { names: [String!]! one: Int @deprecated }
    type Two { two: Int }
    enum Genre { A B }
    input Filter { genre: Genre = B, limit: Int! }
    input Choice @oneOf { a: Int b: Int }`;
  const planOfTypes = planOf(
    {
      'v1/a.graphql': `query a($choice: Choice, $filter: Filter = { limit: 2 }) @endpoint(method: GET, path: "/a") {
        named(choice: $choice, filter: $filter) { names ... on One { one } } }`.replace('GET', 'POST'),
    },
    types,
  );
  test.each<[text: string, replacement: string, ...misfits: string[]]>([
    ['one: Int @deprecated', 'one: Int'],
    [
      '{ names: [String!]! }',
      '{ names: [String!] }',
      'Named.names is [String!] in this schema; the plan was built for [String!]!.',
    ],
    [
      'type Two {',
      'type Two implements Named { names: [String!]!',
      'Named is interface { One Two } in this schema; the plan was built for interface { One }.',
    ],
    [' @authenticated {', ' {', 'One is type in this schema; the plan was built for type @authenticated.'],
    ['input Choice @oneOf', 'input Choice', 'Choice is input in this schema; the plan was built for input @oneOf.'],
    [
      'genre: A, limit: 1',
      'genre: B, limit: 1',
      'Query.named(filter:) is Filter = {genre: B, limit: 1} in this schema; the plan was built for Filter = {genre: A, limit: 1}.',
    ],
  ])('with %j as %j, which has directives, defaults and interfaces', (text, replacement, ...misfits) => {
    expect(misfitsOf(types.replace(text, replacement), planOfTypes)).toEqual(misfits);
  });
  test('that lacks all is reported by its types alone', () => {
    const misfits = misfitsOf('type Root { a: Int } schema { query: Root }');
    expect(misfits.map((each) => each.split(' ')[0])).toEqual([
      'AddInput',
      'Mutation',
      'Query',
      'Robot',
      'Role',
      'Thing',
      'User',
    ]);
  });
});

describe('what a plan needs of a schema', () => {
  const library = `
  directive @requiresScopes(scopes: [[String!]!]!) on OBJECT | FIELD_DEFINITION
  type Query {
    book(id: ID!, at: Date, in: Genre, unused: Int): Book named: Named thing: Thing find(filter: Filter, filters: [Filter!]): Int
  }
  type Mutation { add(title: String = "x"): Book }
  interface Named { name: String owner: Named }
  type Book implements Named @requiresScopes(scopes: [["books"]]) {
    name: String @requiresScopes(scopes: [["names"]]) owner: Named genre: Genre unused: Int
  }
  type Shelf implements Named { name: String owner: Named }
  type Reel { box: Int }
  union Thing = Book | Reel
  enum Genre { FICTION FACT }
  scalar Date
  input Filter { and: [Filter!] genre: Genre other: Other text: String = "all" }
  input Other { date: Date! }
`;
  const genre = { Genre: 'enum { FACT FICTION }' };
  const ofBook = { Book: 'type @requiresScopes(scopes: [["books"]])', 'Book.genre': 'Genre', ...genre };
  const reads = { Query: 'query type' };

  test.each<[operation: string, coordinates: Record<string, string>]>([
    [
      'mutation q($t: String) @E { add(title: $t) { genre } }',
      { Mutation: 'mutation type', 'Mutation.add': 'Book', 'Mutation.add(title:)': 'String = "x"', ...ofBook },
    ],
    [
      'query q @E { book(id: "1", at: "2", in: FACT) { genre } named { name } thing { ... on Reel { box } ...F } } fragment F on Book { genre }',
      {
        ...reads,
        'Query.book': 'Book',
        'Query.book(id:)': 'ID!',
        'Query.book(at:)': 'Date',
        'Query.book(in:)': 'Genre',
        Date: 'scalar',
        ...ofBook,
        'Query.named': 'Named',
        Named: 'interface { Book Shelf }',
        'Named.name': 'String',
        'Book.name': 'String @requiresScopes(scopes: [["names"]])',
        Shelf: 'type',
        'Shelf.name': 'String',
        'Query.thing': 'Thing',
        Thing: 'union { Book Reel }',
        Reel: 'type',
        'Reel.box': 'Int',
      },
    ],
    [
      'query q @E { find(filters: [{ and: { text: "a" } }], filter: { other: { date: "1" } }) }',
      {
        ...reads,
        'Query.find': 'Int',
        'Query.find(filters:)': '[Filter!]',
        'Query.find(filter:)': 'Filter',
        Filter: 'input',
        'Filter.and': '[Filter!]',
        'Filter.text': 'String = "all"',
        'Filter.other': 'Other',
        Other: 'input',
        'Other.date': 'Date!',
        Date: 'scalar',
      },
    ],
    [
      'query q($f: [Filter!]) @E { find(filters: $f) }',
      {
        ...reads,
        'Query.find': 'Int',
        'Query.find(filters:)': '[Filter!]',
        Filter: 'input',
        'Filter.and': '[Filter!]',
        'Filter.genre': 'Genre',
        'Filter.other': 'Other',
        'Filter.text': 'String = "all"',
        ...genre,
        Other: 'input',
        'Other.date': 'Date!',
        Date: 'scalar',
      },
    ],
  ])('is what it uses, in alphabetical order: %s', (operation, coordinates) => {
    const endpoints = folderOf({ 'v1/a.graphql': operation.replace('@E', '@endpoint(method: POST, path: "/a")') });
    const needed = loadPlan({ endpoints }, buildSchema(library)).coordinates;
    rmSync(endpoints, { recursive: true });
    expect(needed).toEqual(coordinates);
    expect(Object.keys(needed)).toEqual(Object.keys(needed).toSorted());
  });
});
