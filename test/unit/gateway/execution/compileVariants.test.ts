import { type DocumentNode, buildSchema, parse } from 'graphql';
import { expect, test, vi } from 'vitest';
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

test('a request can have a document of its own, which is compiled once for its key', () => {
  const select = compileVariants(schema, parse('query ($a: Boolean!, $x: Int!) { b a(x: $x) @include(if: $a) }'));
  const own = {
    key: 'b',
    create: vi.fn<() => DocumentNode>(() => parse('query ($a: Boolean!) { b @include(if: $a) }')),
  };
  const included = select({ a: true }, own);
  expect(select({ a: true }, own)).toBe(included);
  expect(own.create).toHaveBeenCalledOnce();
  expect(select({ a: false }, own)).not.toBe(included);
  expect(select({ a: true })).not.toBe(included);
});

test('with 64 variants, another one is not compiled at its first use', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const definitions = names.map((name) => `$${name}: Boolean = false`).join(' ');
  const selections = names.map((name) => `${name}: b @include(if: $${name})`).join(' ');
  const select = compileVariants(schema, parse(`query (${definitions}) { b ${selections} }`));
  const variables = (n: number) => Object.fromEntries(names.map((name, bit) => [name, (n & (1 << bit)) > 0]));
  const first = Array.from({ length: 64 }, (_, n) => select(variables(n)));
  expect(first).not.toContain(undefined);
  expect([select(variables(64)), select(variables(64))]).toEqual([undefined, expect.any(Function)]);
});
