import { describe, expect, test } from 'vitest';
import type { Schema } from '../../../../../src/gateway/describe/openapi/Schema.ts';
import { describeParameters } from '../../../../../src/gateway/describe/openapi/operations/describeParameters.ts';
import { SchemaRegistry } from '../../../../../src/gateway/describe/openapi/schemas/SchemaRegistry.ts';
import type { EndpointPlan } from '../../../../../src/gateway/plan/EndpointPlan.ts';
import type { ParameterPlan } from '../../../../../src/gateway/plan/ParameterPlan.ts';
import { parseIdempotencyKey } from '../../../../../src/gateway/handle/read/prepareParameterReaders.ts';
import { endpointPlan, pagePlan, parameterPlan, versionPlan } from '../../support/plans.ts';

const context = () => ({ version: versionPlan(), registry: new SchemaRegistry() });
const parametersOf = (own: Partial<EndpointPlan>) => describeParameters(endpointPlan(own), context());

describe('a parameter', () => {
  test.each<[name: string, own: Partial<ParameterPlan>, expected: Schema]>([
    [
      'of a path',
      { source: 'path', type: 'ID!', required: true },
      { in: 'path', required: true, schema: { type: 'string', minLength: 1 } },
    ],
    ['of the query', { type: 'Boolean' }, { in: 'query', required: false, schema: { type: 'boolean' } }],
    ['of a header', { source: 'header' }, { in: 'header', schema: { type: 'string' } }],
    [
      'with a description and an example',
      { description: 'A text.', example: 'x' },
      { description: 'A text.', example: 'x' },
    ],
    ['with a default', { default: 'FACT', wireDefault: 'fact' }, { schema: { type: 'string', default: 'fact' } }],
    ['with a default of null, which it cannot express', { default: null }, { schema: { type: 'string' } }],
    ['with a text for null', { nullAs: 'none' }, { schema: { anyOf: [{ type: 'string' }, { const: 'none' }] } }],
    [
      'with a text for null as its default',
      { nullAs: 'none', default: null },
      { schema: { anyOf: [{ type: 'string' }, { const: 'none' }], default: 'none' } },
    ],
    [
      'that is a list in the query',
      { type: '[String!]' },
      { style: 'form', explode: false, schema: { type: 'array', items: { type: 'string' } } },
    ],
    [
      'that is a list in a header',
      { type: '[String!]', source: 'header' },
      { in: 'header', style: 'simple', explode: false },
    ],
  ])('%s', (_, own, expected) => {
    expect(parametersOf({ parameters: [parameterPlan(own)] })).toEqual([
      { name: 'text', in: 'query', required: false, schema: expect.anything(), ...expected },
    ]);
  });

  test.each(['body', 'whole'] as const)('of source %s is none', (source) => {
    expect(parametersOf({ parameters: [parameterPlan({ source })] })).toEqual([]);
  });
});

test('the parameters of a page follow its styles', () => {
  const parameters = parametersOf({ page: pagePlan(['CURSOR', 'PAGE', 'OFFSET']) });
  expect(parameters.map(({ name, schema }) => [name, schema])).toEqual([
    ['limit', { type: 'integer', minimum: 1, maximum: 100, default: 20 }],
    ['cursor', { type: 'string' }],
    ['page', { type: 'integer', minimum: 1, maximum: 1001 }],
    ['offset', { type: 'integer', minimum: 0, maximum: 1000 }],
  ]);
});

// Beside another style, a client that sends defaults would choose two.
test.each<[style: 'OFFSET' | 'PAGE' | 'CURSOR', name: string, initial: unknown]>([
  ['PAGE', 'page', 1],
  ['OFFSET', 'offset', 0],
  ['CURSOR', 'cursor', undefined],
])('the parameter of the only style has what a request without it reads: %s', (style, name, initial) => {
  const parameters = parametersOf({ page: pagePlan([style]) });
  expect(parameters.map((each) => [each['name'], (each['schema'] as Schema)['default']])).toEqual([
    ['limit', 20],
    [name, initial],
  ]);
});

test.each<[styles: ('OFFSET' | 'PAGE' | 'CURSOR')[], isExclusive: boolean]>([
  [['PAGE'], false],
  [['OFFSET'], false],
  [['CURSOR'], false],
  [['CURSOR', 'PAGE', 'OFFSET'], true],
])('the styles %j are described as exclusive: %s', (styles, isExclusive) => {
  const [, ...positions] = parametersOf({ page: pagePlan(styles) }).map((each) => each['description'] as string);
  const described = positions.map((each) => each.endsWith(' Cannot be combined with another style of pagination.'));
  expect(described).toEqual(styles.map(() => isExclusive));
});

test('the values of expand are one list', () => {
  const expands = ['author', 'author.books'].map((name) => ({ name, variables: [name] }));
  expect(parametersOf({ expands })).toMatchObject([
    { name: 'expand', in: 'query', schema: { type: 'array', items: { enum: ['author', 'author.books'] } } },
  ]);
});

test.each([
  ['OPTIONAL', false],
  ['REQUIRED', true],
] as const)('an Idempotency-Key is a header parameter: %s', (idempotencyKey, required) => {
  const [parameter, ...others] = parametersOf({ idempotencyKey });
  expect(others).toEqual([]);
  expect(parameter).toMatchObject({
    name: 'Idempotency-Key',
    in: 'header',
    required,
    description: expect.stringContaining('24 hours'),
    schema: { type: 'string', minLength: 1, maxLength: 512 },
  });
  const { pattern } = parameter!['schema'] as { pattern: string };
  const long = 'a'.repeat(255);
  for (const key of [
    '8e03978e-40d5-43dd-bc93-6894a57f9324',
    '!#+-~',
    long,
    '"a"',
    '"a,b"',
    String.raw`"\\\""`,
    `"${long}"`,
  ]) {
    expect(key).toMatch(new RegExp(pattern, 'u'));
    expect(parseIdempotencyKey(key)).toEqual({ key: expect.any(String) });
  }
  for (const key of ['a,b', 'a b', 'é', '""', '"a', '"a b"', String.raw`"\a"`, `${long}a`, `"${long}a"`]) {
    expect(key).not.toMatch(new RegExp(pattern, 'u'));
  }
});
