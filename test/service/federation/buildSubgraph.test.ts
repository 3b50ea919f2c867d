import { execute, graphql, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import type { Database, DatabaseClient } from '../../../src/service/database/Database.ts';
import { buildSubgraph } from '../../../src/service/federation/buildSubgraph.ts';
import { subgraphs } from './support/mergedSchema.ts';

describe.each(subgraphs())('the subgraph $name behind a router', (subgraph) => {
  const schema = buildSubgraph(subgraph);

  test('returns its SDL with the federation directives for composition', async () => {
    const { data } = await graphql({ schema, source: '{ _service { sdl } }' });
    const { sdl } = (data as { _service: { sdl: string } })._service;
    expect(sdl).toContain('https://specs.apollo.dev/federation/v2.9');
    expect(sdl).toContain('@key(fields: ');
    expect(sdl).toContain('@requiresScopes(scopes: ');
  });

  test('resolves entities for a router', () => {
    expect(schema.getQueryType()?.getFields()).toHaveProperty('_entities');
  });
});

const ENTITIES = parse(/* GraphQL */ `
  query ($references: [_Any!]!) {
    _entities(representations: $references) {
      ... on Product {
        id
        name
      }
    }
  }
`);

const callerWith = (...scopes: string[]) => ({
  caller: { subject: 'router', scopes: new Set(scopes), claims: {}, authorization: '' },
  requestId: 'r',
  signal: new AbortController().signal,
});

/** The products subgraph, and its reads. */
function productsOver(rows: object[]) {
  const reads: unknown[] = [];
  const findMany = async (args: unknown) => {
    reads.push(args);
    return rows;
  };
  const run: Database['run'] = async (_, work) => work({ product: { findMany } } as unknown as DatabaseClient);
  const [, , products] = subgraphs({ run } as Database);
  return { schema: buildSubgraph(products!), reads };
}

test('returns existing entities, null for those that do not exist, and an error for an invalid reference', async () => {
  const { schema, reads } = productsOver([{ id: 5n, name: 'Lamp' }]);
  const references = [5, 6, '5', -1, 5].map((id) => ({ __typename: 'Product', id }));
  const { data, errors } = await execute({
    schema,
    document: ENTITIES,
    variableValues: { references },
    contextValue: callerWith('products:read'),
  });

  const found = { id: 5, name: 'Lamp' };
  expect(JSON.parse(JSON.stringify(data))).toEqual({ _entities: [found, null, null, null, found] });
  expect(errors?.map(({ path, extensions }) => [path, extensions['code']])).toEqual([
    [['_entities', 2], 'BAD_USER_INPUT'],
    [['_entities', 3], 'BAD_USER_INPUT'],
  ]);
  expect(reads).toHaveLength(1);
});

test.each([
  ['whose fields are selected', '... on Product { id }'],
  ['of which only the existence is asked', '__typename'],
  ['under a type that it is not of', '... on Product @skip(if: true) { id } __typename'],
])('refuses a reference %s to a caller without its scope, and reads nothing', async (_, selection) => {
  const { schema, reads } = productsOver([]);
  const { data, errors } = await execute({
    schema,
    document: parse(`query ($references: [_Any!]!) { _entities(representations: $references) { ${selection} } }`),
    variableValues: { references: [{ __typename: 'Product', id: 5 }] },
    contextValue: callerWith('users:read'),
  });
  expect(data ?? null).toBeNull();
  expect(errors?.map(({ message, extensions }) => [message, extensions['code']])).toEqual([
    ['The scope "products:read" is required.', 'FORBIDDEN'],
  ]);
  expect(reads).toEqual([]);
});

test.each([
  ['nothing', {}],
  ['no object', 'Product'],
  ['null', [null]],
  ['a type that is no entity', { __typename: 'Query' }],
  ['a type that there is not', { __typename: 'toString' }],
])('refuses a reference that is %s as BAD_USER_INPUT', async (_, reference) => {
  const { errors } = await execute({
    schema: productsOver([]).schema,
    document: ENTITIES,
    variableValues: { references: [reference] },
    contextValue: callerWith('products:read'),
  });
  expect(errors?.map(({ extensions }) => extensions['code'])).toEqual(['BAD_USER_INPUT']);
});

test.each([
  ['@policy', 'import: ["@policy"]'],
  ['@rule', 'import: [{ name: "@policy", as: "@rule" }]'],
  ['@federation__policy', 'import: ["@key"]'],
])('refuses %s: a caller can reach a subgraph without the router', (directive, imported) => {
  const typeDefs = parse(/* GraphQL */ `
    extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", ${imported})
    type Query {
      salaries: [Int!]!
    }
    extend type Query {
      salary: Int ${directive}(policies: [["hr"]])
    }
  `);
  expect(() => buildSubgraph({ name: 'staff', typeDefs, resolvers: {} })).toThrow(
    new Error(
      'The subgraph staff restricts Query.salary with @policy, which only a federation router evaluates; use @requiresScopes, or check the caller in resolvers.',
    ),
  );
});

test('refuses an access directive under another name, which would not be read', () => {
  const typeDefs = parse(/* GraphQL */ `
    extend schema
      @link(url: "https://specs.apollo.dev/federation/v2.9", import: [{ name: "@authenticated", as: "@signedIn" }])
    type Query {
      salary: Int @signedIn
    }
  `);
  expect(() => buildSubgraph({ name: 'staff', typeDefs, resolvers: {} })).toThrow(
    'The subgraph staff restricts Query.salary (@signedIn for @authenticated) under another name; @link must import the directive under its own.',
  );
});
