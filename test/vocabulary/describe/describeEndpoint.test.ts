import { describe, expect, test } from 'vitest';
import {
  type DescribedInput,
  describeEndpoint,
  describeInputs,
} from '../../../src/gateway/describe/describeEndpoint.ts';
import { SchemaRegistry } from '../../../src/gateway/describe/openapi/schemas/SchemaRegistry.ts';
import type { EndpointPlan } from '../../../src/gateway/plan/EndpointPlan.ts';
import { endpointPlan, pagePlan, parameterPlan, versionPlan } from './support/plans.ts';

const fragment = 'fragment Book on Book {\n  id\n}';

const operations = { UNPAGED: 'query q($id: ID!, $title: String!, $withAuthor: Boolean) { a }' };

const endpoint = endpointPlan({
  name: 'addBook',
  description: 'Add a book.',
  method: 'POST',
  path: '/books/{shelf}',
  status: 201,
  operations: { UNPAGED: `query addBook($input: BookInput!) {\n  book {\n    ...Book\n  }\n}\n\n${fragment}` },
  lookup: { operation: 'query find { shelf }', exports: [], variables: [], ownVariables: [] },
  parameters: [parameterPlan({ name: 'input', source: 'whole', type: 'BookInput!' })],
  scopes: [{ anyOf: [['books:write']], when: [] }],
  source: {
    file: 'v1/addBook.graphql',
    line: 3,
    text: '',
    shapes: { Book: 'v1/shapes/Book.graphql' },
    lookup: 'v1/lookups/find.graphql',
  },
});

const version = versionPlan({
  number: 2,
  types: {
    enums: {},
    inputs: { BookInput: { fields: [{ name: 'id', wireName: 'id', type: 'ID', required: false }] } },
  },
});

describe('describeEndpoint', () => {
  test('has everything about an endpoint that does not depend on a request', () => {
    expect(describeEndpoint(endpoint, version)).toEqual({
      version: 2,
      method: 'POST',
      path: '/books/{shelf}',
      operation: 'addBook',
      description: 'Add a book.',
      file: 'v1/addBook.graphql',
      line: 3,
      shapes: { Book: 'v1/shapes/Book.graphql' },
      lookup: 'v1/lookups/find.graphql',
      inputs: [
        {
          name: '',
          in: 'body',
          required: false,
          variables: { input: 'BookInput!' },
          schema: { $ref: '#/components/schemas/BookInput' },
        },
      ],
      auth: { auth: 'REQUIRED', expand: [] },
      scopes: { always: [['books:write']], expand: {} },
      operations: {
        LOOKUP: 'query find {\n  shelf\n}',
        UNPAGED: 'query addBook($input: BookInput!) {\n  book {\n    ...Book\n  }\n}',
      },
      fragments: fragment,
      statuses: expect.objectContaining({
        201: 'Created',
        401: 'The credentials are missing or invalid.',
        404: 'The resource does not exist.',
      }),
    });
  });

  test('has no description where the endpoint has none', () => {
    expect(describeEndpoint(endpointPlan(), versionPlan()).description).toBeNull();
  });
});

const inputsOf = (own: Partial<EndpointPlan>) =>
  describeInputs(endpointPlan(own), { version: versionPlan(), registry: new SchemaRegistry() });

describe('describeInputs', () => {
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
      [{ name: 'x-title', in: 'header', variables: { title: 'String' } }],
    ],
    [
      'an Idempotency-Key',
      { operations, idempotencyKey: 'REQUIRED' },
      [{ name: 'Idempotency-Key', in: 'header', required: true, variables: {} }],
    ],
    [
      'the values of expand',
      { operations, expands: [{ name: 'author', variables: ['withAuthor'] }] },
      [
        {
          name: 'expand',
          in: 'query',
          variables: {},
          schema: { type: 'array', items: { type: 'string', enum: ['author'] } },
        },
      ],
    ],
    [
      'the parameters of a page',
      { page: pagePlan(['OFFSET', 'PAGE', 'CURSOR']) },
      ['limit', 'offset', 'page', 'cursor'].map((name) => ({ name, in: 'query', variables: {} })),
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
});
