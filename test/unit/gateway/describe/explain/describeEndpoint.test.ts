import { expect, test } from 'vitest';
import { describeEndpoint } from '../../../../../src/gateway/describe/explain/describeEndpoint.ts';
import type { Components } from '../../../../../src/gateway/describe/openapi/Schema.ts';
import { endpointPlan, parameterPlan, versionPlan } from '../support/plans.ts';

const fragment = 'fragment Book on Book {\n  id\n}';

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

test('has everything about an endpoint that does not depend on a request', () => {
  const components: Components = new Map();
  expect(describeEndpoint(endpoint, version, components)).toEqual({
    version: 2,
    method: 'POST',
    path: '/books/{shelf}',
    page: null,
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
  expect([...components.keys()]).toEqual(['BookInput']);
});

test('has no description where the endpoint has none', () => {
  expect(describeEndpoint(endpointPlan(), versionPlan(), new Map()).description).toBeNull();
});
