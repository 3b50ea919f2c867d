import { readFileSync, readdirSync } from 'node:fs';
import { Kind, parse, print } from 'graphql';
import { format } from 'prettier';
import { describe, expect, test } from 'vitest';
import { formatDocument } from '../../../../src/authoring/propose/formatDocument.ts';

const OPTIONS = { parser: 'graphql', printWidth: 120 } as const;

/** Every operation and shape of the repository, one definition each; comments are not formatted. */
const written = ['schema/rest', 'examples']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
  .filter((file) => /\/v\d+\/.*\.graphql$/.test(file))
  .sort()
  .flatMap((file) =>
    parse(readFileSync(file, 'utf8')).definitions.flatMap((node) =>
      node.kind === Kind.OPERATION_DEFINITION && !node.directives?.length ? [] : [[file, print(node)] as const],
    ),
  );

describe('formatDocument', () => {
  test('has documents to format', () => {
    expect(written.length).toBeGreaterThan(50);
  });

  test.each(written)('formats %s as prettier does', async (_, text) => {
    expect(formatDocument(text)).toBe(await format(text, OPTIONS));
  });

  const field = (length: number) => 'a'.repeat(length);
  test.each([
    ['variables that just fit', `query q($${field(100)}: ID) { a }`],
    ['variables that do not', `query q($${field(108)}: ID) { a }`],
    [
      'a directive that does not fit beside them',
      `query q($${field(60)}: ID) @endpoint(method: GET, path: "/${field(60)}") { a }`,
    ],
    [
      'a directive that fits nowhere',
      `query q @endpoint(method: GET, path: "/${field(90)}", location: "/${field(40)}") { a }`,
    ],
    ['arguments that do not fit', `{ a(one: "${field(60)}", two: "${field(60)}") { b } }`],
    ['an object that does not fit', `{ a(one: { two: "${field(60)}", three: "${field(60)}" }) @unwrap { b } }`],
    [
      'a list of objects',
      `query q($a: [A!] = [{ b: C }] @param(values: [{ text: "${field(60)}", value: { d: 1 } } { text: "e", value: {} }])) @x { f }`,
    ],
    [
      'directives behind arguments',
      `{ a(one: "${field(60)}") @paginate(connection: { first: "limit" }, styles: [OFFSET, PAGE]) { b } }`,
    ],
    [
      'an alias, a spread and inline fragments',
      '{ type: __typename ...A ... on B @error(status: 404) { c } ... @wrap(as: "d") { e } }',
    ],
    ['a description', `"One \\"sentence\\"." query q { a }`],
  ])('formats %s as prettier does', async (_, text) => {
    const operation = text.startsWith('{') ? `query q ${text}` : text;
    expect(formatDocument(operation)).toBe(await format(operation, OPTIONS));
  });
});
