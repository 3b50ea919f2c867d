import { describe, expect, test } from 'vitest';
import type { ScalarConvention } from '../../../../../src/gateway/plan/conventions/Conventions.ts';
import { DEFAULT_CONVENTIONS } from '../../../../../src/gateway/plan/conventions/defaultConventions.ts';
import type { Schema } from '../../../../../src/gateway/describe/openapi/Schema.ts';
import { SchemaRegistry } from '../../../../../src/gateway/describe/openapi/schemas/SchemaRegistry.ts';
import { leafSchema, withExample } from '../../../../../src/gateway/describe/openapi/schemas/leafSchema.ts';
import { versionPlan } from '../../support/plans.ts';

function schemaOf(name: string, scalars: Readonly<Record<string, ScalarConvention>> = {}) {
  const registry = new SchemaRegistry();
  const version = versionPlan({
    conventions: { ...DEFAULT_CONVENTIONS, scalars },
    types: { inputs: {}, enums: { Genre: { description: 'A genre.', values: { FACT: 'fact', FICTION: 'fiction' } } } },
  });
  const schema = leafSchema(name, { version, registry });
  registry.nameComponents(schema, []);
  return { schema: registry.resolve(schema), components: Object.fromEntries(registry.components) };
}

test.each<[name: string, scalar: ScalarConvention | undefined, schema: Schema]>([
  ['String', undefined, { type: 'string' }],
  ['ID', undefined, { type: 'string' }],
  ['Int', undefined, { type: 'integer', format: 'int32', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }],
  ['Float', undefined, { type: 'number', format: 'double' }],
  ['Boolean', undefined, { type: 'boolean' }],
  ['Unknown', undefined, { type: 'string' }],
  ['constructor', undefined, { type: 'string' }],
  ['Json', { type: 'any' }, {}],
  ['Long', { type: 'integer', minimum: 0 }, { type: 'integer', format: 'int64', minimum: 0 }],
  ['Day', { type: 'string', format: 'date' }, { type: 'string', format: 'date' }],
  ['Code', { type: 'string', pattern: 'a|b', maxLength: 1 }, { type: 'string', maxLength: 1, pattern: '^(?:a|b)$' }],
])('describes %s with the convention %j', (name, scalar, schema) => {
  expect(schemaOf(name, scalar && { [name]: scalar })).toEqual({ schema, components: {} });
});

test('describes an enum as a component, with its wire values', () => {
  expect(schemaOf('Genre')).toEqual({
    schema: { $ref: '#/components/schemas/Genre' },
    components: { Genre: { type: 'string', description: 'A genre.', enum: ['fact', 'fiction'] } },
  });
});

describe('an example', () => {
  test.each<[schema: Schema, examples: unknown]>([
    [{ type: 'integer' }, [1]],
    [{ type: 'integer', minimum: 5 }, [5]],
    [{ type: 'integer', maximum: -5 }, [-5]],
    [{ type: 'string' }, undefined],
  ])('of %j is %j', (schema, examples) => {
    expect(withExample(schema)['examples']).toEqual(examples);
  });
});
