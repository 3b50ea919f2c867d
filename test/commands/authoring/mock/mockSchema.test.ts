// Every endpoint of the examples and of the service itself, over mock data; and schemas of code.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  GraphQLEnumType,
  GraphQLID,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  buildSchema,
  graphqlSync,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { mockSchema } from '../../../../src/authoring/mock/mockSchema.ts';
import { listScopes } from '../../../../src/gateway/guard/access/requiredAccess.ts';
import { compileApi } from '../../../../src/gateway/compile/compileApi.ts';
import { DEFAULT_CONVENTIONS } from '../../../../src/gateway/plan/conventions/defaultConventions.ts';
import { composeSchema } from '../../../../src/service/composeSchema.ts';
import { requestEveryEndpoint } from '../dev/support/requestEveryEndpoint.ts';
import { executeMocked } from './support/executeMocked.ts';

const folder = (name: string) => fileURLToPath(new URL(`../../../../${name}`, import.meta.url));

describe('mockSchema', () => {
  test.each(['conduit', 'google-style', 'jsonapi-style', 'stripe-style', 'zalando-style'])(
    'each endpoint of examples/%s answers as its OpenAPI document says',
    async (name) => {
      const schema = buildSchema(readFileSync(folder(`examples/${name}/schema.graphql`), 'utf8'));
      const endpoints = folder(`examples/${name}/endpoints`);
      const { conventions } = compileApi(endpoints, schema).versions[0]!;
      const { requests, faults } = await requestEveryEndpoint(mockSchema(schema, conventions), endpoints);
      expect(faults).toEqual([]);
      expect(requests).toBeGreaterThan(4);
    },
  );

  test('a value that does not fit its document would be found', async () => {
    const schema = buildSchema(readFileSync(folder('examples/conduit/schema.graphql'), 'utf8'));
    const mocked = mockSchema(schema, DEFAULT_CONVENTIONS);
    const article = mocked.getType('Article') as GraphQLObjectType;
    article.getFields()['createdAt']!.resolve = () => 'yesterday';
    const { faults } = await requestEveryEndpoint(mocked, folder('examples/conduit/endpoints'));
    expect(faults).toContainEqual(expect.stringMatching(/^GET \/articles\/\{slug\}: .*must match format "date-time"/));
  });

  test('the directives of access can be read of the mocked schema', () => {
    const { schema } = composeSchema();
    expect(listScopes(schema)).toContain('users:read');
    expect(listScopes(mockSchema(schema, DEFAULT_CONVENTIONS))).toEqual(listScopes(schema));
  });

  test('resolvers and type checks of a schema of code have no effect, and its enums and scalars are its own', () => {
    const status = new GraphQLEnumType({ name: 'Status', values: { OPEN: { value: 17 } } });
    const cents = new GraphQLScalarType({
      name: 'Cents',
      serialize: (value) => {
        if (typeof value !== 'number') throw new TypeError('Cents must be a number.');
        return value;
      },
    });
    const fail = () => {
      throw new Error('A resolver was called.');
    };
    const order = new GraphQLObjectType({
      name: 'Order',
      isTypeOf: () => false,
      fields: { id: { type: GraphQLID }, status: { type: status, resolve: fail }, total: { type: cents } },
    });
    const schema = new GraphQLSchema({
      query: new GraphQLObjectType({
        name: 'Query',
        fields: { order: { type: order, args: { id: { type: GraphQLID }, status: { type: status } }, resolve: fail } },
      }),
    });
    const source = '{ order(id: "7", status: OPEN) { id status total } }';
    expect(graphqlSync({ schema: mockSchema(schema, DEFAULT_CONVENTIONS), source })).toEqual({
      data: { order: { id: '7', status: 'OPEN', total: expect.any(Number) } },
    });
    expect(graphqlSync({ schema, source }).errors).toHaveLength(1);
  });

  test('each endpoint of the service answers as its OpenAPI document says', async () => {
    const { schema } = composeSchema();
    const endpoints = folder('schema/rest');
    const { conventions } = compileApi(endpoints, schema).versions[0]!;
    const { requests, faults } = await requestEveryEndpoint(mockSchema(schema, conventions), endpoints);
    expect(faults).toEqual([]);
    expect(requests).toBeGreaterThan(20);
  });
});

const execute = executeMocked(/* GraphQL */ `
  interface Node {
    id: ID!
  }
  interface Named {
    name: String!
  }
  type Order implements Node {
    id: ID!
    total: Float!
  }
  type Product implements Node & Named {
    id: ID!
    name: String!
  }
  type User implements Node & Named {
    id: ID!
    name: String!
  }
  union Hit = Product | User
  type Query {
    node(id: ID!): Node
    hits: [Hit!]!
    actor: Named
  }
`);

describe('resolveType', () => {
  test('the type is the one that the operation selects fields of', () => {
    expect(execute('{ node(id: "7") { ... on Product { id name } } }').node).toEqual({ id: '7', name: 'Product 7' });
    expect(execute('{ node(id: "7") { id ...U } } fragment U on User { __typename }').node).toEqual({
      id: '7',
      __typename: 'User',
    });
  });

  test('of an interface it is one that implements it, and else the first', () => {
    expect(execute('{ node(id: "7") { ... on Named { name } __typename } }').node.__typename).toBe('Product');
    expect(execute('{ node(id: "7") { __typename } }').node.__typename).toBe('Order');
  });

  test('a list has all types that are selected', () => {
    const { hits } = execute('{ hits { __typename ... on User { id } ... on Product { id } } }');
    expect(hits).toEqual([
      { __typename: 'Product', id: '1' },
      { __typename: 'User', id: '2' },
      { __typename: 'Product', id: '3' },
    ]);
    expect(execute('{ hits { ... on User { __typename } } }').hits).toEqual(Array(3).fill({ __typename: 'User' }));
  });
});
