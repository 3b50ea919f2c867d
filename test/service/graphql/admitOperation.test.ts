import type { GraphQLRequestContext } from '@apollo/server';
import { buildSchema, getOperationAST, parse, validate } from 'graphql';
import { describe, expect, test, vi } from 'vitest';
import { listScopes } from '../../../src/gateway/guard/access/requiredAccess.ts';
import { ServiceError } from '../../../src/gateway/base/errors/ServiceError.ts';
import { buildSubgraph } from '../../../src/service/federation/buildSubgraph.ts';
import { MAX_COST } from '../../../src/gateway/guard/limits/createAdmission.ts';
import { admitOperation, createOperationCheck } from '../../../src/service/graphql/admitOperation.ts';
import type { GraphqlContext } from '../../../src/service/graphql/admitRequest.ts';
import { createCostCache } from '../../../src/service/graphql/graphqlCaches.ts';
import { hashDocument } from '../../../src/service/graphql/safelist.ts';
import { mergedSchema, subgraphs } from '../federation/support/mergedSchema.ts';
import { INTROSPECTION } from './support/introspection.ts';

const options = { coversWritten: false, introspection: true };
const schema = mergedSchema();
const checkOperation = createOperationCheck({ schema, ...options });
const caller = { subject: 'ada', scopes: new Set(listScopes(schema)), claims: {}, authorization: '' };

/** Checks the only operation of a valid document, for a caller with all scopes. */
const check = (text: string, variables: Record<string, unknown> = {}) => {
  const document = parse(text);
  expect(validate(schema, document)).toEqual([]);
  return () => checkOperation({ document, operation: getOperationAST(document)!, variables }, caller);
};
const orders = 'orders(first: 100) { nodes { id items { quantity } } }';

// 1 + 100 * (1 + 1 + 101)

test.each<[string, string, Record<string, unknown>?]>([
  [
    'a hundred users with a hundred orders each',
    '{ users(first: 100) { nodes { id name orders(first: 100) { nodes { id status } } } } }',
  ],
  ['pages within pages', '{ users { edges { node { orders { edges { node { id } } pageInfo { endCursor } } } } } }'],
  [
    'a full page of orders with all fields',
    '{ orders(first: 100) { nodes { id status total items { quantity unitPrice product { id name } } user { id name } } } }',
  ],
  ['a page size in a variable', `query ($n: Int!) { users(first: $n) { nodes { ${orders} } } }`, { n: 9 }],
  [
    'fields that a condition excludes',
    `query ($x: Boolean!) { users(first: 100) { nodes { id ... @include(if: $x) { ${orders} } } } }`,
    { x: false },
  ],
])('passes %s', (_, text, variables) => {
  expect(check(text, variables)).not.toThrow();
});

test.each<[string, string, number, Record<string, unknown>?]>([
  [
    'a hundred orders of each of a hundred users',
    `{ users(first: 100) { nodes { ${orders} } } }`,
    1 + 100 * (1 + 10_301),
  ],
  [
    'a page size in a variable',
    `query ($n: Int!) { users(first: $n) { nodes { ${orders} } } }`,
    1 + 99 * (1 + 10_301),
    { n: 99 },
  ],
  [
    'the default page size',
    `{ users { nodes { orders { nodes { user { orders { nodes { user { orders { nodes { id } } } } } } } } } } }`,
    1 + 20 * (2 + 20 * (3 + 20 * (3 + 20 * 2))),
  ],
  [
    'the maximum number of lines of the orders of nine users',
    `{ ${Array.from({ length: 9 }, (_, n) => `u${n}: user(id: ${n}) { ${orders} }`).join(' ')} a: ${orders} }`,
    9 * (1 + 10_301) + 10_301,
  ],
  [
    'fields in fragments',
    `{ users(first: 100) { nodes { ...O } } } fragment O on User { ${orders} }`,
    1 + 100 * (1 + 10_301),
  ],
])('refuses %s, with the limit and the cost', (_, text, cost, variables) => {
  expect(check(text, variables)).toThrow(`The query cost ${cost} exceeds the maximum of ${MAX_COST};`);
  expect(check(text, variables)).toThrow(ServiceError);
});

