import { print } from 'graphql';
import { describe, expect, test } from 'vitest';
import { DEFAULT_CONVENTIONS } from '../../../src/gateway/plan/conventions/defaultConventions.ts';
import { readVersions } from '../../../src/gateway/compile/document/readVersions.ts';
import type { Version } from '../../../src/gateway/compile/document/Version.ts';
import { DiagnosticCollector } from '../../../src/gateway/base/errors/Diagnostic.ts';
import { diagnose } from './support/diagnose.ts';
import { type Files, withFolder } from './support/withFolder.ts';

const get = (path: string, more = '', name = 'get') =>
  `query ${name} @endpoint(method: GET, path: "${path}"${more}) { shelves { name } }`;
const read = (files: Files): Version[] => {
  const diagnostics = new DiagnosticCollector();
  const versions = withFolder(files, (folder) => readVersions(folder, diagnostics));
  expect(diagnostics.diagnostics).toEqual([]);
  return versions;
};
const routesOf = ({ endpoints }: Version) => [...endpoints.keys()].sort();

describe('a version', () => {
  test('inherits the routes of the one before it, replaces them, adds to them and removes them', () => {
    const [v1, v2, v3] = read({
      'v1/a.graphql': get('/a/{id}'),
      'v1/b.graphql': get('/b'),
      'v2/users/c.graphql': get('/c'),
      'v2/a.graphql': get('/a/{name}', '', 'replaced'),
      'v3/b.graphql': get('/b', ', removed: true'),
    });
    expect([v1, v2, v3].map((version) => [version!.number, routesOf(version!)])).toEqual([
      [1, ['GET /a/{}', 'GET /b']],
      [2, ['GET /a/{}', 'GET /b', 'GET /c']],
      [3, ['GET /a/{}', 'GET /c']],
    ]);
    expect(v3!.endpoints.get('GET /a/{}')!.operation.name.value).toBe('replaced');
  });

  test('inherits shapes and conventions, and has its own over them', () => {
    const [v1, v2] = read({
      'conventions.json': '{"expand": "with", "page": {"max": 50}}',
      'v1/a.graphql': get('/a'),
      'v1/shapes/A.graphql': 'fragment A on Shelf { name }',
      'v1/shapes/B.graphql': 'fragment B on Shelf { name }',
      'v2/shapes/B.graphql': 'fragment B on Shelf { other: name }',
      'v2/conventions.json': '{"page": {"default": 5}}',
    });
    expect(v1!.conventions).toMatchObject({ expand: 'with', page: { max: 50, default: 20 } });
    expect(v2!.conventions).toMatchObject({ expand: 'with', page: { max: 50, default: 5 } });
    expect(v2!.conventions.errors).toEqual(DEFAULT_CONVENTIONS.errors);
    expect([...v2!.shapes.values()].map((shape) => print(shape).replace(/\s+/g, ' '))).toEqual([
      'fragment A on Shelf { name }',
      'fragment B on Shelf { other: name }',
    ]);
  });

  test('has dates that its endpoints have too, where they have no own, and that the next one has not', () => {
    const [v1, v2] = read({
      'v1/conventions.json': '{"deprecated": "2027-01-01", "sunset": "2027-06-01"}',
      'v1/a.graphql': get('/a'),
      'v1/b.graphql': get('/b', ', sunset: "2027-03-01"'),
      'v2/c.graphql': get('/c'),
    });
    const dates = ({ endpoints }: Version) =>
      [...endpoints.values()].map(({ endpoint: { deprecated, sunset } }) => [deprecated, sunset]);
    expect(dates(v1!)).toEqual([
      ['2027-01-01', '2027-06-01'],
      ['2027-01-01', '2027-03-01'],
    ]);
    expect(dates(v2!)).toEqual([
      [undefined, undefined],
      [undefined, '2027-03-01'],
      [undefined, undefined],
    ]);
    expect([v1!.sunset, v2!.sunset]).toEqual(['2027-06-01', undefined]);
  });
});

