import { parse, print } from 'graphql';
import { expect, test } from 'vitest';
import { withoutTotal } from '../../../../src/gateway/compile/withoutTotal.ts';

const without = (text: string) => print(withoutTotal(parse(text))).replaceAll(/\s+/g, ' ');

test.each([
  ['query q { list { id } count @total }', 'query q { list { id } }'],
  ['query q { list { id } all { nested { count @total } } }', 'query q { list { id } }'],
  ['query q { list { id } all { count @total other } }', 'query q { list { id } all { other } }'],
  ['query q($a: A, $b: B) { list(a: $a) { id } all(b: $b) { count @total } }', 'query q($a: A) { list(a: $a) { id } }'],
  [
    'query q { list { ...I } ...T } fragment T on Query { all { ...U } } fragment U on All { count @total } fragment I on Item { id }',
    'query q { list { ...I } } fragment I on Item { id }',
  ],
  ['query q { list { id } ... on Query @include(if: true) { count @total } }', 'query q { list { id } }'],
])('%s is %s', (text, rest) => {
  expect(without(text)).toBe(rest);
});

test('a document without a total stays the same', () => {
  const document = parse('query q($unused: Int) { list { id } }');
  expect(withoutTotal(document)).toBe(document);
});
