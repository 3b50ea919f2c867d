import { describe, expect, test } from 'vitest';
import { type Schema, nullable, ref, referencesOf } from '../../../../src/gateway/describe/openapi/Schema.ts';

test.each<[name: string, schema: Schema, expected: Schema]>([
  ['a type', { type: 'string' }, { type: ['string', 'null'] }],
  ['values', { type: 'string', enum: ['a'] }, { type: ['string', 'null'], enum: ['a', null] }],
  ['a reference', ref('Book'), { anyOf: [ref('Book'), { type: 'null' }] }],
  ['a schema of any type, which has it', { description: 'Any.' }, { description: 'Any.' }],
  ['numbers of any type', { maximum: 1 }, { anyOf: [{ maximum: 1 }, { type: 'null' }] }],
  ['a nullable schema, once', { type: ['string', 'null'] }, { type: ['string', 'null'] }],
])('allows null in %s', (_, schema, expected) => {
  expect(nullable(schema)).toEqual(expected);
});

describe('referencesOf', () => {
  test.each<[name: string, node: unknown, references: string[]]>([
    ['a reference', { $ref: '#/a' }, ['#/a']],
    [
      'references in lists and objects, each once',
      [{ a: { $ref: '#/a' } }, [{ $ref: '#/b' }, { $ref: '#/a' }]],
      ['#/a', '#/b'],
    ],
    [
      'the schemas of properties, whatever their names',
      { properties: { default: { $ref: '#/a' }, $ref: { $ref: '#/b' } } },
      ['#/a', '#/b'],
    ],
    ['no data', { default: { $ref: '#/a' }, examples: [{ $ref: '#/b' }], enum: [{ $ref: '#/c' }] }, []],
    ['no scalar', null, []],
  ])('finds %s', (_, node, references) => {
    expect([...referencesOf(node)]).toEqual(references);
  });
});
