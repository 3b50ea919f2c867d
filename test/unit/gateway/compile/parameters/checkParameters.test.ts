import { describe, expect, test } from 'vitest';
import { diagnosticsOf } from '../support/compileDocuments.ts';
import { testDiagnostics } from '../support/testDiagnostics.ts';

const schema = `
  type Query { echo(a: String, b: String, c: String): String }
  type Mutation { echo(a: String, b: String, c: String): String }
`;
const get = (a: string, b: string) =>
  `query get($a: String ${a}, $b: String ${b}) @endpoint(method: GET, path: "/e") { echo(a: $a, b: $b) }`;
const post = (a: string, b: string) =>
  `mutation m($a: String ${a}, $b: String ${b}) @endpoint(method: POST, path: "/e") { echo(a: $a, b: $b) }`;

describe('checkParameterNames', () => {
  describe('names are refused of', () => {
    testDiagnostics(schema, [
      [
        'two query parameters',
        get('@param(name: "x")', '@param(name: ▶"x")'),
        'Two variables have the parameter name "x". | Rename one with @param(name: …).',
      ],
      [
        'a query parameter and a variable',
        get('@param(name: "b")', '').replace('$b:', '▶$b:'),
        'Two variables have the parameter name "b". | Rename one with @param(name: …).',
      ],
      [
        'two headers that differ in case',
        get('@param(in: HEADER, name: "X-A")', '@param(in: HEADER, name: ▶"x-a")'),
        'Two variables have the parameter name "x-a". | Rename one with @param(name: …).',
      ],
      [
        'two properties of the body',
        post('@param(name: "x.y")', '@param(name: ▶"x.y")'),
        'Two variables have the property name "x.y". | Rename one with @param(name: …).',
      ],
      [
        'a property and the object around it',
        post('@param(name: "x.y")', '@param(name: ▶"x")'),
        'The body properties "x" and "x.y" conflict: "x" cannot be both a value and an object. | Rename one with @param(name: …).',
      ],
      [
        'an object and a property in it',
        post('@param(name: "x")', '@param(name: ▶"x.y")'),
        'The body properties "x" and "x.y" conflict: "x" cannot be both a value and an object. | Rename one with @param(name: …).',
      ],
    ]);
  });

  test.each([
    ['that are in different sources', get('@param(name: "x")', '@param(in: HEADER, name: "x")')],
    ['of the query that differ in case', get('@param(name: "x")', '@param(name: "X")')],
    ['of the query that only look like a path', get('@param(name: "x")', '@param(name: "x.y")')],
    ['of the body that only begin in the same way', post('@param(name: "x")', '@param(name: "xy")')],
    ['of the body in one object', post('@param(name: "x.y")', '@param(name: "x.z")')],
  ])('names are accepted %s', (_, document) => {
    expect(diagnosticsOf(schema, document)).toEqual([]);
  });
});

describe('checkInputNames', () => {
  const inputNamesSchema = `
  type Query { a: String }
  type Mutation { meet(clash: Clash, deep: [Deep!], tree: Tree): String }
  input Clash { fooBar: Int foo_bar: Int }
  input Deep { clashes: [Clash!]! again: [Clash!] }
  input Tree { children: [Tree!] name: String }
`;
  const meet = (variable: string, given: string, conventions = '{"case": "snake_case"}') => ({
    'conventions.json': conventions,
    'v1/a.graphql': `mutation m(${variable}) @endpoint(method: POST, path: "/m") { meet(${given}) }`,
  });
  const messageOf = (type: string) =>
    `Clash.fooBar and Clash.foo_bar have the same property name "foo_bar". | Replace the variable of type ${type} by one variable for each field that clients send.`;

  describe('two fields of one property name are refused', () => {
    testDiagnostics(inputNamesSchema, [
      ['in the type of a variable', meet('▶$c: Clash', 'clash: $c'), messageOf('Clash')],
      ['in what its fields refer to, once', meet('▶$d: [Deep!]', 'deep: $d'), messageOf('Deep')],
      [
        'for each variable',
        meet('▶$c: Clash, ▶$d: [Deep!]', 'clash: $c, deep: $d'),
        messageOf('Clash'),
        messageOf('Deep'),
      ],
    ]);
  });

  test.each([
    ['names are those of the schema', meet('$c: Clash', 'clash: $c', '{}')],
    ['an object refers to itself', meet('$t: Tree', 'tree: $t')],
  ])('input objects are accepted where %s', (_, documents) => {
    expect(diagnosticsOf(inputNamesSchema, documents)).toEqual([]);
  });
});

