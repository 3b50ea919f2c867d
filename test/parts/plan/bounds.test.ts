import { describe, expect, test } from 'vitest';
import { DEFAULT_CONVENTIONS } from '../../../src/gateway/plan/conventions/defaultConventions.ts';
import { isSpecifiedScalar } from '../../../src/gateway/plan/conventions/scalarConversions.ts';
import { type Constraints, boundsOfType, intersectBounds } from '../../../src/gateway/plan/bounds.ts';

const context = {
  types: { enums: { Genre: { values: {} } }, inputs: {} },
  conventions: {
    ...DEFAULT_CONVENTIONS,
    scalars: {
      Money: { type: 'integer', minimum: 0, maximum: 9 },
      Code: { type: 'string', maxLength: 3, pattern: '[A-Z]+' },
      Flag: { type: 'boolean' },
    },
  },
} as const;

test.each<[type: string, bounds: Constraints]>([
  ['Int', { min: -2147483648, max: 2147483647 }],
  ['ID', { minLength: 1 }],
  ['String', {}],
  ['Float', {}],
  ['Boolean', {}],
  ['Genre', {}],
  ['Money', { min: 0, max: 9 }],
  ['Code', { minLength: 1, maxLength: 3, pattern: '[A-Z]+' }],
  ['Flag', {}],
  ['Unknown', { minLength: 1 }],
])('the bounds of %s are %j', (type, bounds) => {
  expect(boundsOfType(type, context)).toEqual(bounds);
});

describe('of two bounds', () => {
  test.each<[one: Constraints, other: Constraints, result: object]>([
    [{}, {}, { patterns: [] }],
    [
      { min: 1, max: 5 },
      { min: 2, max: 9 },
      { min: 2, max: 5, patterns: [] },
    ],
    [{ minLength: 3 }, { maxLength: 4 }, { minLength: 3, maxLength: 4, patterns: [] }],
    [
      { minLength: 3, maxLength: 9 },
      { minLength: 0, maxLength: 4 },
      { minLength: 3, maxLength: 4, patterns: [] },
    ],
    [{ pattern: 'a' }, { pattern: 'b' }, { patterns: ['a', 'b'] }],
    [{ pattern: 'a' }, { pattern: 'a' }, { patterns: ['a'] }],
    [{}, { pattern: 'b' }, { patterns: ['b'] }],
    [{ minItems: 1 }, { maxItems: 2 }, { patterns: [] }],
  ])('%j and %j hold: %j', (one, other, result) => {
    expect(intersectBounds(one, other)).toEqual(result);
  });
});

test('the scalars of the specification are five', () => {
  const names = ['Int', 'Float', 'String', 'Boolean', 'ID', 'Date', 'int'];
  expect(names.filter(isSpecifiedScalar)).toEqual(['Int', 'Float', 'String', 'Boolean', 'ID']);
});
