import { describe, expect, test } from 'vitest';
import { diagnosticsOf } from './support/compileDocuments.ts';
import { testDiagnostics } from './support/testDiagnostics.ts';

const schema = `
  enum Genre { FACT FICTION }
  input Filter { text: String }
  type Query { echo(t: String, u: String, l: [String!], m: [[String!]], g: Genre, f: Filter, fs: [Filter!]): String }
  type Mutation { echo(t: String, f: Filter): String }
`;
const get = (path: string, variables: string, given: string) =>
  `query get(${variables}) @endpoint(method: GET, path: "${path}") { echo(${given}) }`;
const post = (variables: string, given: string) =>
  `mutation m(${variables}) @endpoint(method: POST, path: "/e") { echo(${given}) }`;

describe('a parameter is refused where', () => {
  testDiagnostics(schema, [
    [
      'the header is one of HTTP',
      get('/e', '$t: String @param(in: HEADER, name: ▶"Content-Length")', 't: $t'),
      '"Content-Length" is a header of HTTP itself, which cannot be a parameter. | Use @param(name: …).',
    ],
    [
      'the variable of a header has a name of HTTP',
      get('/e', '$Accept: String ▶@param(in: HEADER)', 't: $Accept'),
      '"Accept" is a header of HTTP itself, which cannot be a parameter. | Use @param(name: …).',
    ],
    [
      'the name is not one of a header',
      get('/e', '$t: String @param(in: HEADER, name: ▶"a b")', 't: $t'),
      '"a b" is not a valid header name. | Rename it with @param(name: …).',
    ],
    [
      'the name of a header is empty',
      get('/e', '$t: String @param(in: HEADER, name: ▶"")', 't: $t'),
      '"" is not a valid header name. | Rename it with @param(name: …).',
    ],
    [
      'the name is empty',
      get('/e', '$t: String @param(name: ▶"")', 't: $t'),
      '"" is not a valid parameter name. | Write a name, or remove name.',
    ],
    [
      'a property of the body has an empty step',
      post('$t: String @param(name: ▶"a..b")', 't: $t'),
      '"a..b" is not a valid property name. | Write a name, or remove name.',
    ],
    [
      'an object is in the query',
      get('/e', '▶$f: Filter', 'f: $f'),
      'The query parameter "f" has type Filter, which cannot be written as text. | Use a scalar or an enum, or send it in the body.',
    ],
    [
      'a list of objects is in a header',
      get('/e', '▶$fs: [Filter!] @param(in: HEADER)', 'fs: $fs'),
      'The header parameter "fs" has type [Filter!], which cannot be written as text. | Use a scalar or an enum, or send it in the body.',
    ],
    [
      'a list of lists is in the query',
      get('/e', '▶$m: [[String!]]', 'm: $m'),
      'The query parameter "m" has type [[String!]], which cannot be written as text. | Use a scalar or an enum, or send it in the body.',
    ],
    [
      'a path parameter is nullable',
      get('/e/{t}', '▶$t: String', 't: $t'),
      'The path parameter "t" has type String, but a path parameter is one required value. | Declare it as String! without a default.',
    ],
    [
      'a path parameter has a default',
      get('/e/{t}', '▶$t: String! = "x"', 't: $t'),
      'The path parameter "t" has type String!, but a path parameter is one required value. | Declare it as String! without a default.',
    ],
    [
      'a path parameter is a list',
      get('/e/{l}', '▶$l: [String!]!', 'l: $l'),
      'The path parameter "l" has type [String!]!, but a path parameter is one required value. | Declare it as String! without a default.',
    ],
  ]);
});

describe('a parameter is accepted that is', () => {
  test.each([
    ['a header with a name of its own', get('/e', '$t: String @param(in: HEADER, name: "X-Trace")', 't: $t')],
    ['a header that only begins like one of HTTP', get('/e', '$t: String @param(in: HEADER, name: "Dates")', 't: $t')],
    ['a header that only ends like one of HTTP', get('/e', '$t: String @param(in: HEADER, name: "X-Date")', 't: $t')],
    ['a list of enums in the query', get('/e', '$l: [String!]!, $g: Genre!', 'l: $l, g: $g')],
    ['a required value in the path', get('/e/{g}', '$g: Genre!', 'g: $g')],
    ['an object in a body', post('$f: Filter @param(name: "a.b")', 'f: $f')],
    ['a dotted name in the query', get('/e', '$t: String @param(name: "a..b")', 't: $t')],
  ])('%s', (_, document) => {
    expect(diagnosticsOf(schema, document)).toEqual([]);
  });
  test('the whole body', () => {
    const document = 'mutation m($f: Filter!) @endpoint(method: POST, path: "/e", body: "f") { echo(f: $f) }';
    expect(diagnosticsOf(schema, document)).toEqual([]);
  });
});
