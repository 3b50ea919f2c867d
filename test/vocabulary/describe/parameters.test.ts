// The parameters of path, query and headers, and those of a page.
import { describe, expect, test } from 'vitest';
import { documentOf, openApiOf, operationOf, ref } from './support/openApiOf.ts';

/** The parameters of a GET that reads these variables. */
function parametersOf(variables: string, path = '/a', conventions: object = {}): readonly object[] {
  const given = [...variables.matchAll(/\$(\w+)/g)].map(([, name]) => `${name}: $${name}`).join();
  const endpoint = `query get(${variables}) @endpoint(method: GET, path: "${path}") { echo(${given}) }`;
  return operationOf(documentOf(endpoint, conventions))['parameters'] as unknown as readonly object[];
}

type Row = [name: string, variable: string, expected: object, path?: string];
const of = (name: string, schema: object, more: object = {}) => ({
  name,
  in: 'query',
  required: false,
  schema,
  ...more,
});
const example = (value: unknown) => ({ examples: [value] });
const TEXT = { type: 'string' };
const FLAG = { type: 'boolean' };
const INT = { type: 'integer', format: 'int32', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };
const WORDS = 'A few words.';
const TEXTS = { type: 'array', items: TEXT, ...example([WORDS]) };
const FORM = { style: 'form', explode: false };
const BOUNDS = { minLength: 1, maxLength: 5, pattern: '^(?:a+)$' };
const SHORT = { minItems: 1, maxItems: 2, items: { ...TEXT, maxLength: 5 }, ...example(['A few']) };
const NONE = { anyOf: [FLAG, { const: 'none' }] };
const ID = { in: 'path', required: true, description: 'Which.', example: '7' };

test.each<Row>([
  ['a path', '"Which." $id: ID! @param(example: "7")', of('id', { ...TEXT, minLength: 1 }, ID), '/a/{id}'],
  ['the query', '$flag: Boolean', of('flag', { ...FLAG, ...example(true) })],
  ['the query, required', '$text: String!', of('text', TEXT, { required: true, example: WORDS })],
  [
    'a header',
    '$text: String @param(in: HEADER, name: "x-text")',
    of('x-text', { ...TEXT, ...example(WORDS) }, { in: 'header' }),
  ],
  ['an example', '"A." $text: String @param(example: "x")', of('text', TEXT, { description: 'A.', example: 'x' })],
  ['a default', '$genre: Genre = FACT', of('genre', { ...ref('Genre'), default: 'FACT' })],
  [
    'a default that is one item',
    '$texts: [String!] = "a"',
    of('texts', { ...TEXTS, examples: undefined, default: ['a'] }, FORM),
  ],
  ['a default of an ID', '$id: ID = 12', of('id', { ...TEXT, minLength: 1, default: '12' })],
  ['a default of false', '$flag: Boolean = false', of('flag', { ...FLAG, default: false })],
  ['a default of null, which it cannot express', '$flag: Boolean = null', of('flag', { ...FLAG, ...example(true) })],
  ['a text for null', '$flag: Boolean @param(nullAs: "none")', of('flag', { ...NONE, ...example(true) })],
  [
    'a default that has a text',
    '$flag: Boolean = null @param(nullAs: "none")',
    of('flag', { ...NONE, default: 'none' }),
  ],
  ['a list in the query', '$texts: [String!]', of('texts', TEXTS, FORM)],
  [
    'a list in a header',
    '$texts: [String!] @param(in: HEADER, name: "x-texts")',
    of('x-texts', TEXTS, { ...FORM, in: 'header', style: 'simple' }),
  ],
  ['an integer', '$number: Int', of('number', { ...INT, ...example(1) })],
  [
    'an integer within bounds',
    '$number: Int @param(min: 5, max: 9)',
    of('number', { ...INT, minimum: 5, maximum: 9, ...example(5) }),
  ],
  ['an integer below a bound', '$number: Int @param(max: -5)', of('number', { ...INT, maximum: -5, ...example(-5) })],
  [
    'bounds',
    '$text: String @param(minLength: 1, maxLength: 5, pattern: "a+")',
    of('text', { ...TEXT, ...BOUNDS, ...example('a') }),
  ],
  [
    'bounds of a list, and of its items',
    '$texts: [String!] @param(minItems: 1, maxItems: 2, maxLength: 5)',
    of('texts', { ...TEXTS, ...SHORT }, FORM),
  ],
  ['a list of nullable items', '$lines: [String]', of('lines', { ...TEXTS, ...example(['Line 1']) }, FORM)],
  ['a list of any JSON, as texts', '$all: [JSON!]', of('all', { ...TEXTS, ...example(['All 1']) }, FORM)],
  ['any JSON, as its text', '$json: JSON', of('json', { ...TEXT, ...example('{"text":".json"}') })],
])('a parameter has %s', (_, variables, expected, path) => {
  expect(parametersOf(variables, path)).toEqual([expected]);
});

