import { expect, test } from 'vitest';
import { type Schema, ref } from '../../../../../src/gateway/describe/openapi/Schema.ts';
import { SchemaRegistry } from '../../../../../src/gateway/describe/openapi/SchemaRegistry.ts';
import { outputSchema } from '../../../../../src/gateway/describe/openapi/outputSchema.ts';
import type { Shape } from '../../../../../src/gateway/plan/Shape.ts';
import { connection, leaf, list, object, versionPlan } from '../support/plans.ts';

const version = versionPlan({ types: { inputs: {}, enums: { Genre: { values: { FACT: 'fact' } } } } });

function schemaOf(shape: Shape): Schema {
  const registry = new SchemaRegistry();
  const schema = outputSchema(shape, { version, registry });
  registry.nameComponents([]);
  return registry.resolve(schema);
}

const name = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
const author = object('Author', { name: leaf('String!') });

test.each<[name: string, shape: Shape, schema: Schema]>([
  ['a scalar', leaf('String!'), { type: 'string' }],
  ['a nullable scalar', leaf('String'), { type: ['string', 'null'] }],
  ['an integer, with an example', leaf('SafeInt!'), expect.objectContaining({ type: 'integer', examples: [1] })],
  ['an enum', leaf('Genre!'), ref('Genre')],
  ['a nullable enum', leaf('Genre'), { anyOf: [ref('Genre'), { type: 'null' }] }],
  [
    'the name of a type',
    { kind: 'leaf', type: 'String', names: ['Book', 'Reel'], nullable: false },
    { type: 'string', enum: ['Book', 'Reel'] },
  ],
  ['a list', list(leaf('String')), { type: 'array', items: { type: ['string', 'null'] } }],
  ['an object', author, name],
  ['a nullable object', { ...author, nullable: true }, { ...name, type: ['object', 'null'] }],
  ['an object with a description', { ...author, description: 'Who wrote.' }, { ...name, description: 'Who wrote.' }],
  [
    'an object with conditional, described and deprecated properties',
    {
      ...author,
      properties: [
        {
          field: 'name',
          key: 'name',
          shape: leaf('String!'),
          required: false,
          description: 'A name.',
          deprecated: 'Old.',
        },
      ],
    },
    { type: 'object', properties: { name: { type: 'string', description: 'A name.', deprecated: true } } },
  ],
  [
    'a property of an enum with a description',
    {
      ...author,
      properties: [{ field: 'genre', key: 'genre', shape: leaf('Genre!'), required: true, description: 'A genre.' }],
    },
    { type: 'object', required: ['genre'], properties: { genre: { ...ref('Genre'), description: 'A genre.' } } },
  ],
  [
    'an unwrapped object',
    { kind: 'unwrapped', key: 'name', field: 'name', of: leaf('String!'), nullable: true },
    { type: ['string', 'null'] },
  ],
  [
    'an unwrapped object whose child is nullable too',
    { kind: 'unwrapped', key: 'name', field: 'name', of: leaf('String'), nullable: true },
    { type: ['string', 'null'] },
  ],
  [
    'a connection without an envelope',
    connection(leaf('String!')),
    { type: 'object', required: ['nodes'], properties: { nodes: { type: 'array', items: { type: 'string' } } } },
  ],
])('describes %s', (_, shape, schema) => {
  expect(schemaOf(shape)).toEqual(schema);
});
