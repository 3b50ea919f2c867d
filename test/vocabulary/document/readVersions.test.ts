import { describe, expect, test } from 'vitest';
import { ask } from '../support/ask.ts';
import { createFrom } from '../support/faults.ts';
import { libraryFaults, librarySchema } from '../support/library.ts';

/** An endpoint with a name and variables of its own for each path. */
const get = (path: string, more = '', name = `get_${path.replaceAll(/\W/g, '')}`) => {
  const names = [...path.matchAll(/\{\+?(\w+)/g)].map(([, variable]) => variable!);
  const variables = names.map((variable) => `$${variable}: ID!`).join(', ');
  const selection = names.map((variable) => `${variable}: book(id: $${variable}) { id }`).join(' ');
  return `query ${name}${variables && `(${variables})`} @endpoint(path: "${path}", method: GET${more}) { ${selection || 'shelves { name }'} }`;
};

describe('a version', () => {
  test('inherits the routes of the one before it, replaces them, adds to them and removes them', () => {
    const { endpoints } = createFrom(librarySchema, {
      'v1/a.graphql': get('/a/{id}'),
      'v1/b.graphql': get('/b'),
      'v2/users/c.graphql': get('/c'),
      'v2/a.graphql': get('/a/{name}', '', 'replaced'),
      'v3/b.graphql': get('/b', ', removed: true'),
    });
    expect(
      endpoints.map(({ version, method, path, operation }) => `${version} ${method} ${path} ${operation}`),
    ).toEqual([
      '1 GET /a/{id} get_aid',
      '1 GET /b get_b',
      '2 GET /a/{name} replaced',
      '2 GET /b get_b',
      '2 GET /c get_c',
      '3 GET /a/{name} replaced',
      '3 GET /c get_c',
    ]);
  });

  test('inherits shapes and conventions, and has its own over them', async () => {
    const spread = (name: string) => `query ${name} @endpoint(method: GET, path: "/${name}") { shelves { ...A ...B } }`;
    const documents = {
      'conventions.json': '{"case": "snake_case", "nulls": "omit"}',
      'v1/a.graphql': spread('a'),
      'v1/shapes/A.graphql': 'fragment A on Shelf { firstBook }',
      'v1/shapes/B.graphql': 'fragment B on Shelf { name }',
      'v2/shapes/B.graphql': 'fragment B on Shelf { other: name }',
      'v2/conventions.json': '{"nulls": "keep"}',
    };
    const schema = 'type Query { shelves: [Shelf!]! } type Shelf { name: String firstBook: String }';
    const root = { shelves: [{ name: 'low', firstBook: 'Emma' }, {}] };
    expect((await ask(schema, documents, 'GET /v1/a', { root })).body).toEqual([
      { first_book: 'Emma', name: 'low' },
      {},
    ]);
    expect((await ask(schema, documents, 'GET /v2/a', { root })).body).toEqual([
      { first_book: 'Emma', other: 'low' },
      { first_book: null, other: null },
    ]);
  });

  test('has dates that its endpoints have too, where they have no own, and that the next one has not', async () => {
    const documents = {
      'v1/conventions.json': '{"deprecated": "2097-01-01", "sunset": "2097-06-01"}',
      'v1/a.graphql': get('/a'),
      'v1/b.graphql': get('/b', ', sunset: "2097-03-01"'),
      'v2/c.graphql': get('/c'),
    };
    const datesOf = async (target: string) => {
      const { headers } = await ask(librarySchema, documents, `GET ${target}`, { root: { shelves: [] } });
      return ['deprecation', 'sunset'].map((name) => headers.get(name));
    };
    const deprecation = `@${Date.UTC(2097, 0, 1) / 1000}`;
    expect(await datesOf('/v1/a')).toEqual([deprecation, 'Sat, 01 Jun 2097 00:00:00 GMT']);
    expect(await datesOf('/v1/b')).toEqual([deprecation, 'Fri, 01 Mar 2097 00:00:00 GMT']);
    expect(await datesOf('/v2/a')).toEqual([null, null]);
    expect(await datesOf('/v2/b')).toEqual([null, 'Fri, 01 Mar 2097 00:00:00 GMT']);
    expect(await datesOf('/v2/c')).toEqual([null, null]);
  });
});

describe('a folder is refused for', () => {
  const BOTH = 'Change one of the paths, so that no request matches both, or one has more literal text.';
  const TWIN = 'Remove one of the two, or change its method or path.';
  test.each<[string, Record<string, string>, ...string[]]>([
    [
      'two documents of one route',
      { 'v1/a.graphql': get('/a'), 'v1/b.graphql': get('/a') },
      `v1/b.graphql:1:29: GET /a is already the route GET /a of v1/a.graphql. ${TWIN}`,
    ],
    [
      'two routes that differ in placeholders only',
      { 'v1/a.graphql': get('/a/{x}'), 'v1/b.graphql': get('/a/{y}', ', removed: true') },
      `v1/b.graphql:1:39: GET /a/{y} is already the route GET /a/{x} of v1/a.graphql. ${TWIN}`,
    ],
    [
      'two routes of which one has the rest of the path',
      { 'v1/a.graphql': get('/a/{x}'), 'v1/b.graphql': get('/a/{+y}') },
      `v1/b.graphql:1:39: GET /a/{+y} is already the route GET /a/{x} of v1/a.graphql. ${TWIN}`,
    ],
    [
      'paths that a request can match equally',
      { 'v1/a.graphql': get('/a/x{a}'), 'v1/b.graphql': get('/a/{b}y') },
      `v1/a.graphql:1:40: Some requests match both /a/x{a} and /a/{b}y of v1/b.graphql, and neither goes first. ${BOTH}`,
      `v1/b.graphql:1:40: Some requests match both /a/{b}y and /a/x{a} of v1/a.graphql, and neither goes first. ${BOTH}`,
    ],
    [
      'paths that are ambiguous with inherited ones, once',
      {
        'v1/a.graphql': get('/a/{+p}'),
        'v2/b.graphql': get('/a/{b}').replace('GET', 'POST'),
        'v3/c.graphql': get('/c'),
      },
      `v2/b.graphql:1:39: Some requests match both /a/{b} and /a/{+p} of v1/a.graphql, and neither goes first. ${BOTH}`,
    ],
    [
      'the removal of a route that does not exist',
      { 'v1/a.graphql': get('/a'), 'v2/b.graphql': get('/b', ', removed: true') },
      'v2/b.graphql:1:57: GET /b is removed, but no version before v2 has it. Correct the method or path, or remove the document.',
    ],
    [
      'two shapes of one name',
      {
        'v1/a.graphql': get('/a'),
        'v1/x/shapes/S.graphql': 'fragment S on Shelf { name }',
        'v1/y/shapes/S.graphql': 'fragment S on Shelf { name }',
      },
      'v1/y/shapes/S.graphql:1:10: The shape "S" is already defined in v1/x/shapes/S.graphql. Rename or remove one of them.',
    ],
    [
      'all that cannot be read, in the order of files and positions',
      {
        'v10/a.graphql': 'query {',
        'v9/b.graphql': 'query q @endpoint(method: GT, pth: "/") { a }',
        'v9/a.graphql': '',
        'conventions.json': '{"expand": 1}',
      },
      'conventions.json:1:12: "expand" must be a non-empty string. Correct the value, or remove the key.',
      'v9/a.graphql:1:1: Syntax Error: Unexpected <EOF>. Correct the syntax: write an endpoint as query name($variable: Type) @endpoint(method: GET, path: "/path") { field }.',
      'v9/b.graphql:1:9: Directive "@endpoint" argument "path" of type "String!" is required, but it was not provided. Add the argument.',
      'v9/b.graphql:1:27: Value "GT" does not exist in "Method" enum. Did you mean the enum value "GET"? Write one of GET, POST, PUT, PATCH, DELETE, without quotation marks.',
      'v9/b.graphql:1:31: Unknown argument "pth" on directive "@endpoint". Did you mean "path" or "auth"? The arguments of @endpoint are method, path, status, location, body, unwrap, deprecated, sunset, maxAge, removed, auth, idempotencyKey, cache, lookup, ignore, consumes, produces, stream.',
      'v10/a.graphql:1:8: Syntax Error: Expected Name, found <EOF>. Correct the syntax: write an endpoint as query name($variable: Type) @endpoint(method: GET, path: "/path") { field }.',
    ],
  ])('%s', (_, files, ...diagnostics) => {
    expect(libraryFaults(files)).toEqual(diagnostics);
  });

  test('what cannot be read, while the rest is checked', () => {
    const files = { 'v1/a.graphql': 'query {', 'v1/b.graphql': get('/b', ', status: 404') };
    expect(libraryFaults(files)).toEqual([
      expect.stringContaining('v1/a.graphql:1:8: Syntax Error'),
      expect.stringContaining('v1/b.graphql:1:56: The status 404'),
    ]);
  });
});
