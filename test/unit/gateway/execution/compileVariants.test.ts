import { buildSchema, parse } from 'graphql';
import { expect, test } from 'vitest';
import { compileVariants } from '../../../../src/gateway/execution/compileVariants.ts';

const schema = buildSchema('type Query { a(x: Int!): Int b: Int }');

test('variants with the same document are compiled once', () => {
  const select = compileVariants(schema, parse('query ($a: Boolean!) { b a(x: 1) @include(if: $a) }'));
  const included = select({ a: true });
  expect(select({ a: true })).toBe(included);
  expect(select({ a: false })).not.toBe(included);
  expect(select({ a: true })).toBe(included);
});

test('a document that cannot be compiled is refused', () => {
  expect(() => compileVariants(schema, parse('query ($n: Unknown) { b }'))).toThrow();
});

test('the least recently used of 64 variants is dropped', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const definitions = names.map((name) => `$${name}: Boolean = false`).join(' ');
  const selections = names.map((name) => `${name}: b @include(if: $${name})`).join(' ');
  const select = compileVariants(schema, parse(`query (${definitions}) { b ${selections} }`));
  const variables = (n: number) => Object.fromEntries(names.map((name, bit) => [name, (n & (1 << bit)) > 0]));
  const first = Array.from({ length: 64 }, (_, n) => select(variables(n)));
  expect(select(variables(0))).toBe(first[0]);
  select(variables(64));
  expect(select(variables(0))).toBe(first[0]);
  expect(select(variables(2))).toBe(first[2]);
  expect(select(variables(1))).not.toBe(first[1]);
});
