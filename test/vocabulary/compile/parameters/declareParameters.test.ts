import { describe, expect, test } from 'vitest';
import { compileDocuments, compileOne } from '../support/compileDocuments.ts';
import { testFaults } from '../../support/faults.ts';

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
const parametersOf = (document: string) => compileOne(schema, { ...lower, 'v1/a.graphql': document }).parameters;

describe('a parameter', () => {
  test('is the variable as the document declares it', () => {
    expect(
      parametersOf(
        get(
          '"What to say." $someText: String! @param(minLength: 1, maxLength: 9, pattern: ".*", example: "Hi")',
          'a: $someText',
        ),
      ),
    ).toEqual([
      {
        name: 'some_text',
        variable: 'someText',
        source: 'query',
        type: 'String!',
        required: true,
        constraints: { minLength: 1, maxLength: 9, pattern: '.*' },
        example: 'Hi',
        description: 'What to say.',
      },
    ]);
  });
  test('has the name that the document gives it', () => {
    expect(parametersOf(get('$someText: String @param(name: "someText")', 'a: $someText'))).toEqual([
      { name: 'someText', variable: 'someText', source: 'query', type: 'String', required: false, constraints: {} },
    ]);
  });
  test('is not null where every use is, but not required for that', () => {
    expect(parametersOf(get('$n: Int', 'n: $n'))).toMatchObject([{ type: 'Int!', required: false }]);
    expect(parametersOf(get('$n: Int = 2', 'n: $n'))).toMatchObject([{ type: 'Int!', required: false, default: 2 }]);
    expect(parametersOf(get('$n: Int!', 'n: $n'))).toMatchObject([{ type: 'Int!', required: true }]);
    expect(parametersOf(get('$n: Int! = 2', 'n: $n'))).toMatchObject([{ type: 'Int!', required: false }]);
  });
  test('has its default for the execution and as a client sends it', () => {
    const [listed, none] = parametersOf(get('$gs: [Genre!] = [FACT], $g: Genre = null', 'gs: $gs, g: $g'));
    expect(listed).toMatchObject({ default: ['FACT'], wireDefault: ['fact'] });
    expect(none).toHaveProperty('default', null);
    expect(none).not.toHaveProperty('wireDefault');
    const [object] = parametersOf(post('$f: Filter = { deepOne: { genre: FICTION } }', 'f: $f'));
    expect(object).toMatchObject({
      default: { deepOne: { genre: 'FICTION' } },
      wireDefault: { deep_one: { genre: 'fiction' } },
    });
  });
  test('has an example in its type, but the text for null as it is', () => {
    expect(parametersOf(get('$s: SafeInt @param(example: "12", nullAs: "13")', 's: $s'))).toMatchObject([
      { example: 12, nullAs: '13' },
    ]);
    expect(parametersOf(get('$s: SafeInt @param(example: "13", nullAs: "13")', 's: $s'))).toMatchObject([
      { example: '13' },
    ]);
  });
  test('registers its type', () => {
    const { types } = compileDocuments(schema, post('$fs: [Filter!]', 'fs: $fs')).versions[0]!;
    expect([Object.keys(types.enums), Object.keys(types.inputs)]).toEqual([['Genre'], ['Filter']]);
  });
});

test.each<[what: string, document: string, sources: string[]]>([
  ['GET', get('$a: String!, $b: String', 'a: $a, b: $b', '/e/{a}'), ['path', 'query']],
  ['GET with a header', get('$a: String, $b: String @param(in: HEADER)', 'a: $a, b: $b'), ['query', 'header']],
  ['POST', post('$a: String!, $b: String', 'a: $a, b: $b', { path: '/e/{a}' }), ['path', 'body']],
  ['POST with a query', post('$a: String, $b: String @param(in: QUERY)', 'a: $a, b: $b'), ['body', 'query']],
  [
    'POST with a whole body',
    post('$a: String, $f: Filter!', 'a: $a, f: $f', { more: ', body: "f"' }),
    ['query', 'whole'],
  ],
  [
    'POST with a header and a whole body',
    post('$a: String @param(in: HEADER), $f: Filter!', 'a: $a, f: $f', { more: ', body: "f"' }),
    ['header', 'whole'],
  ],
  ['PATCH', post('$a: String', 'a: $a', { method: 'PATCH' }), ['body']],
  ['DELETE', post('$a: String', 'a: $a', { method: 'DELETE' }), ['query']],
  ['a path before query', post('$a: String! @param(in: QUERY)', 'a: $a', { path: '/e/{a}' }), ['path']],
  ['a wire name in the path', get('$a: String! @param(name: "x")', 'a: $a', '/e/{x}'), ['path']],
])('the sources of a %s', (_, document, sources) => {
  expect(compileOne(schema, document).parameters.map(({ source }) => source)).toEqual(sources);
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
      'with a placeholder that is a header',
      get('$a: String! @param(in: HEADER)', 'a: $a', '/e/{a}').replace('"/e', '▶"/e'),
      placeholder('a'),
    ],
    [
      'with a placeholder twice',
      get('$a: String!', 'a: $a', '/e/{a}/{a}').replace('"/e', '▶"/e'),
      'The path has the placeholder {a} more than once. Rename one.',
    ],
    [
      'with a body that is no variable',
      post('$a: String', 'a: $a', { more: ', body: ▶"f"' }),
      'body: "f" must be a variable that is neither exported nor a path or header parameter. Name the variable that is the whole JSON body.',
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