describe('checkSource', () => {
  const sourceSchema = `
  enum Genre { FACT FICTION }
  input Filter { text: String }
  type Query { echo(t: String, u: String, l: [String!], m: [[String!]], g: Genre, f: Filter, fs: [Filter!]): String }
  type Mutation { echo(t: String, f: Filter): String }
`;
  const sourceGet = (path: string, variables: string, given: string) =>
    `query get(${variables}) @endpoint(method: GET, path: "${path}") { echo(${given}) }`;
  const sourcePost = (variables: string, given: string) =>
    `mutation m(${variables}) @endpoint(method: POST, path: "/e") { echo(${given}) }`;

  describe('a parameter is refused where', () => {
    testDiagnostics(sourceSchema, [
      [
        'the header is one of HTTP',
        sourceGet('/e', '$t: String @param(in: HEADER, name: ▶"Content-Length")', 't: $t'),
        '"Content-Length" is a header of HTTP itself, which cannot be a parameter. | Use @param(name: …).',
      ],
      [
        'the variable of a header has a name of HTTP',
        sourceGet('/e', '$Accept: String ▶@param(in: HEADER)', 't: $Accept'),
        '"Accept" is a header of HTTP itself, which cannot be a parameter. | Use @param(name: …).',
      ],
      [
        'the name is not one of a header',
        sourceGet('/e', '$t: String @param(in: HEADER, name: ▶"a b")', 't: $t'),
        '"a b" is not a valid header name. | Rename it with @param(name: …).',
      ],
      [
        'the name of a header is empty',
        sourceGet('/e', '$t: String @param(in: HEADER, name: ▶"")', 't: $t'),
        '"" is not a valid header name. | Rename it with @param(name: …).',
      ],
      [
        'the name is empty',
        sourceGet('/e', '$t: String @param(name: ▶"")', 't: $t'),
        '"" is not a valid parameter name. | Write a name, or remove name.',
      ],
      [
        'a property of the body has an empty step',
        sourcePost('$t: String @param(name: ▶"a..b")', 't: $t'),
        '"a..b" is not a valid property name. | Write a name, or remove name.',
      ],
      [
        'an object is in the query',
        sourceGet('/e', '▶$f: Filter', 'f: $f'),
        'The query parameter "f" has type Filter, which cannot be written as text. | Use a scalar or an enum, or send it in the body.',
      ],
      [
        'a list of objects is in a header',
        sourceGet('/e', '▶$fs: [Filter!] @param(in: HEADER)', 'fs: $fs'),
        'The header parameter "fs" has type [Filter!], which cannot be written as text. | Use a scalar or an enum, or send it in the body.',
      ],
      [
        'a list of lists is in the query',
        sourceGet('/e', '▶$m: [[String!]]', 'm: $m'),
        'The query parameter "m" has type [[String!]], which cannot be written as text. | Use a scalar or an enum, or send it in the body.',
      ],
      [
        'a path parameter is nullable',
        sourceGet('/e/{t}', '▶$t: String', 't: $t'),
        'The path parameter "t" has type String, but a path parameter is one required value. | Declare it as String! without a default.',
      ],
      [
        'a path parameter has a default',
        sourceGet('/e/{t}', '▶$t: String! = "x"', 't: $t'),
        'The path parameter "t" has type String!, but a path parameter is one required value. | Declare it as String! without a default.',
      ],
      [
        'a path parameter is a list',
        sourceGet('/e/{l}', '▶$l: [String!]!', 'l: $l'),
        'The path parameter "l" has type [String!]!, but a path parameter is one required value. | Declare it as String! without a default.',
      ],
    ]);
  });

  describe('a parameter is accepted that is', () => {
    test.each([
      ['a header with a name of its own', sourceGet('/e', '$t: String @param(in: HEADER, name: "X-Trace")', 't: $t')],
      [
        'a header that only begins like one of HTTP',
        sourceGet('/e', '$t: String @param(in: HEADER, name: "Dates")', 't: $t'),
      ],
      [
        'a header that only ends like one of HTTP',
        sourceGet('/e', '$t: String @param(in: HEADER, name: "X-Date")', 't: $t'),
      ],
      ['a list of enums in the query', sourceGet('/e', '$l: [String!]!, $g: Genre!', 'l: $l, g: $g')],
      ['a required value in the path', sourceGet('/e/{g}', '$g: Genre!', 'g: $g')],
      ['an object in a body', sourcePost('$f: Filter @param(name: "a.b")', 'f: $f')],
      ['a dotted name in the query', sourceGet('/e', '$t: String @param(name: "a..b")', 't: $t')],
    ])('%s', (_, document) => {
      expect(diagnosticsOf(sourceSchema, document)).toEqual([]);
    });
    test('the whole body', () => {
      const document = 'mutation m($f: Filter!) @endpoint(method: POST, path: "/e", body: "f") { echo(f: $f) }';
      expect(diagnosticsOf(sourceSchema, document)).toEqual([]);
    });
  });
});

