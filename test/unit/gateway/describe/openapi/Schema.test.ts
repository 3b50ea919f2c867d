import { expect, test } from 'vitest';
import { type Schema, nullable, ref } from '../../../../../src/gateway/describe/openapi/Schema.ts';

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
