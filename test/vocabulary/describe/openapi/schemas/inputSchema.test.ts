import { describe, expect, test } from 'vitest';
import { DEFAULT_CONVENTIONS } from '../../../../../src/gateway/plan/conventions/defaultConventions.ts';
import { type Schema, ref } from '../../../../../src/gateway/describe/openapi/Schema.ts';
import { SchemaRegistry } from '../../../../../src/gateway/describe/openapi/schemas/SchemaRegistry.ts';
import { inputSchema, textSchema } from '../../../../../src/gateway/describe/openapi/schemas/inputSchema.ts';
import type { InputFieldPlan } from '../../../../../src/gateway/plan/TypeTable.ts';
import type { Constraints } from '../../../../../src/gateway/plan/bounds.ts';
import { versionPlan } from '../../support/plans.ts';

const field = (own: Partial<InputFieldPlan>): InputFieldPlan => ({
  name: 'a',
  wireName: 'a',
  type: 'String',
  required: false,
  ...own,
});

const version = versionPlan({
  conventions: { ...DEFAULT_CONVENTIONS, scalars: { Code: { type: 'string', pattern: '\\d+', maxLength: 9 } } },
  types: {
    enums: { Genre: { values: { FACT: 'fact' } } },
    inputs: {
      Author: {
        description: 'An author.',
        fields: [
          field({ name: 'fullName', wireName: 'full_name', type: 'String!', required: true, description: 'The name.' }),
          field({ wireName: 'genre', type: 'Genre', default: 'fact' }),
          field({ wireName: 'old', deprecated: 'Gone.' }),
        ],
      },
      Filter: { fields: [field({ wireName: 'and', type: '[Filter!]' })] },
      Choice: { isOneOf: true, fields: [field({ wireName: 'a' }), field({ wireName: 'b' })] },
    },
  },
});

function resolved(describeIn: (registry: SchemaRegistry) => Schema) {
  const registry = new SchemaRegistry();
  const schema = describeIn(registry);
  registry.nameComponents(schema, []);
  return { schema: registry.resolve(schema), components: Object.fromEntries(registry.components) };
}

describe('an input', () => {
  test.each<[type: string, constraints: Constraints, schema: Schema]>([
    ['String!', {}, { type: 'string' }],
    ['String', {}, { type: ['string', 'null'] }],
    [
      'String!',
      { minLength: 1, maxLength: 5, pattern: 'a+' },
      { type: 'string', minLength: 1, maxLength: 5, pattern: '^(?:a+)$' },
    ],
    ['Int!', { min: 1, max: 9 }, { type: 'integer', format: 'int32', minimum: 1, maximum: 9, examples: [1] }],
    [
      '[String!]!',
      { minItems: 1, maxItems: 2, maxLength: 5 },
      { type: 'array', minItems: 1, maxItems: 2, items: { type: 'string', maxLength: 5 } },
    ],
    ['[[String]!]', {}, { type: ['array', 'null'], items: { type: 'array', items: { type: ['string', 'null'] } } }],
    ['Code!', { maxLength: 20 }, { type: 'string', minLength: 1, maxLength: 9, pattern: '^(?:\\d+)$' }],
    [
      'Code!',
      { pattern: '1.*' },
      { type: 'string', minLength: 1, maxLength: 9, pattern: '^(?:\\d+)$', allOf: [{ pattern: '^(?:1.*)$' }] },
    ],
    ['Genre!', {}, ref('Genre')],
    ['Genre', {}, { anyOf: [ref('Genre'), { type: 'null' }] }],
    ['Author!', {}, ref('Author')],
    ['[Author!]', {}, { type: ['array', 'null'], items: ref('Author') }],
  ])('of type %s with %j', (type, constraints, schema) => {
    expect(resolved((registry) => inputSchema(type, constraints, { version, registry })).schema).toEqual(schema);
  });

  test.each<[type: string, schema: Schema]>([
    [
      'Author',
      {
        type: 'object',
        description: 'An author.',
        additionalProperties: false,
        required: ['full_name'],
        properties: {
          full_name: { type: 'string', description: 'The name.' },
          genre: { anyOf: [ref('Genre'), { type: 'null' }], default: 'fact' },
          old: { type: ['string', 'null'], description: 'Deprecated: Gone.', deprecated: true },
        },
      },
    ],
    [
      'Filter',
      {
        type: 'object',
        additionalProperties: false,
        properties: { and: { type: ['array', 'null'], items: ref('Filter') } },
      },
    ],
    [
      'Choice',
      {
        type: 'object',
        additionalProperties: false,
        minProperties: 1,
        maxProperties: 1,
        properties: { a: { type: 'string' }, b: { type: 'string' } },
      },
    ],
  ])('of the input object %s is a component', (type, schema) => {
    const { components } = resolved((registry) => inputSchema(`${type}!`, {}, { version, registry }));
    expect(components[type]).toEqual(schema);
  });
});

test.each<[type: string, schema: Schema]>([
  ['String', { type: 'string' }],
  ['[String]', { type: 'array', items: { type: 'string' } }],
  ['[Genre!]!', { type: 'array', items: ref('Genre') }],
])('a parameter of type %s cannot be null', (type, schema) => {
  expect(resolved((registry) => textSchema(type, {}, { version, registry })).schema).toEqual(schema);
});