describe('a folder is refused for', () => {
  const BOTH = 'Change one of the paths, so that no request matches both, or one has more literal text.';
  const TWIN = 'Remove one of the two, or change its method or path.';
  test.each<[string, Files, string[]]>([
    [
      'two documents of one route',
      { 'v1/a.graphql': get('/a'), 'v1/b.graphql': get('/a') },
      [`v1/b.graphql:1:40: GET /a is already the route GET /a of v1/a.graphql. | ${TWIN}`],
    ],
    [
      'two routes that differ in placeholders only',
      { 'v1/a.graphql': get('/a/{x}'), 'v1/b.graphql': get('/a/{y}', ', removed: true') },
      [`v1/b.graphql:1:40: GET /a/{y} is already the route GET /a/{x} of v1/a.graphql. | ${TWIN}`],
    ],
    [
      'two routes of which one has the rest of the path',
      { 'v1/a.graphql': get('/a/{x}'), 'v1/b.graphql': get('/a/{+y}') },
      [`v1/b.graphql:1:40: GET /a/{+y} is already the route GET /a/{x} of v1/a.graphql. | ${TWIN}`],
    ],
    [
      'paths that a request can match equally',
      { 'v1/a.graphql': get('/a/x{a}'), 'v1/b.graphql': get('/a/{b}y') },
      [
        `v1/a.graphql:1:40: Some requests match both /a/x{a} and /a/{b}y of v1/b.graphql, and neither goes first. | ${BOTH}`,
        `v1/b.graphql:1:40: Some requests match both /a/{b}y and /a/x{a} of v1/a.graphql, and neither goes first. | ${BOTH}`,
      ],
    ],
    [
      'paths that are ambiguous with inherited ones, once',
      {
        'v1/a.graphql': get('/a/{+p}'),
        'v2/b.graphql': get('/a/{b}').replace('GET', 'POST'),
        'v3/c.graphql': get('/c'),
      },
      [
        `v2/b.graphql:1:41: Some requests match both /a/{b} and /a/{+p} of v1/a.graphql, and neither goes first. | ${BOTH}`,
      ],
    ],
    [
      'the removal of a route that does not exist',
      { 'v1/a.graphql': get('/a'), 'v2/b.graphql': get('/b', ', removed: true') },
      [
        'v2/b.graphql:1:55: GET /b is removed, but no version before v2 has it. | Correct the method or path, or remove the document.',
      ],
    ],
    [
      'two shapes of one name',
      {
        'v1/a.graphql': get('/a'),
        'v1/x/shapes/S.graphql': 'fragment S on Shelf { name }',
        'v1/y/shapes/S.graphql': 'fragment S on Shelf { name }',
      },
      [
        'v1/y/shapes/S.graphql:1:10: The shape "S" is already defined in v1/x/shapes/S.graphql. | Rename or remove one of them.',
      ],
    ],
    [
      'all that cannot be read, in the order of files and positions',
      {
        'v10/a.graphql': 'query {',
        'v9/b.graphql': 'query q @endpoint(method: GT, pth: "/") { a }',
        'v9/a.graphql': '',
        'conventions.json': '{"expand": 1}',
      },
      [
        'conventions.json:1:12: "expand" must be a non-empty string. | Correct the value, or remove the key.',
        'v9/a.graphql:1:1: Syntax Error: Unexpected <EOF>. | Correct the syntax: write an endpoint as query name($variable: Type) @endpoint(method: GET, path: "/path") { field }.',
        'v9/b.graphql:1:9: Directive "@endpoint" argument "path" of type "String!" is required, but it was not provided. | Add the argument.',
        'v9/b.graphql:1:27: Value "GT" does not exist in "Method" enum. Did you mean the enum value "GET"? | Write one of GET, POST, PUT, PATCH, DELETE, without quotation marks.',
        'v9/b.graphql:1:31: Unknown argument "pth" on directive "@endpoint". Did you mean "path" or "auth"? | The arguments of @endpoint are method, path, status, location, body, unwrap, deprecated, sunset, maxAge, removed, auth, idempotencyKey, cache, lookup, ignore, consumes, produces, stream.',
        'v10/a.graphql:1:8: Syntax Error: Expected Name, found <EOF>. | Correct the syntax: write an endpoint as query name($variable: Type) @endpoint(method: GET, path: "/path") { field }.',
      ],
    ],
  ])('%s', (_, files, diagnostics) => {
    expect(diagnose(files)).toEqual(diagnostics);
  });

  test('what cannot be read, while the rest is checked', () => {
    const files = { 'v1/a.graphql': 'query {', 'v1/b.graphql': get('/b', ', status: 404') };
    expect(diagnose(files)).toEqual([
      expect.stringContaining('v1/a.graphql:1:8: Syntax Error'),
      expect.stringContaining('v1/b.graphql:1:54: The status 404'),
    ]);
  });
});
