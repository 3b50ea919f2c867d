import type { GraphQLRequestContext } from '@apollo/server';
import { buildSchema, getOperationAST, parse } from 'graphql';
import { expect, test } from 'vitest';
import type { RequestContext } from '../../../../src/service/domain/Subgraph.ts';
import { type CostContext, costPlugin } from '../../../../src/service/graphql/costPlugin.ts';
import { createCostCache } from '../../../../src/service/graphql/createCostCache.ts';
import { hashDocument } from '../../../../src/service/graphql/hashDocument.ts';

const schema = buildSchema('type Query { a: Int } type Mutation { createUser: Int }');

test.each([
  ['mutation B { createUser }', { fields: ['createUser'], isTransaction: false }],
  ['query A { a } mutation B { createUser }', undefined],
])('after %j, the next request with this document is expected to write %j', async (query, write) => {
  const costs = createCostCache();
  const document = parse(query);
  const contextValue = {} as RequestContext & CostContext;
  const listener = await costPlugin(schema, costs, {}).requestDidStart!({} as never);
  await listener!.didResolveOperation!({
    document,
    operation: getOperationAST(document, 'B'),
    queryHash: hashDocument(query),
    request: {},
    contextValue,
  } as unknown as GraphQLRequestContext<typeof contextValue> as never);
  expect(contextValue.write).toEqual({ fields: ['createUser'], isTransaction: false });
  expect(costs.expected({ query }).write).toEqual(write);
});
