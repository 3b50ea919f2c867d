import { type GraphQLScalarType, buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { type FaultCase, faultsOf, testFaults } from '../support/faults.ts';

const schema = `
  type Query { echo(a: String, b: String, c: String): String }
  type Mutation { echo(a: String, b: String, c: String): String }
`;
const get = (a: string, b: string) =>
  `query get($a: String ${a}, $b: String ${b}) @endpoint(method: GET, path: "/e") { echo(a: $a, b: $b) }`;
const post = (a: string, b: string) =>
  `mutation m($a: String ${a}, $b: String ${b}) @endpoint(method: POST, path: "/e") { echo(a: $a, b: $b) }`;

describe('checkParameterNames', () => {
  const twice = (what: string) => `Two variables have the ${what}. Rename one with @param(name: …).`;
  const conflict =
    'The body properties "x" and "x.y" conflict: "x" cannot be both a value and an object. Rename one with @param(name: …).';
  describe('names are refused of', () => {
    testFaults(schema, [
      ['two query parameters', get('@param(name: "x")', '@param(name: ▶"x")'), twice('parameter name "x"')],
      [
        'a query parameter and a variable',
        get('@param(name: "b")', '').replace('$b:', '▶$b:'),
        twice('parameter name "b"'),
      ],
      [
        'two headers that differ in case',
        get('@param(in: HEADER, name: "X-A")', '@param(in: HEADER, name: ▶"x-a")'),
        twice('parameter name "x-a"'),
      ],
      ['two properties of the body', post('@param(name: "x.y")', '@param(name: ▶"x.y")'), twice('property name "x.y"')],
      ['a property and the object around it', post('@param(name: "x.y")', '@param(name: ▶"x")'), conflict],
      ['an object and a property in it', post('@param(name: "x")', '@param(name: ▶"x.y")'), conflict],
    ]);
  });

  describe('names are accepted', () => {
    testFaults(schema, [
      ['that are in different sources', get('@param(name: "x")', '@param(in: HEADER, name: "x")')],
      ['of the query that differ in case', get('@param(name: "x")', '@param(name: "X")')],
      ['of the query that only look like a path', get('@param(name: "x")', '@param(name: "x.y")')],
      ['of the body that only begin in the same way', post('@param(name: "x")', '@param(name: "xy")')],
      ['of the body in one object', post('@param(name: "x.y")', '@param(name: "x.z")')],
    ]);
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
    `Clash.fooBar and Clash.foo_bar have the same property name "foo_bar". Replace the variable of type ${type} by one variable for each field that clients send.`;

  describe('two fields of one property name are refused', () => {
    testFaults(inputNamesSchema, [
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

  describe('input objects are accepted where', () => {
    testFaults(inputNamesSchema, [
      ['names are those of the schema', meet('$c: Clash', 'clash: $c', '{}')],
      ['an object refers to itself', meet('$t: Tree', 'tree: $t')],
    ]);
  });
});

describe('checkSource', () => {
  const sourceSchema = `
  enum Genre { FACT FICTION }
  input Filter { text: String }
  type Query { echo(t: String, Accept: String, l: [String!], m: [[String!]], g: Genre, f: Filter, fs: [Filter!]): String }
  type Mutation { echo(t: String, f: Filter): String }
`;
  const ofHttp = (name: string) =>
    `"${name}" is a header of HTTP or of Portico, which cannot be a parameter. Use @param(name: …).`;
  const noText = (parameter: string) =>
    `The ${parameter}, which cannot be written as text. Use a scalar or an enum, or send it in the body.`;
  const inPath = (variable: string) =>
    `The path parameter ${variable}, but a path parameter is one required value. Declare it as String! without a default.`;
  /** Each variable is the argument of its name. */
  const given = (variables: string) =>
    [...variables.matchAll(/\$(\w+)/g)].map(([, name]) => `${name}: $${name}`).join();
  const read = (variables: string, path = '/e') =>
    `query get(${variables}) @endpoint(method: GET, path: "${path}") { echo(${given(variables)}) }`;
  const write = (variables: string) =>
    `mutation m(${variables}) @endpoint(method: POST, path: "/e") { echo(${given(variables)}) }`;

  describe('a parameter is refused where', () => {
    testFaults(sourceSchema, [
      [
        'the header is one of HTTP',
        read('$t: String @param(in: HEADER, name: ▶"Content-Length")'),
        ofHttp('Content-Length'),
      ],
      ['the variable of a header has a name of HTTP', read('$Accept: String ▶@param(in: HEADER)'), ofHttp('Accept')],
      [
        'the header has the id of requests',
        {
          'v1/conventions.json': '{ "headers": { "x-request-id": "X-Trace-Id" } }',
          'v1/e.graphql': read('$t: String @param(in: HEADER, name: ▶"x-trace-id")'),
        },
        ofHttp('x-trace-id'),
      ],
      [
        'the name is not one of a header',
        read('$t: String @param(in: HEADER, name: ▶"a b")'),
        '"a b" is not a valid header name. Rename it with @param(name: …).',
      ],
      [
        'the name is empty',
        read('$t: String @param(name: ▶"")'),
        '"" is not a valid parameter name. Write a name, or remove name.',
      ],
      [
        'a property of the body has an empty step',
        write('$t: String @param(name: ▶"a..b")'),
        '"a..b" is not a valid property name. Write a name, or remove name.',
      ],
      ['an object is in the query', read('▶$f: Filter'), noText('query parameter "f" has type Filter')],
      [
        'a list of objects is in a header',
        read('▶$fs: [Filter!] @param(in: HEADER)'),
        noText('header parameter "fs" has type [Filter!]'),
      ],
      ['a list of lists is in the query', read('▶$m: [[String!]]'), noText('query parameter "m" has type [[String!]]')],
      ['a path parameter is nullable', read('▶$t: String', '/e/{t}'), inPath('"t" has type String')],
      ['a path parameter has a default', read('▶$t: String! = "x"', '/e/{t}'), inPath('"t" has type String!')],
      ['a path parameter is a list', read('▶$l: [String!]!', '/e/{l}'), inPath('"l" has type [String!]!')],
    ]);
  });

  describe('a parameter is accepted that is', () => {
    testFaults(sourceSchema, [
      ['a header with a name of its own', read('$t: String @param(in: HEADER, name: "X-Trace")')],
      ['a header that only begins like one of HTTP', read('$t: String @param(in: HEADER, name: "Dates")')],
      ['a header that only ends like one of HTTP', read('$t: String @param(in: HEADER, name: "X-Date")')],
      ['a list of enums in the query', read('$l: [String!]!, $g: Genre!')],
      ['a required value in the path', read('$g: Genre!', '/e/{g}')],
      ['an object in a body', write('$f: Filter @param(name: "a.b")')],
      ['a dotted name in the query', read('$t: String @param(name: "a..b")')],
      ['the whole body', write('$f: Filter!').replace('"/e"', '"/e", body: "f"')],
    ]);
  });
});

describe('checkNullAs', () => {
  const nullAsSchema = `
  enum Genre { FACT FICTION }
  type Query { echo(t: String, n: Int!, g: Genre, gs: [Genre!]): String }
  type Mutation { echo(t: String): String, genres(gs: [Genre!]): String }
`;
  const inBody = (text: string) =>
    `The text "${text}" for null is only for paths, queries and headers: a JSON body has null. Remove it.`;
  const ofEnum = 'nullAs is not for enums, and Genre is one. Write values: [{text: "all", value: null}].';
  const neverNull = (type: string) =>
    `nullAs is for nullable types, not for ${type}. Remove it, or make the type nullable.`;
  const nullAsGet = (variable: string, given: string) => ({
    'conventions.json': '{"enums": {"*": "lowercase"}}',
    'v1/a.graphql': `query get(${variable}) @endpoint(method: GET, path: "/e") { echo(n: 1, ${given}) }`,
  });
  const nullAsPost = (variable: string, more = '') =>
    `mutation m(${variable}) @endpoint(method: POST, path: "/e"${more}) { echo(t: $t) }`;

  describe('nullAs is refused', () => {
    testFaults(nullAsSchema, [
      ['in a body', nullAsPost('$t: String @param(nullAs: ▶"none")'), inBody('none')],
      ['on the whole body', nullAsPost('$t: String @param(nullAs: ▶"none")', ', body: "t"'), inBody('none')],
      ['on a type without null', nullAsGet('$t: String! @param(nullAs: ▶"none")', 't: $t'), neverNull('String!')],
      ['on an enum', nullAsGet('$g: Genre @param(nullAs: ▶"all")', 'g: $g'), ofEnum],
      ['on a list of an enum', nullAsGet('$gs: [Genre!] @param(nullAs: ▶"all")', 'gs: $gs'), ofEnum],
      [
        'where a list of a body has it by values',
        `mutation m($gs: [Genre!] @param(values: ▶[{ text: "all", value: null }])) @endpoint(method: POST, path: "/e") { genres(gs: $gs) }`,
        inBody('all'),
      ],
      [
        'where every use of the variable is without null',
        'query get($n: Int = 1 @param(nullAs: ▶"none")) @endpoint(method: GET, path: "/e") { echo(n: $n) }',
        neverNull('Int!'),
      ],
    ]);
  });

  describe('nullAs is accepted', () => {
    testFaults(nullAsSchema, [
      ['in the query', nullAsGet('$t: String @param(nullAs: "none")', 't: $t')],
      ['in a header', nullAsGet('$t: String @param(in: HEADER, nullAs: "none")', 't: $t')],
      ['as the name of a value', nullAsGet('$g: Genre @param(values: { text: "FACT", value: null })', 'g: $g')],
    ]);
  });
});

describe('checkTemplate', () => {
  const templateSchema = `
  scalar Title
  scalar Time
  scalar Any
  enum Genre { FACT }
  type Query { echo(t: String, ts: [String!], i: ID, n: Int, g: Genre, c: Title, at: Time, a: Any): String }
`;
  const conventions = {
    Time: { type: 'string', format: 'date-time', upstream: 'unixtime' },
    Any: { type: 'any' },
    ID: { type: 'integer' },
  };
  const withTemplate = (argument: string, variable: string) => ({
    'conventions.json': JSON.stringify({ scalars: conventions }),
    'v1/a.graphql': `query get($x: ${variable}) @endpoint(method: GET, path: "/e") { echo(${argument}: $x) }`,
  });
  const ONCE = (template: string) =>
    `The template "${template}" must have the placeholder {} exactly once, and no other. Write it as "%{}%"; {{ and }} are braces.`;
  const DEFAULT = "The default of $x is not of its template, within which a client's text is sent.";

  describe('a template is refused', () => {
    testFaults(templateSchema, [
      ...['%', '{+}', '{}{}', '{x}', '{}{x}', '{:string}', '{?}', '{{}}'].map((template): FaultCase => [
        `with other placeholders: ${template}`,
        withTemplate('t', `String @param(template: ▶"${template}")`),
        ONCE(template),
      ]),
      ...[
        ['n', 'Int'],
        ['g', 'Genre'],
        ['at', 'Time'],
        ['a', 'Any'],
      ].map(([argument, type]): FaultCase => [
        `on ${type}`,
        withTemplate(argument!, `${type} @param(template: ▶"%{}%")`),
        `A template is for text, not for ${type}. Remove it.`,
      ]),
      [
        'beside values',
        withTemplate('t', 'String @param(template: ▶"%{}%", values: [{ text: "a", value: "b" }])'),
        'A template is not for values, which say what each text stands for. Remove one of the two.',
      ],
      [
        'that is missing for escape',
        withTemplate('t', 'String @param(escape: ▶"%_")'),
        'escape has no effect without a template. Remove it, or add template.',
      ],
      [
        'with a default that no client can send',
        withTemplate('t', 'String = ▶"a%" @param(template: "%{}%", escape: "%")'),
        String.raw`${DEFAULT} Write what executes: "%a\\%%".`,
      ],
      [
        'with a default of which an item is not of it',
        withTemplate('ts', '[String!] = ▶["%a%", "b"] @param(template: "%{}%")'),
        `${DEFAULT} Write what executes: "%b%".`,
      ],
    ]);
  });
  test.each([
    ['t', 'String = "%a%" @param(template: "%{}%", minLength: 1, maxLength: 1)'],
    ['t', 'String = null @param(template: "{}", escape: "%")'],
    ['t', 'String! @param(template: "{{{}}}", example: "a")'],
    ['ts', '[String!] = ["%a%"] @param(template: "%{}%", maxItems: 2)'],
    ['i', 'ID = "gid://7" @param(template: "gid://{}")'],
    ['c', 'Title @param(template: "{}!")'],
    ['t', 'String @param(template: "%{}%", nullAs: "any", in: HEADER, name: "X-Title")'],
  ])('a template of %s: %s is accepted', (argument, variable) => {
    expect(faultsOf(templateSchema, withTemplate(argument, variable))).toEqual([]);
  });
});

describe('checkBounds', () => {
  const boundsSchema = `
  scalar SafeInt
  scalar Code
  scalar Anything
  enum Genre { FACT FICTION }
  input Filter { text: String }
  type Query {
    echo(t: String, i: ID, n: Int, f: Float, b: Boolean, g: Genre, s: SafeInt, c: Code, a: Anything, l: [String!]): String
  }
`;
  const conventions = JSON.stringify({
    scalars: { Anything: { type: 'any' }, Code: { type: 'string', maxLength: 3 } },
  });
  const lengths = (type: string, hint: string) =>
    `minLength, maxLength and pattern are for text, not for ${type}. ${hint}`;
  const ranges = (type: string, hint = 'Use minLength and maxLength.') =>
    `min and max are for numbers, not for ${type}. ${hint}`;
  const items = 'minItems and maxItems are for lists, not for String. Remove them.';
  const negative = (name: string) => `${name} is negative. Use 0 or more.`;
  const invalid = (what: string, bounds: string) =>
    `The ${what} of x is not valid: it must ${bounds}. Change the ${what}, or the bounds.`;
  const query = (argument: string, variable: string) => ({
    'conventions.json': conventions,
    'v1/a.graphql': `query get($x: ${variable}) @endpoint(method: GET, path: "/e") { echo(${argument}: $x) }`,
  });

  const cases: FaultCase[] = [
    ['lengths are not for numbers', query('n', 'Int ▶@param(maxLength: 1)'), lengths('Int', 'Use min and max.')],
    [
      'a least length is not for numbers',
      query('f', 'Float ▶@param(minLength: 1)'),
      lengths('Float', 'Use min and max.'),
    ],
    ['lengths are not for Booleans', query('b', 'Boolean ▶@param(maxLength: 1)'), lengths('Boolean', 'Remove them.')],
    ['lengths are not for any JSON', query('a', 'Anything ▶@param(maxLength: 1)'), lengths('Anything', 'Remove them.')],
    ['ranges are not for text', query('t', 'String ▶@param(min: 1)'), ranges('String')],
    ['ranges are not for ids', query('i', 'ID ▶@param(max: 1)'), ranges('ID')],
    ['ranges are not for a scalar that is text', query('c', 'Code ▶@param(max: 1)'), ranges('Code')],
    ['ranges are not for enums', query('g', 'Genre ▶@param(min: 1)'), ranges('Genre', 'Remove them.')],
    ['a least number of items is for lists', query('t', 'String ▶@param(minItems: 1)'), items],
    ['a greatest number of items is for lists', query('t', 'String ▶@param(maxItems: 1)'), items],
    ['a range is not empty', query('n', 'Int @param(min: ▶5, max: 4)'), 'min is greater than max. Swap them.'],
    [
      'a range of items is not empty',
      query('l', '[String!] @param(minItems: ▶2, maxItems: 1)'),
      'minItems is greater than maxItems. Swap them.',
    ],
    ['a length is not negative', query('t', 'String @param(maxLength: ▶-1)'), negative('maxLength')],
    ['a least length is not negative', query('t', 'String @param(minLength: ▶-1)'), negative('minLength')],
    [
      'a number of items is not negative',
      query('l', '[String!] @param(minItems: ▶-2, maxItems: ▶-1)'),
      negative('minItems'),
      negative('maxItems'),
    ],
    [
      'a pattern is one of Unicode mode',
      query('t', String.raw`String @param(pattern: ▶"\\-")`),
      String.raw`pattern is not a regular expression: Invalid regular expression: /\-/u: Invalid escape. Write an ECMAScript regular expression.`,
    ],
    [
      'a default is within the bounds',
      query('n', 'Int = ▶5 @param(max: 4)'),
      invalid('default', 'be an integer between -2147483648 and 4'),
    ],
    [
      'a default is within the bounds of its scalar',
      query('c', 'Code = ▶"long"'),
      invalid('default', 'have at most 3 characters'),
    ],
    [
      'an example is of the type',
      query('s', 'SafeInt @param(example: ▶"one")'),
      invalid('example', 'be an integer between -9007199254740991 and 9007199254740991'),
    ],
    [
      'bounds that do not fit are reported before values',
      query('t', 'String = "" ▶@param(min: 1, minLength: 1)'),
      ranges('String'),
    ],
  ];
  describe('bounds are refused where', () => {
    testFaults(boundsSchema, cases);
  });

  describe('bounds', () => {
    test('are reported for each item of a default', () => {
      const documents = query('l', '[String!] = ["a", "b"] @param(minLength: 2)');
      expect(faultsOf(boundsSchema, documents)).toHaveLength(2);
    });
    test.each<[argument: string, variable: string]>([
      ['n', 'Int = 4 @param(min: 4, max: 4)'],
      ['f', 'Float @param(min: 0.5, max: 1.5, example: "1")'],
      ['s', 'SafeInt @param(min: 1, example: "2")'],
      ['t', 'String = "ab" @param(minLength: 2, maxLength: 2, pattern: "[a-z]+")'],
      ['i', 'ID @param(maxLength: 3, example: "abc")'],
      ['c', 'Code @param(minLength: 0, maxLength: 0)'],
      ['l', '[String!] = [] @param(minItems: 0, maxItems: 0, maxLength: 3)'],
      ['l', '[String!]! @param(maxItems: 2)'],
      ['t', 'String @param(nullAs: "none", maxLength: 3, example: "none")'],
      ['n', 'Int = null @param(min: 1)'],
    ])('of %s: %s are accepted', (argument, variable) => {
      expect(faultsOf(boundsSchema, query(argument, variable))).toEqual([]);
    });
    test('of a custom scalar are those of its own parser too', () => {
      const parsed = buildSchema(boundsSchema);
      (parsed.getType('Code') as GraphQLScalarType).parseValue = (value) => {
        if (value !== 'abc') throw new Error('Code must be abc');
      };
      expect(faultsOf(parsed, query('c', 'Code @param(example: "abc")'))).toEqual([]);
      expect(faultsOf(parsed, query('c', 'Code @param(example: "xyz")'))).toEqual([
        'v1/a.graphql:1:36: The example of x is not valid: it must be abc. Change the example, or the bounds.',
      ]);
    });
  });
});
