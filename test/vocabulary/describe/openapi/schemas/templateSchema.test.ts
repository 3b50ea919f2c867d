import { describe, expect, test } from 'vitest';
import type { Schema } from '../../../../../src/gateway/describe/openapi/Schema.ts';
import { outputSchema } from '../../../../../src/gateway/describe/openapi/operations/describeSuccess.ts';
import { SchemaRegistry } from '../../../../../src/gateway/describe/openapi/schemas/SchemaRegistry.ts';
import { bodyTemplateSchema } from '../../../../../src/gateway/describe/openapi/schemas/templateSchema.ts';
import type { TemplatePartPlan } from '../../../../../src/gateway/plan/Shape.ts';
import { leaf, parameterPlan, versionPlan } from '../../support/plans.ts';

const version = versionPlan();
const parts: TemplatePartPlan[] = [
  { name: 'size', path: ['size'], of: leaf('Float') },
  { name: 'ratio', parameter: parameterPlan({ type: 'Boolean!' }) },
];
function schemaOf(value: unknown, nullable = false, { conventions } = version): Schema {
  const registry = new SchemaRegistry();
  return outputSchema(
    { kind: 'template', value, of: leaf('String!'), parts, nullable },
    {
      version: { ...version, conventions },
      registry,
    },
  );
}
const text = { type: 'string' };

describe('templateSchema', () => {
  test.each<[value: unknown, schema: Schema]>([
    ['products', { ...text, const: 'products' }],
    ['', { ...text, const: '' }],
    ['{}', text],
    ['{size}', { type: 'number', format: 'double' }],
    ['{size:string}', text],
    ['{ratio}', { type: 'boolean' }],
    ['a.{size}/{}', { ...text, pattern: '^a\\.[\\s\\S]*\\/[\\s\\S]*$' }],
    ['/a b/{}?c={size}', { ...text, format: 'uri-reference', pattern: '\\/a%20b\\/[^/?#]*\\?c=[^/?#]*$' }],
    [7, { type: 'integer', const: 7 }],
    [1.5, { type: 'number', const: 1.5 }],
    [{ a: null }, { type: 'object', required: ['a'], properties: { a: { type: 'null', const: null } } }],
    [
      { a: '{size?}', b: 'x', c: '{size?}.' },
      {
        type: 'object',
        required: ['b', 'c'],
        properties: {
          a: { type: 'number', format: 'double' },
          b: { ...text, const: 'x' },
          c: { ...text, pattern: '^[\\s\\S]*\\.$' },
        },
      },
    ],
    [[], { type: 'array' }],
    [['{}', '{:string}'], { type: 'array', items: text }],
    [['{}', 1], { type: 'array', items: { anyOf: [text, { type: 'integer', const: 1 }] } }],
  ])('%j', (value, schema) => {
    expect(schemaOf(value)).toEqual(schema);
  });

  test('a constant that can be null', () => {
    expect(schemaOf('x', true)).toEqual({ anyOf: [{ ...text, const: 'x' }, { type: 'null' }] });
  });

  test('the constant null', () => {
    expect(schemaOf(null, true)).toEqual({ type: 'null', const: null });
  });

  test('a path under absolute urls is a URL', () => {
    const absolute = versionPlan({ conventions: { ...version.conventions, urls: 'absolute' } });
    expect(schemaOf('/books/{}', false, absolute)).toEqual({ ...text, format: 'uri', pattern: '\\/books\\/[^/?#]*$' });
  });
});

describe('bodyTemplateSchema', () => {
  test('a template is its constants around the schema of the body', () => {
    const body = { type: 'string' };
    const url = { type: 'string', format: 'uri' };
    const template = { data: '{body}', self: '{self}', text: 'at {self}', meta: [1, null] };
    expect(bodyTemplateSchema(template, body, url)).toEqual({
      type: 'object',
      required: ['data', 'self', 'text', 'meta'],
      properties: {
        data: body,
        self: { ...url, description: 'The URL of the request.' },
        text: { type: 'string' },
        meta: { type: 'array', prefixItems: [{ const: 1 }, { const: null }], items: {}, minItems: 2, maxItems: 2 },
      },
    });
  });
});
