import { parse, print } from 'graphql';
import { describe, expect, test } from 'vitest';
import { formatDocument } from '../../../src/authoring/propose/formatDocument.ts';

const field = (length: number) => 'a'.repeat(length);

describe('formatDocument', () => {
  test.each([
    ['a shape', 'fragment A on B { c ... on D @error(status: 404) { e } }'],
    ['a description', '"One \\"sentence\\"." query q { a }'],
    ['no variables', `query q @endpoint(method: GET, path: "/${field(60)}") { a }`],
    [
      'variables that fit',
      `query q($a: ID = "(", $b: [ID!]) @endpoint(method: GET, path: "/${field(40)}") { a(b: $a) }`,
    ],
    ['a line of one long text', `"A (very, very) long ${field(120)}" query q { a }`],
  ])('prints %s as graphql does', (_, text) => {
    expect(formatDocument(text)).toBe(`${print(parse(text))}\n`);
  });

  test.each([
    [
      'variables',
      `query q($a: [A!] = [{b: ", ("}], $b: ID) @endpoint(path: "/${field(80)}") { c }`,
      `query q($a: [A!] = [{b: ", ("}], $b: ID) @endpoint(
  path: "/${field(80)}"
) {
  c
}
`,
    ],
    [
      'arguments',
      `{ a(one: {two: ["${field(60)}", "${field(30)}"]}, three: 3) @unwrap { b } }`,
      `{
  a(
    one: {two: ["${field(60)}", "${field(30)}"]}
    three: 3
  ) @unwrap {
    b
  }
}
`,
    ],
    [
      'variables and directives',
      `query q($a: A = "${field(60)}", $b: ID @param(name: "${field(60)}")) @endpoint(method: GET, path: "/${field(50)}", location: "${field(50)}") { c }`,
      `query q(
  $a: A = "${field(60)}"
  $b: ID @param(name: "${field(60)}")
) @endpoint(
  method: GET
  path: "/${field(50)}"
  location: "${field(50)}"
) {
  c
}
`,
    ],
  ])('breaks long lists: %s', (_, text, expected) => {
    expect(formatDocument(text)).toBe(expected);
    expect(print(parse(expected))).toBe(print(parse(text)));
  });

  test('throws a GraphQLError for any other text', () => {
    expect(() => formatDocument('query {')).toThrow('Syntax Error');
  });
});
