import {
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLObjectType,
  GraphQLSchema,
  buildSchema,
  extendSchema,
  parse,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { accessDirectives, defineCoordinate, findMisfits } from '../../../src/gateway/plan/coordinates.ts';
import { compileDocuments } from '../support/compileDocuments.ts';

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
const misfitsOf = (schema: string) => findMisfits(compileDocuments(sdl, documents), buildSchema(schema));

describe('a schema', () => {
  test.each<[what: string, text: string, replacement: string]>([
    ['as it was', 'type Query', 'type Query'],
    ['with an unused field that changes', 'unused: Int', 'unused: String'],
    ['without an unused field', 'unused: Int', ''],
    ['with a field more', 'unused: Int', 'unused: Int, more: String'],
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
    [
      'type User { name: String!',
      'type User { name: Int',
      'User.name is Int in this schema; the plan was built for String!.',
    ],
    ['user(id: ID!)', 'user(id: Int!)', 'Query.user(id:) is Int! in this schema; the plan was built for ID!.'],
    ['user(id: ID!)', 'user', 'Query.user(id:) does not exist in this schema; the plan was built for ID!.'],
    ['user(id: ID!)', 'account(id: ID!)', 'Query.user does not exist in this schema; the plan was built for User.'],
    [
      'type User {',
      'type User @requiresScopes(scopes: [["users"]]) {',
      'User is type @requiresScopes(scopes: [["users"]]) in this schema; the plan was built for type.',
    ],
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

const schema = buildSchema(`
  directive @requiresScopes(scopes: [[String!]!]!) on OBJECT | FIELD_DEFINITION | ENUM
  type Query { book(id: ID!, genre: Genre! = FACT, filter: Filter = { genre: FACT, limit: 1 }): Book named: Named thing: Thing choice(c: Choice): Int }
  type Mutation { add: Int! @requiresScopes(scopes: [["write"]]) }
  type Book implements Named @requiresScopes(scopes: [["read"]]) { name: String genres: [Genre!]! }
  type Author implements Named { name: String }
  interface Named { name: String }
  union Thing = Book | Author
  enum Genre @requiresScopes(scopes: [["g"]]) { FICTION FACT }
  scalar Date
  input Filter { genre: Genre = FICTION limit: Int! date: Date }
  input Choice @oneOf { a: Int b: Int }
`);

describe('defineCoordinate', () => {
  test.each<[coordinate: string, definition: string | undefined]>([
    ['Query', 'query type'],
    ['Mutation', 'mutation type'],
    ['Author', 'type'],
    ['Book', 'type @requiresScopes(scopes: [["read"]])'],
    ['Named', 'interface { Author Book }'],
    ['Thing', 'union { Author Book }'],
    ['Genre', 'enum { FACT FICTION } @requiresScopes(scopes: [["g"]])'],
    ['Date', 'scalar'],
    ['Filter', 'input'],
    ['Choice', 'input @oneOf'],
    ['Book.name', 'String'],
    ['Book.genres', '[Genre!]!'],
    ['Mutation.add', 'Int! @requiresScopes(scopes: [["write"]])'],
    ['Query.book(id:)', 'ID!'],
    ['Query.book(genre:)', 'Genre! = FACT'],
    ['Query.book(filter:)', 'Filter = {genre: FACT, limit: 1}'],
    ['Filter.genre', 'Genre = FICTION'],
    ['Filter.limit', 'Int!'],
    ['Genre.FACT', undefined],
    ['Nothing', undefined],
    ['Nothing.name', undefined],
    ['Book.nothing', undefined],
    ['Filter.nothing', undefined],
    ['Book.name(x:)', undefined],
    ['Book.nothing(x:)', undefined],
    ['Date.name', undefined],
  ])('%s is %s', (coordinate, definition) => {
    expect(defineCoordinate(schema, coordinate)).toBe(definition);
  });

  test('a schema without SDL is defined in the same way', () => {
    const filter = new GraphQLInputObjectType({ name: 'F', fields: { limit: { type: GraphQLInt, defaultValue: 3 } } });
    const query = new GraphQLObjectType({
      name: 'Query',
      fields: { a: { type: GraphQLInt, args: { f: { type: filter } } } },
    });
    const built = new GraphQLSchema({ query });
    expect(['Query.a', 'Query.a(f:)', 'F.limit'].map((each) => defineCoordinate(built, each))).toEqual([
      'Int',
      'F',
      'Int = 3',
    ]);
  });
});

describe('accessDirectives', () => {
  const extended = extendSchema(
    buildSchema(`
    directive @requiresScopes(scopes: [[String!]!]!) repeatable on OBJECT | FIELD_DEFINITION
    directive @authenticated on OBJECT | FIELD_DEFINITION
    type Query @tag(name: "x") {
      open: Int @deprecated
      known: Int @authenticated
      scoped: Int @requiresScopes(scopes: [["a", "b"], ["c"]])
      short: Int @requiresScopes(scopes: "a") @authenticated
    }
    directive @tag(name: String) on OBJECT
  `),
    parse('extend type Query @requiresScopes(scopes: [["d"]]) @authenticated { other: Int }'),
  );
  const query = extended.getType('Query') as GraphQLObjectType;

  test.each([
    ['open', []],
    ['known', ['@authenticated']],
    ['scoped', ['@requiresScopes(scopes: [["a","b"],["c"]])']],
    ['short', ['@authenticated', '@requiresScopes(scopes: [["a"]])']],
  ])('the access to the field %s is restricted by %j', (name, directives) => {
    expect(accessDirectives(query.getFields()[name]!)).toEqual(directives);
  });

  test('the access to a type is restricted by its extensions too', () => {
    expect(accessDirectives(query)).toEqual(['@authenticated', '@requiresScopes(scopes: [["d"]])']);
    expect(accessDirectives({})).toEqual([]);
  });
});