const ISBN = { scalars: { Isbn: { type: 'string', pattern: '\\d+', maxLength: 9 } } };

test.each<[variable: string, schema: object]>([
  ['$isbn: Isbn @param(maxLength: 20)', { type: 'string', minLength: 1, maxLength: 9, pattern: '^(?:\\d+)$' }],
  [
    '$isbn: Isbn @param(pattern: "1.*")',
    { type: 'string', minLength: 1, maxLength: 9, pattern: '^(?:\\d+)$', allOf: [{ pattern: '^(?:1.*)$' }] },
  ],
])('bounds of %s are within those of its scalar', (variable, schema) => {
  expect(parametersOf(variable, '/a', ISBN)).toMatchObject([{ schema: { ...schema, examples: ['1'] } }]);
});

test('parameters that are the body are none, nor is a GET with a body', () => {
  const write = 'mutation m($title: String) @endpoint(method: POST, path: "/a") { add(title: $title) { id } }';
  expect(operationOf(documentOf(write))).not.toHaveProperty('parameters');
  expect(operationOf(documentOf('query get @endpoint(method: GET, path: "/a") { title }'))).not.toHaveProperty(
    'requestBody',
  );
});

describe('a page', () => {
  const parametersOfPage = (styles: string) => {
    const endpoint = `query list @endpoint(method: GET, path: "/a") { books @paginate(styles: [${styles}]) { nodes { id } } }`;
    return operationOf(documentOf(endpoint))['parameters'] as unknown as {
      name: string;
      schema: object;
      description: string;
    }[];
  };
  const LIMIT = ['limit', { type: 'integer', minimum: 1, maximum: 100, default: 20 }];
  const CURSOR = ['cursor', { type: 'string', examples: ['eyJpZCI6NDJ9'] }];

  // Beside another style, a client that sends defaults would choose two.
  test.each<[styles: string, isExclusive: boolean, expected: unknown[]]>([
    [
      'CURSOR, PAGE, OFFSET',
      true,
      [
        LIMIT,
        CURSOR,
        ['page', { type: 'integer', minimum: 1, maximum: 2147483648, examples: [1] }],
        ['offset', { type: 'integer', minimum: 0, maximum: 2147483647, examples: [0] }],
      ],
    ],
    ['PAGE', false, [LIMIT, ['page', { type: 'integer', minimum: 1, maximum: 2147483648, default: 1 }]]],
    ['OFFSET', false, [LIMIT, ['offset', { type: 'integer', minimum: 0, maximum: 2147483647, default: 0 }]]],
    ['CURSOR', false, [LIMIT, CURSOR]],
  ])('by %s, which exclude each other: %s', (styles, isExclusive, expected) => {
    const parameters = parametersOfPage(styles);
    expect(parameters.map(({ name, schema }) => [name, schema])).toEqual(expected);
    const [limit, ...positions] = parameters.map(({ description }) => description);
    expect(limit).toBe('The maximum number of items of a page.');
    for (const description of positions) {
      expect(description.endsWith(' Cannot be combined with another style of pagination.')).toBe(isExclusive);
    }
  });

  test('says what its parameters mean', () => {
    expect(parametersOfPage('CURSOR').at(-1)!.description).toBe(
      'The `nextCursor` of the previous page, unchanged; empty for the first page.',
    );
    expect(parametersOfPage('OFFSET').at(-1)!.description).toBe('The number of items to skip.');
    expect(parametersOfPage('PAGE').at(-1)!.description).toBe(
      'The number of the page, counted from 1; (page - 1) × limit is at most 2147483647.',
    );
  });
});

