import { describe, expect, test } from 'vitest';
import { type Schema, ref } from '../../../../../src/gateway/describe/openapi/Schema.ts';
import {
  describeOperation,
  describeOperations,
} from '../../../../../src/gateway/describe/openapi/operations/describeOperations.ts';
import type { EndpointPlan } from '../../../../../src/gateway/plan/EndpointPlan.ts';
import { endpointPlan, leaf, object, parameterPlan, versionPlan } from '../../support/plans.ts';

const BOOK = object('Book', { genre: leaf('Genre!'), author: object('Author', { name: leaf('String!') }) });

describe('describeOperations', () => {
  test('the operations of a version share the schemas of bodies, enums and selections that recur', () => {
    const version = versionPlan({
      types: { inputs: {}, enums: { Genre: { values: { FACT: 'fact' } } } },
      endpoints: [
        endpointPlan({ body: BOOK, parameters: [parameterPlan({ type: 'Genre' })] }),
        endpointPlan({ body: object('Shelf', { owner: object('Author', { name: leaf('String!') }) }) }),
      ],
    });
    const { operations, components } = describeOperations(version);
    expect(operations.map(({ success }) => success)).toEqual([ref('Book'), ref('Shelf')]);
    expect(operations[0]!.parameters).toMatchObject([{ schema: ref('Genre') }]);
    expect([...components.keys()].sort()).toEqual(['Author', 'Book', 'Genre', 'Shelf']);
    expect(components.get('Book')).toMatchObject({ properties: { genre: ref('Genre'), author: ref('Author') } });
  });

  test.each(['Error', 'Problem'])('a shape with the reserved name %s is another component', (component) => {
    const endpoints = [endpointPlan({ body: object('Book', { id: leaf('ID!') }, { component }) })];
    const { components } = describeOperations(versionPlan({ endpoints }));
    expect([...components.keys()]).toEqual([`${component}_2`]);
  });
});

const operationOf = (own: Partial<EndpointPlan>, showsGraphql = false) =>
  describeOperation({
    endpoint: endpointPlan(own),
    parameters: [],
    body: undefined,
    responses: {},
    security: [],
    showsGraphql,
  });

describe('an operation', () => {
  test.each<[name: string, own: Partial<EndpointPlan>, expected: Schema]>([
    ['its id', { name: 'listBooks' }, { operationId: 'listBooks' }],
    ['the first segment as its tag', { path: '/books/{id}' }, { tags: ['books'] }],
    ['the tag of the root', { path: '/{id}' }, { tags: ['root'] }],
    ['the first sentence as its summary', { description: 'Read it. Slowly.' }, { summary: 'Read it' }],
    ['its name as its summary', { name: 'readIt' }, { summary: 'readIt' }],
    ['whether it is a tool', { tool: true }, { 'x-mcp-tool': true }],
    ['a deprecation', { deprecated: '2027-01-31' }, { deprecated: true }],
    ['a sunset', { sunset: '2027-07-31' }, { 'x-sunset': '2027-07-31' }],
    ['the required scopes', { scopes: [{ anyOf: [['a', 'b'], ['c']], when: [] }] }, { 'x-scopes': [['a b', 'c']] }],
  ])('has %s', (_, own, expected) => {
    expect(operationOf(own)).toMatchObject(expected);
  });

  test('has its description, sunset, scopes and, where it is wanted, its GraphQL in Markdown', () => {
    const when = [{ variable: 'withAuthor', leftOutWhen: false, defaultValue: false }];
    const own: Partial<EndpointPlan> = {
      description: 'Read it. Slowly.',
      sunset: '2027-07-31',
      expands: [{ name: 'author', variables: ['withAuthor'] }],
      scopes: [
        { anyOf: [['a', 'b'], ['c']], when: [] },
        { anyOf: [['d']], when },
      ],
    };
    const paragraphs = [
      'Read it. Slowly.',
      'Ends on 2027-07-31.',
      'Scopes:\n- `a` and `b`, or `c`\n- `d` with `expand=author`',
    ];
    const graphql = '```graphql\nquery getBooks {\n  books\n}\n```';
    expect(operationOf(own)['description']).toBe(paragraphs.join('\n\n'));
    expect(operationOf(own, true)['description']).toBe([...paragraphs, graphql].join('\n\n'));
  });

  test('names the values of expand that require a caller where the endpoint does not', () => {
    const when = [{ variable: 'withAuthor', leftOutWhen: false, defaultValue: false }];
    const own: Partial<EndpointPlan> = {
      expands: [{ name: 'author', variables: ['withAuthor'] }],
      scopes: [{ anyOf: [[]], when }],
    };
    expect(operationOf({ ...own, auth: 'OPTIONAL' })['description']).toContain(
      '\n\nCredentials are required with `expand=author`.',
    );
    expect(operationOf(own)['description']).not.toContain('Credentials');
  });

  test.each([
    [40, 'line 40\n```'],
    [41, 'line 40\n# …\n```'],
  ])('has the first 40 of %i lines of GraphQL', (count, end) => {
    const text = Array.from({ length: count }, (_, index) => `line ${index + 1}`).join('\n');
    const { description } = operationOf({ source: { file: 'a.graphql', line: 1, text, shapes: {} } }, true);
    expect(String(description).endsWith(end)).toBe(true);
  });

  test('has its parameters, its body, its responses and its security', () => {
    const parameters = [{ name: 'a', in: 'query' }];
    const body = { required: true, schema: { type: 'object' }, types: ['application/json'] };
    const parts = { responses: { 200: {} }, security: [{ bearer: [] }] };
    expect(describeOperation({ endpoint: endpointPlan(), parameters, body, ...parts })).toMatchObject({
      parameters,
      requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
      ...parts,
    });
  });
});