test('a negative page size does not lower the cost', () => {
  expect(check(`{ users(first: -100) { nodes { id } } a: users(first: 100) { nodes { ${orders} } } }`)).toThrow(
    'exceeds',
  );
});

test('invalid variables are BAD_USER_INPUT', () => {
  expect(check('query ($n: Int!) { users(first: $n) { totalCount } }', { n: 'x' })).toThrow(
    expect.objectContaining({ code: 'BAD_USER_INPUT', message: expect.stringContaining('$n') }),
  );
});

test('introspection is exempt', () => {
  expect(check(INTROSPECTION)).not.toThrow();
});

describe('an operation that has passed', () => {
  test.each([
    ['mutation B { createUser }', { fields: ['createUser'], isTransaction: false }],
    ['query A { a } mutation B { createUser }', undefined],
  ])('is admitted with what it writes, and after %j the next request is expected to write %j', async (query, write) => {
    const costs = createCostCache();
    const document = parse(query);
    const contextValue = {
      caller,
      admit: vi.fn<GraphqlContext['admit']>(),
      beginMutation: vi.fn<GraphqlContext['beginMutation']>(),
    } as unknown as GraphqlContext;
    const toy = buildSchema('type Query { a: Int } type Mutation { createUser: Int }');
    const listener = await admitOperation({ costs }, { schema: toy, ...options }).requestDidStart!({} as never);
    const request = {
      document,
      operation: getOperationAST(document, 'B'),
      queryHash: hashDocument(query),
      request: {},
      contextValue,
    } as unknown as GraphQLRequestContext<GraphqlContext> as never;
    await listener!.didResolveOperation!(request);
    expect(contextValue.admit).not.toHaveBeenCalled();
    expect(costs.expected({ query }).write).toEqual(write);
    await listener!.responseForOperation!(request);
    expect(contextValue.admit).toHaveBeenCalledWith({
      cost: 1,
      write: { fields: ['createUser'], isTransaction: false },
    });
    expect(contextValue.beginMutation).toHaveBeenCalledOnce();
  });
});

describe('the references of a router', () => {
  const [, , products] = subgraphs();
  const checkProducts = createOperationCheck({ schema: buildSubgraph(products!), ...options });
  const references = [{ __typename: 'Product', id: 5 }];
  const checkReferences = (text: string, variables: Record<string, unknown>, scopes: string[] = []) => {
    const document = parse(text);
    const request = { document, operation: getOperationAST(document)!, variables };
    return () => checkProducts(request, { ...caller, scopes: new Set(scopes) });
  };

  test.each([
    ['whose existence alone is asked', 'query ($r: [_Any!]!) { _entities(representations: $r) { __typename } }'],
    [
      'in fragments',
      'query ($r: [_Any!]!) { ... { ...A } } fragment A on Query { _entities(representations: $r) { __typename } }',
    ],
    ['under an alias', 'query ($r: [_Any!]!) { a: _entities(representations: $r) @skip(if: false) { __typename } }'],
  ])('require the scopes of entities %s', (_, text) => {
    expect(checkReferences(text, { r: references })).toThrow(
      expect.objectContaining({ code: 'FORBIDDEN', message: 'The scope "products:read" is required.' }),
    );
    expect(checkReferences(text, { r: references }, ['products:read'])).not.toThrow();
  });

  test.each([
    ['that a condition excludes', '@include(if: $x)', references],
    ['of an unknown type, which the resolver refuses', '', [{ __typename: 'toString' }, {}, 'Product']],
  ])('require no scopes for entities %s', (_, directive, r) => {
    const text = `query ($r: [_Any!]!, $x: Boolean = false) { _entities(representations: $r) ${directive} { __typename } __typename @skip(if: $x) }`;
    expect(checkReferences(text, { r })).not.toThrow();
  });

  test.each([
    ['null for a variable with a default', 'query ($r: [_Any!] = [])', null, '"representations" of non-null type'],
    ['null in the list', 'query ($r: [_Any!]!)', [null], 'at "r[0]"'],
  ])('are BAD_USER_INPUT with %s', (_, head, r, message) => {
    expect(checkReferences(`${head} { _entities(representations: $r) { __typename } }`, { r })).toThrow(
      expect.objectContaining({ code: 'BAD_USER_INPUT', message: expect.stringContaining(message) }),
    );
  });
});