test('the values of expand are one list', () => {
  const endpoint = `query get($author: Boolean = false @expand, $owner: Boolean = false @expand(name: "shelf.owner")) @endpoint(method: GET, path: "/a") {
    theBook { id author @include(if: $author) { name } shelf { name owner @include(if: $owner) { name } } } }`;
  expect(operationOf(documentOf(endpoint))['parameters']).toEqual([
    {
      name: 'expand',
      in: 'query',
      required: false,
      description: 'Optional parts of the response, separated by commas.',
      style: 'form',
      explode: false,
      schema: { type: 'array', items: { type: 'string', enum: ['author', 'shelf.owner'] }, examples: [['author']] },
    },
  ]);
});

const KEY_PATTERN = String.raw`^(?:[!#-+\--~]{1,255}|"(?:[!#-\[\]-~]|\\["\\]){1,255}")$`;

test.each([
  ['OPTIONAL', false],
  ['REQUIRED', true],
] as const)('an Idempotency-Key is a header parameter: %s', (idempotencyKey, required) => {
  const endpoint = `mutation m @endpoint(method: POST, path: "/a", idempotencyKey: ${idempotencyKey}) { add(title: "a") { id } }`;
  expect(operationOf(documentOf(endpoint))['parameters']).toEqual([
    {
      name: 'Idempotency-Key',
      in: 'header',
      required,
      description: expect.stringContaining(
        'For 24 hours a retry has the stored response to the first request, with `Idempotency-Replayed: true`, and executes nothing.',
      ),
      schema: { type: 'string', minLength: 1, maxLength: 512, pattern: KEY_PATTERN },
      example: '8e03978e-40d5-43dd-bc93-6894a57f9324',
    },
  ]);
});

// What the service reads as a key is tested with `Idempotency-Key` itself.
test('the pattern of an Idempotency-Key is that of bare keys and of strings', () => {
  const pattern = new RegExp(KEY_PATTERN, 'u');
  const long = 'a'.repeat(255);
  const keys = ['8e03978e-40d5-43dd-bc93-6894a57f9324', '!#+-~', long, '"a"', '"a,b"', String.raw`"\\\""`, `"${long}"`];
  const others = ['a,b', 'a b', 'é', '""', '"a', '"a b"', String.raw`"\a"`, `${long}a`, `"${long}a"`];
  expect([...keys, ...others].filter((key) => pattern.test(key))).toEqual(keys);
});

test.each<[name: string, one: string, two: string, expected: object[]]>([
  [
    'the same parameter',
    '$text: String!',
    '$text: String!',
    [{ name: 'text', required: true, schema: { type: 'string' } }],
  ],
  [
    'different parameters',
    '$text: String! @param(maxLength: 9)',
    '$text: String! @param(maxLength: 8)',
    [
      {
        name: 'text',
        required: true,
        schema: {
          anyOf: [
            { type: 'string', maxLength: 9 },
            { type: 'string', maxLength: 8 },
          ],
        },
      },
    ],
  ],
  ['an optional parameter', '$text: String!', '$text: String', [{ name: 'text', required: false }]],
  [
    'parameters of one version',
    '$text: String!',
    '$flag: Boolean!',
    [
      { name: 'text', required: false },
      { name: 'flag', required: false },
    ],
  ],
])('an unversioned path takes %s of its versions', (_, one, two, expected) => {
  const endpoint = (variable: string) => {
    const name = /\w+/.exec(variable)![0];
    return `query get(${variable}) @endpoint(method: GET, path: "/a") { echo(${name}: $${name}) }`;
  };
  const documents = openApiOf({ 'v1/a.graphql': endpoint(one), 'v2/a.graphql': endpoint(two) });
  expect(operationOf(documents['/openapi.json']!)['parameters']).toMatchObject(expected);
});

test('a parameter of an unversioned path is the rest of it where it is that in one of its versions', () => {
  const endpoint = (parameter: string) =>
    `query get($text: String!) @endpoint(method: GET, path: "/a/${parameter}") { echo(text: $text) }`;
  const documents = openApiOf({ 'v1/a.graphql': endpoint('{text}'), 'v2/a.graphql': endpoint('{+text}') });
  expect(documents['/v1/openapi.json']!['paths']!['/a/{text}']!['get']!['parameters']).not.toMatchObject([
    { 'x-multi-segment': true },
  ]);
  expect(documents['/openapi.json']!['paths']!['/a/{text}']!['get']!['parameters']).toMatchObject([
    { 'x-multi-segment': true },
  ]);
});
