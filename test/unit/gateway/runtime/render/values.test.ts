import { describe, expect, test } from 'vitest';
import { valueAt, wireText } from '../../../../../src/gateway/runtime/render/values.ts';
import { parameter } from '../../request/support/coercion.ts';
import { versionOf } from '../support/plans.ts';

const version = versionOf({ enums: { Genre: { FACT: 'fact' } } });

describe('wireText', () => {
  test.each<[string, unknown, string]>([
    ['Genre!', 'FACT', 'fact'],
    ['Genre', 'NEW', 'NEW'],
    ['Int!', 7, '7'],
    ['String!', 'a b', 'a b'],
    ['Boolean', true, 'true'],
  ])('of the type %s, %j is written %s', (type, value, text) => {
    expect(wireText(parameter('x', type), value, version)).toBe(text);
  });
});

describe('valueAt', () => {
  test.each([
    [{ a: { b: 1 } }, ['a', 'b'], 1],
    [{ a: { b: 1 } }, [], { a: { b: 1 } }],
    [{ a: null }, ['a', 'b'], null],
    [{}, ['a', 'b'], undefined],
    [null, ['a'], null],
  ])('in %j the value at %j is %j', (value, path, found) => {
    expect(valueAt(value, path)).toEqual(found);
  });
});
