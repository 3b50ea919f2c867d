import { parse, print } from 'graphql';
import { describe, expect, test } from 'vitest';
import { specialiseOperation } from '../../../src/gateway/execute/specialiseOperation.ts';

/** The document for these variables, without whitespace that GraphQL ignores. */
const rewrite = (source: string, variables: Record<string, unknown>) =>
  print(specialiseOperation(parse(source)).variantDocument(variables)).replace(/\s+/g, ' ');

describe('conditions', () => {
  const source = 'query q($a: Boolean!, $b: Boolean = true) { x @include(if: $a) y @skip(if: $b) z @other(if: $b) }';
  test.each<[Record<string, unknown>, string]>([
    [{ a: true }, 'query q($a: Boolean!, $b: Boolean = true) { x z @other(if: $b) }'],
    [{ a: false, b: false }, 'query q($a: Boolean!, $b: Boolean = true) { y z @other(if: $b) }'],
    [{ a: true, b: false }, 'query q($a: Boolean!, $b: Boolean = true) { x y z @other(if: $b) }'],
    [{}, 'query q($a: Boolean!, $b: Boolean = true) { z @other(if: $b) }'],
  ])('are evaluated for %j', (variables, expected) => {
    expect(rewrite(source, variables)).toBe(expected);
  });
  test('apply to fragments, and can be literal', () => {
    const fragments =
      'query q($a: Boolean!) { ... @include(if: $a) { x } ...F @skip(if: $a) y @include(if: true) z @skip(if: true) } fragment F on Query { v @include(if: false) w @skip(if: false) }';
    expect(rewrite(fragments, { a: true })).toBe('query q($a: Boolean!) { ... { x } y } fragment F on Query { w }');
    expect(rewrite(fragments, { a: false })).toBe('query q($a: Boolean!) { ...F y } fragment F on Query { w }');
  });
  test('must all hold', () => {
    const both = 'query q($a: Boolean!, $b: Boolean!) { x y @include(if: $a) @skip(if: $b) }';
    const head = 'query q($a: Boolean!, $b: Boolean!)';
    expect(rewrite(both, { a: true, b: false })).toBe(`${head} { x y }`);
    expect(rewrite(both, { a: true, b: true })).toBe(`${head} { x }`);
  });
  test.each<[unknown]>([['yes'], [1], [null]])('must be Boolean, not %j', (a) => {
    const { variantKey } = specialiseOperation(parse(source));
    expect(() => variantKey({ a })).toThrow('Variable "$a" must be true or false.');
  });
});

describe('input', () => {
  const source = 'query q($a: Int, $b: Int = 1, $c: Int!) { x(in: {a: $a, b: $b, c: $c}, list: [$a, $c], direct: $a) }';
  const head = 'query q($a: Int, $b: Int = 1, $c: Int!)';
  test.each<[Record<string, unknown>, string]>([
    [{ a: 1, b: 2, c: 3 }, '{ x(in: {a: $a, b: $b, c: $c}, list: [$a, $c], direct: $a) }'],
    [{ c: 3 }, '{ x(in: {b: $b, c: $c}, list: [null, $c], direct: $a) }'],
    [{ a: null, b: null, c: 3 }, '{ x(in: {a: null, b: null, c: $c}, list: [null, $c], direct: null) }'],
    [{ a: undefined, c: 3 }, '{ x(in: {b: $b, c: $c}, list: [null, $c], direct: $a) }'],
  ])('for %j', (variables, expected) => {
    expect(rewrite(source, variables)).toBe(`${head} ${expected}`);
  });
});

test('a key identifies the document', () => {
  const { variantKey } = specialiseOperation(
    parse('query q($a: Boolean!, $b: Int, $c: Int, $d: Int) { x(in: {b: $b}, c: $c) @include(if: $a) y(l: [$d]) }'),
  );
  const keys = [
    { a: true },
    { a: false },
    { a: true, b: 1 },
    { a: true, b: null },
    { a: true, d: 1 },
    { a: true, b: 1, d: 1 },
  ].map(variantKey);
  expect(new Set(keys).size).toBe(keys.length);
  expect(variantKey({ a: true, c: 1 })).toBe(variantKey({ a: true }));
  expect(variantKey({ a: true, b: 1 })).toBe(variantKey({ a: true, b: 2 }));
});
