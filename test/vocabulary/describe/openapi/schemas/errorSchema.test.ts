import { describe, expect, test } from 'vitest';
import type { ErrorConventions } from '../../../../../src/gateway/plan/conventions/Conventions.ts';
import { DEFAULT_CONVENTIONS } from '../../../../../src/gateway/plan/conventions/defaultConventions.ts';
import type { Schema } from '../../../../../src/gateway/describe/openapi/Schema.ts';
import {
  errorSchema,
  problemSchema,
  sharedSchemas,
} from '../../../../../src/gateway/describe/openapi/schemas/errorSchema.ts';
import { endpointPlan, leaf, versionPlan } from '../../support/plans.ts';

const versionOf = (body: unknown) =>
  versionPlan({ conventions: { ...DEFAULT_CONVENTIONS, errors: { ...DEFAULT_CONVENTIONS.errors, body } } });

describe('sharedSchemas', () => {
  test('versions with the same errors share their schema', () => {
    const { Error } = sharedSchemas([versionOf({ error: '{message}' }), versionOf({ error: '{message}' })]);
    expect(Error).toMatchObject({ type: 'object', required: ['error'] });
  });

  test('versions with different errors have a variant each', () => {
    const { Error } = sharedSchemas([versionOf({ error: '{message}' }), versionOf({ message: '{message}' })]);
    expect(Error).toMatchObject({ anyOf: [{ required: ['error'] }, { required: ['message'] }] });
  });
});

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
      {
        type: 'array',
        description: 'An error.',
        prefixItems: [MESSAGE, { const: 1 }],
        items: {},
        minItems: 2,
        maxItems: 2,
      },
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
    ['{pointer}', { type: ['string', 'null'], description: 'An error.' }],
    ['at {pointer? }{message}', { type: 'string', description: 'An error.' }],
    ['{status:string}', { type: 'string', description: 'An error.' }],
    [
      { 'errors?': [{ source: { pointer: '{pointer?}' }, detail: '{message}', id: '{requestId}' }], title: '{title}' },
      {
        type: 'object',
        description: 'An error.',
        required: ['title'],
        properties: {
          errors: {
            type: 'array',
            items: {
              type: 'object',
              required: ['detail', 'id'],
              properties: {
                source: { type: 'object', properties: { pointer: { type: 'string' } } },
                detail: MESSAGE,
                id: { type: 'string' },
              },
            },
          },
          title: { type: 'string' },
        },
      },
    ],
    [
      { '{leaf}': ['{message}'], '{code}': '{status}' },
      {
        type: 'object',
        description: 'An error.',
        properties: {},
        additionalProperties: {
          anyOf: [
            { type: 'array', items: MESSAGE },
            { type: 'integer', description: 'The status code.' },
          ],
        },
      },
    ],
    [
      ['{field?}', '{message}'],
      {
        type: 'array',
        description: 'An error.',
        items: { anyOf: [{ type: 'string' }, MESSAGE] },
        minItems: 1,
        maxItems: 2,
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

  test.each<[ErrorConventions['codes'], string[] | undefined]>([
    [{ CONFLICT: { code: 'taken' }, STALE: { code: 'old' } }, ['taken', 'old', 'NOT_FOUND']],
    [{ '*': { code: 'other' }, STALE: 419 }, ['other', 'STALE']],
    [{ '*': 422 }, undefined],
    [{ STALE: { code: 'x-{resource}' } }, undefined],
  ])('under %j lists %j', (codes, expected) => {
    const errors = { ...DEFAULT_CONVENTIONS.errors, codes };
    const found = codeOf(problemSchema([versionPlan({ conventions: { ...DEFAULT_CONVENTIONS, errors } })])).enum;
    if (expected) expect(found).toEqual(expect.arrayContaining(expected));
    else expect(found).toBeUndefined();
    expect(found ?? []).not.toContain('CONFLICT' in codes ? 'CONFLICT' : '*');
  });

  test('says where types are', () => {
    const typeOf = (codes: ErrorConventions['codes']) => {
      const errors = { ...DEFAULT_CONVENTIONS.errors, codes };
      const schema = problemSchema([versionPlan({ conventions: { ...DEFAULT_CONVENTIONS, errors } })]);
      return (schema['properties'] as { type: Schema }).type;
    };
    expect(typeOf({ STALE: 419 })).toEqual({ type: 'string', description: 'Always `about:blank`.' });
    expect(typeOf({ STALE: { type: 'https://a.b' } })).toMatchObject({ format: 'uri-reference' });
  });

  test('lists no codes where errors as data have their own', () => {
    const errorsAt = [{ fields: [{ key: 'errors', status: 400 }], types: [] }];
    const result = { dataPath: ['a'], errorsAt, body: leaf('String!'), canBeMissing: false };
    const schema = problemSchema([versionPlan({ endpoints: [endpointPlan({ result })] })]);
    expect(codeOf(schema)).not.toHaveProperty('enum');
    expect(schema).toMatchObject({ properties: { errors: { items: { properties: { code: { type: 'string' } } } } } });
  });
});
