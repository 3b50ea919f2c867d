import { expect, test } from 'vitest';
import { type DescribedInput, describeInputs } from '../../../../../src/gateway/describe/explain/describeInputs.ts';
import { SchemaRegistry } from '../../../../../src/gateway/describe/openapi/SchemaRegistry.ts';
import type { EndpointPlan } from '../../../../../src/gateway/plan/EndpointPlan.ts';
import { endpointPlan, pagePlan, parameterPlan, versionPlan } from '../support/plans.ts';

const inputsOf = (own: Partial<EndpointPlan>) =>
  describeInputs(endpointPlan(own), { version: versionPlan(), registry: new SchemaRegistry() });

const operations = { UNPAGED: 'query q($id: ID!, $title: String!, $withAuthor: Boolean) { a }' };

test.each<[name: string, own: Partial<EndpointPlan>, expected: Partial<DescribedInput>[]]>([
  [
    'a path parameter',
    {
      operations,
      parameters: [parameterPlan({ name: 'no', variable: 'id', source: 'path', type: 'ID!', required: true })],
    },
    [{ name: 'no', in: 'path', required: true, variables: { id: 'ID!' } }],
  ],
  [
    'a header parameter',
    { operations, parameters: [parameterPlan({ name: 'x-title', variable: 'title', source: 'header' })] },
    [{ name: 'x-title', in: 'header', variables: { title: 'String!' } }],
  ],
  [
    'an Idempotency-Key',
    { operations, idempotencyKey: 'REQUIRED' },
    [{ name: 'Idempotency-Key', in: 'header', required: true, variables: {} }],
  ],
  [
    'each value of expand',
    { operations, expands: [{ name: 'author', variables: ['withAuthor'] }] },
    [{ name: 'expand=author', in: 'query', variables: { withAuthor: 'Boolean' }, schema: { const: 'author' } }],
  ],
  [
    'the parameters of a page',
    {
      operations: { DEFAULT: 'query q($first: Int, $after: String, $offset: Int) { a }' },
      page: pagePlan(['OFFSET', 'PAGE', 'CURSOR']),
    },
    [
      { name: 'limit', variables: { first: 'Int' } },
      { name: 'offset', variables: { offset: 'Int' } },
      { name: 'page', variables: { offset: 'Int' } },
      { name: 'cursor', variables: { after: 'String' } },
    ],
  ],
  [
    'a property of the body',
    {
      method: 'POST',
      operations,
      parameters: [parameterPlan({ name: 'book.title', variable: 'title', source: 'body', type: 'String!' })],
    },
    [{ name: 'book.title', in: 'body', variables: { title: 'String!' }, schema: { type: 'string' } }],
  ],
  [
    'the body as a whole',
    {
      method: 'POST',
      operations,
      parameters: [parameterPlan({ variable: 'title', source: 'whole', type: 'String!' })],
    },
    [{ name: '', in: 'body', variables: { title: 'String!' }, schema: { type: 'string' } }],
  ],
  [
    'a variable of the lookup',
    {
      operations: { UNPAGED: 'query q { a }' },
      lookup: { operation: 'query find($id: ID!) { a }', exports: [], variables: ['id'], ownVariables: ['id'] },
      parameters: [parameterPlan({ name: 'id', type: 'ID!' })],
    },
    [{ name: 'id', in: 'query', variables: { id: 'ID!' } }],
  ],
])('lists %s', (_, own, expected) => {
  expect(inputsOf(own)).toEqual(expected.map((each) => expect.objectContaining(each)));
});