describe('checkNullAs', () => {
  const nullAsSchema = `
  enum Genre { FACT FICTION }
  type Query { echo(t: String, n: Int!, g: Genre, gs: [Genre!]): String }
  type Mutation { echo(t: String): String }
`;
  const nullAsGet = (variable: string, given: string) => ({
    'conventions.json': '{"enums": {"*": "lowercase"}}',
    'v1/a.graphql': `query get(${variable}) @endpoint(method: GET, path: "/e") { echo(n: 1, ${given}) }`,
  });
  const nullAsPost = (variable: string, more = '') =>
    `mutation m(${variable}) @endpoint(method: POST, path: "/e"${more}) { echo(t: $t) }`;

  describe('nullAs is refused', () => {
    testDiagnostics(nullAsSchema, [
      [
        'in a body',
        nullAsPost('$t: String @param(nullAs: ▶"none")'),
        'nullAs is only for paths, queries and headers: a JSON body has null. | Remove it.',
      ],
      [
        'on the whole body',
        nullAsPost('$t: String @param(nullAs: ▶"none")', ', body: "t"'),
        'nullAs is only for paths, queries and headers: a JSON body has null. | Remove it.',
      ],
      [
        'on a type without null',
        nullAsGet('$t: String! @param(nullAs: ▶"none")', 't: $t'),
        'nullAs is for nullable types, not for String!. | Remove it, or make the type nullable.',
      ],
      [
        'as a wire value of its enum',
        nullAsGet('$g: Genre @param(nullAs: ▶"fact")', 'g: $g'),
        'nullAs "fact" is also a value of Genre. | Choose another text.',
      ],
      [
        'as a wire value of the enum of its items',
        nullAsGet('$gs: [Genre!] @param(nullAs: ▶"fact")', 'gs: $gs'),
        'nullAs "fact" is also a value of Genre. | Choose another text.',
      ],
    ]);
    test('where every use of the variable is without null', () => {
      const document =
        'query get($n: Int = 1 @param(nullAs: "none")) @endpoint(method: GET, path: "/e") { echo(n: $n) }';
      expect(diagnosticsOf(nullAsSchema, document)).toEqual([
        'v1/a.graphql:1:38 nullAs is for nullable types, not for Int!. | Remove it, or make the type nullable.',
      ]);
    });
  });

  test.each([
    ['in the query', nullAsGet('$t: String @param(nullAs: "none")', 't: $t')],
    ['in a header', nullAsGet('$t: String @param(in: HEADER, nullAs: "none")', 't: $t')],
    ['as the name of a value that has another wire value', nullAsGet('$g: Genre @param(nullAs: "FACT")', 'g: $g')],
  ])('nullAs is accepted %s', (_, documents) => {
    expect(diagnosticsOf(nullAsSchema, documents)).toEqual([]);
  });
});
