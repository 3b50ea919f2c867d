import { GraphQLInputObjectType, GraphQLInt, GraphQLObjectType, GraphQLSchema, buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { defineCoordinate } from '../../../../src/gateway/plan/defineCoordinate.ts';

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
