import { describe, expect, test } from 'vitest';
import { DEFAULT_CONVENTIONS } from '../../../../../src/gateway/conventions/defaultConventions.ts';
import type { Schema } from '../../../../../src/gateway/describe/openapi/Schema.ts';
import { errorSchema, problemSchema } from '../../../../../src/gateway/describe/openapi/errorSchema.ts';
import { endpointPlan, leaf, versionPlan } from '../support/plans.ts';

const MESSAGE = { type: 'string', description: 'A message for people.' };

describe('the schema of an error', () => {
  test.each<[template: unknown, schema: Schema]>([
    ['{message}', { ...MESSAGE, description: 'A message for people.' }],
    ['{status}', { type: 'integer', description: 'The status code.' }],
    ['{code}: {message}', { type: 'string', description: 'An error.' }],
    [1, { description: 'An error.', const: 1 }],
    [['{message}'], { type: 'array', description: 'An error.', items: MESSAGE }],
    [
      ['{message}', 1],
      { type: 'array', description: 'An error.', prefixItems: [MESSAGE, { const: 1 }], minItems: 2, maxItems: 2 },
    ],
    [
      { error: '{message}' },
      { type: 'object', description: 'An error.', required: ['error'], properties: { error: MESSAGE } },
    ],
    [
      { '{field}': ['{message}'] },
      {
        type: 'object',
        description: 'An error.',
        properties: {},
        additionalProperties: { type: 'array', items: MESSAGE },
      },
    ],
  ])('of the template %j', (template, schema) => {
    expect(errorSchema(template)).toEqual(schema);
  });
});

describe('the schema of a problem document', () => {
  const codeOf = (schema: Schema) => (schema['properties'] as { code: { enum?: string[] } }).code;

  test('lists the codes of the engine and of the conventions', () => {
    const errors = { ...DEFAULT_CONVENTIONS.errors, codes: { STALE: 419 } };
    const { enum: codes } = codeOf(problemSchema([versionPlan({ conventions: { ...DEFAULT_CONVENTIONS, errors } })]));
    expect(codes).toEqual(expect.arrayContaining(['NOT_FOUND', 'STALE']));
  });

  test('lists no codes where errors as data have their own', () => {
    const errorsAt = [{ fields: [{ key: 'errors', status: 400 }], types: [] }];
    const result = { dataPath: ['a'], errorsAt, body: leaf('String!'), canBeMissing: false };
    const schema = problemSchema([versionPlan({ endpoints: [endpointPlan({ result })] })]);
    expect(codeOf(schema)).not.toHaveProperty('enum');
    expect(schema).toMatchObject({ properties: { errors: { items: { properties: { code: { type: 'string' } } } } } });
  });
});
