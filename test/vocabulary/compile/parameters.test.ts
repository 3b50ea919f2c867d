import { describe, expect, test } from 'vitest';
import { ask } from '../support/ask.ts';
import { describedOperation } from '../support/described.ts';
import { testFaults } from '../support/faults.ts';

const schema = `
  enum Genre { FACT FICTION }
  scalar SafeInt
  input Filter { genre: Genre = FACT, deepOne: Filter }
  type Query { echo(a: String, b: String, n: Int! = 3, s: SafeInt, g: Genre, gs: [Genre!]): String }
  type Mutation { echo(a: String, b: String, f: Filter, fs: [Filter!]): String }
`;
const lower = { 'conventions.json': '{"enums": {"*": "lowercase"}, "case": "snake_case"}' };
const get = (variables: string, given: string, path = '/e') =>
  `query get(${variables}) @endpoint(method: GET, path: "${path}") { echo(${given}) }`;
const post = (variables: string, given: string, { path = '/e', more = '', method = 'POST' } = {}) =>
  `mutation m(${variables}) @endpoint(method: ${method}, path: "${path}"${more}) { echo(${given}) }`;

/** Each parameter, and each property of a body in JSON, as it is described. */
function parametersOf(document: string): [source: string, name: string, required: boolean, schema: object][] {
  const { parameters = [], requestBody } = describedOperation(schema, { ...lower, 'v1/a.graphql': document });
  const body = requestBody?.content['application/json']?.schema;
  return [
    ...parameters.map((each): [string, string, boolean, object] => [each.in, each.name, each.required, each]),
    ...Object.entries(body?.properties ?? {}).map(([name, type]): [string, string, boolean, object] => [
      'body',
      name,
      body!.required?.includes(name) ?? false,
      { schema: type },
    ]),
  ];
}

describe('a parameter', () => {
  test.each<[promise: string, document: string, ...described: [string, string, boolean, object][]]>([
    [
      'is not required where every use is not null',
      get('$n: Int', 'n: $n'),
      ['query', 'n', false, { schema: { type: 'integer' } }],
    ],
    [
      'has its default as a client sends it',
      get('$gs: [Genre!] = [FACT]', 'gs: $gs'),
      ['query', 'gs', false, { schema: { default: ['fact'], items: { enum: ['fact', 'fiction'] } } }],
    ],
    [
      'has a default in input objects',
      post('$f: Filter = { deepOne: { genre: FICTION } }', 'f: $f'),
      ['body', 'f', false, { schema: { default: { deep_one: { genre: 'fiction' } } } }],
    ],
    [
      'has an example in its type',
      get('$s: SafeInt @param(example: "12", nullAs: "13")', 's: $s'),
      ['query', 's', false, { example: 12 }],
    ],
    [
      'has the text for null as an example as it is',
      get('$s: SafeInt @param(example: "13", nullAs: "13")', 's: $s'),
      ['query', 's', false, { example: '13' }],
    ],
  ])('%s', (_, document, ...described) => {
    expect(parametersOf(document)).toMatchObject(described);
  });
  test('executes with its default', async () => {
    const given: unknown[] = [];
    const root = { echo: (args: unknown) => void given.push(args) };
    await ask(
      schema,
      { ...lower, 'v1/a.graphql': get('$gs: [Genre!] = [FACT], $g: Genre = null', 'gs: $gs, g: $g') },
      'GET /v1/e',
      { root },
    );
    await ask(
      schema,
      { ...lower, 'v1/a.graphql': post('$f: Filter = { deepOne: { genre: FICTION } }', 'f: $f') },
      'POST /v1/e',
      { root, body: {} },
    );
    expect(given).toEqual([{ n: 3, gs: ['FACT'], g: null }, { f: { genre: 'FACT', deepOne: { genre: 'FICTION' } } }]);
  });
});

test.each<[what: string, document: string, sources: string[]]>([
  ['GET', get('$a: String!, $b: String', 'a: $a, b: $b', '/e/{a}'), ['path a', 'query b']],
  ['GET with a header', get('$a: String, $b: String @param(in: HEADER)', 'a: $a, b: $b'), ['query a', 'header b']],
  ['POST', post('$a: String!, $b: String', 'a: $a, b: $b', { path: '/e/{a}' }), ['path a', 'body b']],
  ['POST with a query', post('$a: String, $b: String @param(in: QUERY)', 'a: $a, b: $b'), ['query b', 'body a']],
  [
    'POST with a whole body',
    post('$a: String, $f: Filter!', 'a: $a, f: $f', { more: ', body: "f"' }),
    ['query a', 'body genre', 'body deep_one'],
  ],
  [
    'POST with a header and a whole body',
    post('$a: String @param(in: HEADER), $f: Filter!', 'a: $a, f: $f', { more: ', body: "f"' }),
    ['header a', 'body genre', 'body deep_one'],
  ],
  ['PATCH', post('$a: String', 'a: $a', { method: 'PATCH' }), ['body a']],
  ['DELETE', post('$a: String', 'a: $a', { method: 'DELETE' }), ['query a']],
  ['a path before query', post('$a: String! @param(in: QUERY)', 'a: $a', { path: '/e/{a}' }), ['path a']],
  ['a wire name in the path', get('$a: String! @param(name: "x")', 'a: $a', '/e/{x}'), ['path x']],
])('the sources of a %s', (_, document, sources) => {
  expect(parametersOf(document).map(([source, name]) => `${source} ${name}`)).toEqual(sources);
});

describe('an endpoint is refused', () => {
  const placeholder = (name: string) =>
    `The path has the placeholder {${name}}, but no variable has that parameter name. Declare $${name}, rename the placeholder, or add it to ignore.`;
  testFaults(schema, [
    [
      'with a placeholder without a variable',
      post('$a: String', 'a: $a', { path: '/e/{x}' }).replace('"/e', '▶"/e'),
      placeholder('x'),
    ],
    [
      'with a placeholder twice',
      get('$a: String!', 'a: $a', '/e/{a}/{a}').replace('"/e', '▶"/e'),
      'The path has the placeholder {a} more than once. Rename one.',
    ],
    [
      'with a body that is in the path',
      post('$a: String!', 'a: $a', { path: '/e/{a}', more: ', body: ▶"a"' }),
      'body: "a" must be a variable that is neither exported nor a path or header parameter. Name the variable that is the whole JSON body.',
    ],
    [
      'with a body of a method without one',
      post('$f: Filter!', 'f: $f', { method: 'DELETE', more: ', body: ▶"f"' }),
      'DELETE requests have no body. Remove body, or change the method.',
    ],
  ]);
});
