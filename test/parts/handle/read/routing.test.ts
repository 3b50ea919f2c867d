import { describe, expect, test } from 'vitest';
import {
  type RouteSettings,
  Router,
  createRouters,
  findRoute,
  findVersion,
  negotiatedVersion,
  optionsHeaders,
} from '../../../../src/gateway/handle/read/routing.ts';

type Plan = Parameters<typeof createRouters>[0];
type Endpoints = Parameters<typeof optionsHeaders>[0]['endpoints'];
type Segments = Parameters<Router<string>['add']>[1];

/** The segments of a path template: the text before, between and behind its placeholders. */
const segmentsOf = (template: string): Segments =>
  template
    .slice(1)
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => {
      const parts = segment.split(/\{(\+?\w+)\}/);
      const names = parts.filter((_, index) => index % 2 === 1);
      const texts = parts.filter((_, index) => index % 2 === 0);
      return {
        names: names.map((name) => name.replace('+', '')),
        texts,
        ...(names[0]?.startsWith('+') && { isRest: true }),
      };
    });

const endpoint = (name: string, method: string, ...segments: object[]) => ({ name, method, segments });
const books = { names: [], texts: ['books'] };
const id = { names: ['id'], texts: ['', ''] };
const routers = createRouters({
  versions: [
    {
      number: 1,
      endpoints: [
        endpoint('root', 'GET'),
        endpoint('list', 'GET', books),
        endpoint('add', 'POST', books),
        endpoint('get', 'GET', books, id),
        endpoint('remove', 'DELETE', books, id),
        endpoint('fix', 'PATCH', books, id, id),
        endpoint('put', 'PUT', books, id, id),
      ],
    },
    { number: 2, endpoints: [endpoint('list2', 'GET', books)] },
    { number: 10, endpoints: [endpoint('list10', 'GET', books)] },
  ],
} as unknown as Plan);

const SETTINGS: RouteSettings = { basePath: '', defaultVersion: 1, versioning: 'both' };

/** The route of a request, or its error. `negotiated` is the version that the headers name. */
function route(line: string, settings: Partial<RouteSettings> = {}, negotiated?: number) {
  const [method = '', target = ''] = line.split(' ');
  const all = { ...SETTINGS, ...settings };
  try {
    const {
      endpoint: found,
      endpoints,
      ...rest
    } = findRoute({ method, target }, findVersion({ target }, negotiated, routers, all), all);
    return { name: found?.name, ...rest, methods: [...endpoints.keys()] };
  } catch (error) {
    const { status, message, headers } = error as { status: number; message: string; headers: Record<string, string> };
    return { status, message, ...headers };
  }
}

const notFound = (message: string) => ({ status: 404, message });

describe('findRoute', () => {
  test.each<[string, object]>([
    [
      'GET /v1/books/5',
      { name: 'get', values: ['5'], query: '', prefix: '/v1', version: 1, pathVersion: 1, methods: ['GET', 'DELETE'] },
    ],
    ['HEAD /v1/books/5', { name: 'get' }],
    ['DELETE /v1/books/5', { name: 'remove', values: ['5'] }],
    ['OPTIONS /v1/books/5', { name: undefined, methods: ['GET', 'DELETE'] }],
    ['GET /v1/books/%31%2F', { name: 'get', values: ['1/'] }],
    ['GET /v1/books/?a=b?c', { name: 'list', query: 'a=b?c' }],
    ['GET http://host/v1/books', { name: 'list', prefix: '/v1' }],
    ['GET /books', { name: 'list', prefix: '', version: 1, pathVersion: undefined }],
    ['GET /v2/books', { name: 'list2', prefix: '/v2', version: 2, pathVersion: 2 }],
    ['GET /v10/books', { name: 'list10', version: 10 }],
    ['GET /', { name: 'root', prefix: '' }],
    ['GET /v1', { name: 'root', prefix: '/v1' }],
    ['GET /v1/', { name: 'root', prefix: '/v1' }],
  ])('%s reaches %j', (line, expected) => {
    expect(route(line)).toMatchObject(expected);
  });

  test.each<[string, Partial<RouteSettings>, number | undefined, object]>([
    ['GET /books', {}, 2, { name: 'list2', version: 2, pathVersion: undefined, prefix: '' }],
    ['GET /v1/books', {}, 2, { name: 'list', version: 1 }],
    ['GET /books', { defaultVersion: 2 }, undefined, { name: 'list2', version: 2 }],
    ['GET /books', { defaultVersion: 2 }, 1, { name: 'list', version: 1 }],
    ['GET /api/v1/books', { basePath: '/api' }, undefined, { name: 'list', prefix: '/api/v1' }],
    ['GET /api/books', { basePath: '/api' }, undefined, { name: 'list', prefix: '/api' }],
    ['GET /api', { basePath: '/api' }, undefined, { name: 'root', prefix: '/api' }],
    ['GET /v1/books', { versioning: 'path' }, undefined, { name: 'list' }],
    ['GET /books', { versioning: 'header' }, undefined, { name: 'list' }],
  ])('%s under %j with the negotiated version %s reaches %j', (line, settings, negotiated, expected) => {
    expect(route(line, settings, negotiated)).toMatchObject(expected);
  });

  test.each<[string, Partial<RouteSettings>, object]>([
    ['GET /v1/nowhere', {}, notFound('/v1/nowhere does not exist.')],
    ['GET /v1//books', {}, notFound('/v1//books does not exist.')],
    ['GET /v1/books/?x=1', { basePath: '/api' }, notFound('/v1/books does not exist.')],
    [`GET /${'x'.repeat(300)}`, {}, notFound(`/${'x'.repeat(198)}… does not exist.`)],
    ['GET /', { basePath: '/api' }, notFound('/ does not exist.')],
    ['GET /v3/books', {}, notFound('Version 3 does not exist; known versions are 1, 2, 10.')],
    ['GET /v0/books', {}, notFound('Version 0 does not exist; known versions are 1, 2, 10.')],
    [
      `GET /v${'9'.repeat(30)}/books`,
      {},
      notFound(`Version ${'9'.repeat(19)}… does not exist; known versions are 1, 2, 10.`),
    ],
    ['GET /v01/books', {}, notFound('/v01/books does not exist.')],
    ['GET /xv1/books', {}, notFound('/xv1/books does not exist.')],
    ['GET /v1x/books', {}, notFound('/v1x/books does not exist.')],
    ['GET /books', { versioning: 'path' }, notFound('/books does not exist.')],
    ['GET /v1/books', { versioning: 'header' }, notFound('/v1/books does not exist.')],
    ['GET /v1/books/%zz', {}, { status: 400, message: 'The path /v1/books/%zz is not valid percent-encoding.' }],
  ])('%s under %j is refused: %j', (line, settings, expected) => {
    expect(route(line, settings)).toEqual(expected);
  });

  describe('a method that a path does not have', () => {
    test.each([
      ['PATCH /v1/books', 'GET, HEAD, POST, OPTIONS'],
      ['PUT /v1/books/5', 'GET, HEAD, DELETE, OPTIONS'],
      ['GET /v1/books/5/6', 'PUT, PATCH, OPTIONS'],
      ['HEAD /v1/books/5/6', 'PUT, PATCH, OPTIONS'],
      ['get /v1/books', 'GET, HEAD, POST, OPTIONS'],
    ])('%s is 405, and allowed are %s', (line, allow) => {
      expect(route(line)).toMatchObject({ status: 405, message: expect.stringContaining(allow), allow });
    });
  });

  test('the version that Accept names goes before that of the body', () => {
    expect(negotiatedVersion({ kind: 'json', version: 2 }, 1)).toBe(2);
    expect(negotiatedVersion({ kind: 'json', version: undefined }, 1)).toBe(1);
    expect(negotiatedVersion({ kind: 'unacceptable' }, 1)).toBe(1);
    expect(negotiatedVersion({ kind: 'anyVendor', versions: [2] })).toBeUndefined();
  });
});

describe('createRouters', () => {
  const named = (method: string, text: string) => ({ method, segments: [{ names: [], texts: [text] }] });

  test('every version has a router of its own endpoints', () => {
    const [get, post, later] = [named('GET', 'a'), named('POST', 'a'), named('GET', 'b')];
    const plan = {
      versions: [
        { number: 1, endpoints: [get, post] },
        { number: 3, endpoints: [later] },
      ],
    } as unknown as Plan;
    const byVersion = createRouters(plan);
    expect([...byVersion.keys()]).toEqual([1, 3]);
    expect([...byVersion.get(1)!.match(['a'])!.routes]).toEqual([
      ['GET', get],
      ['POST', post],
    ]);
    expect(byVersion.get(1)!.match(['b'])).toBeUndefined();
    expect(byVersion.get(3)!.match(['b'])!.routes.get('GET')).toBe(later);
  });
});

const PATHS = [
  '/',
  '/b/{x}',
  '/b/search',
  '/b/{x}:archive',
  '/b/{x}:hive',
  '/b/search/deep',
  '/b/{x}/other',
  '/{x}/c/{y}',
  '/{x}:x/{y}:y/z',
  '/g/{x}.json',
  '/g/{x}',
  '/g/v{x}',
  '/g/v{x}.{y}.json',
  '/h/{x}...{y}',
  '/h/{x}..{y}',
  '/t/{x}/new',
  '/t/{+rest}',
  '/t/{x}/{+deep}',
];

function routerOf(paths: readonly string[]): Router<string> {
  const router = new Router<string>();
  for (const path of paths) router.add('GET', segmentsOf(path), path);
  return router;
}

describe('Router', () => {
  describe.each([
    ['in this order', PATHS],
    ['in the opposite order', PATHS.toReversed()],
  ])('routes that were added %s', (_, paths) => {
    test.each<[string, string[], string | undefined, string[]]>([
      ['the root', [], '/', []],
      ['a placeholder', ['b', '5'], '/b/{x}', ['5']],
      ['a literal before a placeholder', ['b', 'search'], '/b/search', []],
      ['a placeholder with a suffix', ['b', '5:archive'], '/b/{x}:archive', ['5']],
      ['the longest suffix', ['b', '5:chive'], '/b/{x}', ['5:chive']],
      ['a shorter suffix', ['b', '5:hive'], '/b/{x}:hive', ['5']],
      ['a suffix alone as a value', ['b', ':archive'], '/b/{x}', [':archive']],
      ['a suffix in the middle as a value', ['b', ':archives'], '/b/{x}', [':archives']],
      ['a literal below a literal', ['b', 'search', 'deep'], '/b/search/deep', []],
      ['a placeholder where the literal leads nowhere', ['b', 'search', 'other'], '/b/{x}/other', ['search']],
      ['a slash in a value', ['b', 'a/b'], '/b/{x}', ['a/b']],
      ['a placeholder before a literal', ['b', 'c', '1'], '/{x}/c/{y}', ['b', '1']],
      ['only the values of the route that matches', ['p:x', 'c', 'q'], '/{x}/c/{y}', ['p:x', 'q']],
      ['several suffixes', ['1:x', '2:y', 'z'], '/{x}:x/{y}:y/z', ['1', '2']],
      ['nothing at the beginning of a route', ['b'], undefined, []],
      ['nothing beyond a route', ['b', 'search', 'deep', 'er'], undefined, []],
      ['nothing elsewhere', ['c', 'd', 'e'], undefined, []],
      ['no empty placeholder', ['b', ''], undefined, []],
      ['text at the end', ['g', 'a.b.json'], '/g/{x}.json', ['a.b']],
      ['text at the beginning', ['g', 'v12'], '/g/v{x}', ['12']],
      ['the most text', ['g', 'v1.2.3.json'], '/g/v{x}.{y}.json', ['1', '2.3']],
      ['less text, where a placeholder would be empty', ['g', 'v1.json'], '/g/{x}.json', ['v1']],
      ['text without a value as a value', ['g', '.json'], '/g/{x}', ['.json']],
      ['text between placeholders', ['h', 'a...b'], '/h/{x}...{y}', ['a', 'b']],
      ['the first occurrence of it', ['h', 'a...b...c'], '/h/{x}...{y}', ['a', 'b...c']],
      ['the first occurrence behind a character', ['h', '...a...b'], '/h/{x}...{y}', ['...a', 'b']],
      ['the shorter text where the longer has no value behind it', ['h', 'a...'], '/h/{x}..{y}', ['a', '.']],
      ['nothing without the text', ['h', 'a.b'], undefined, []],
      ['nothing where a placeholder would be empty', ['h', '..a'], undefined, []],
      ['one segment as the rest', ['t', 'a'], '/t/{+rest}', ['a']],
      ['a placeholder before the rest', ['t', 'a', 'b'], '/t/{x}/{+deep}', ['a', 'b']],
      ['text before the rest', ['t', 'a', 'new'], '/t/{x}/new', ['a']],
      ['several segments as the rest', ['t', 'a', 'new', 'b c', 'd/e'], '/t/{x}/{+deep}', ['a', 'new/b c/d/e']],
      ['no rest of no segments', ['t'], undefined, []],
      ...[[''], ['a', ''], ['.'], ['a', '..', 'b'], ['a', '..'], ['a', '../b'], ['a', 'b//c'], ['a', '/']].map(
        (rest): [string, string[], undefined, string[]] => [
          `no rest ${JSON.stringify(rest)}`,
          ['t', ...rest],
          undefined,
          [],
        ],
      ),
      ['segments of the rest with dots', ['t', '.git', 'a..b', '...'], '/t/{x}/{+deep}', ['.git', 'a..b/...']],
    ])('match %s', (__, segments, path, values) => {
      const match = routerOf(paths).match(segments);
      expect(match?.routes.get('GET')).toBe(path);
      if (path !== undefined) expect(match!.values).toEqual(values);
    });
  });

  test('a suffix of equal length is found whichever was added first', () => {
    for (const paths of [
      ['/{x}:a', '/{x}:b'],
      ['/{x}:b', '/{x}:a'],
    ]) {
      const router = routerOf(paths);
      expect(['1:a', '1:b'].map((segment) => router.match([segment])?.routes.get('GET'))).toEqual(['/{x}:a', '/{x}:b']);
    }
  });

  test('a path has a route for each method', () => {
    const router = routerOf(['/a', '/f/{+path}']);
    router.add('PUT', segmentsOf('/a'), 'put');
    router.add('DELETE', segmentsOf('/f/{+file}'), 'delete');
    expect([...router.match(['a'])!.routes]).toEqual([
      ['GET', '/a'],
      ['PUT', 'put'],
    ]);
    expect([...router.match(['f', 'b', 'c'])!.routes.keys()]).toEqual(['GET', 'DELETE']);
  });
});

const endpoints = (plans: Record<string, object>) =>
  new Map(Object.entries(plans).map(([method, plan]) => [method, { method, ...plan }])) as unknown as Endpoints;

test.each<[string, Record<string, object>, Record<string, string>]>([
  ['its methods, with HEAD where it has GET', { DELETE: {}, GET: {} }, { allow: 'GET, HEAD, DELETE, OPTIONS' }],
  ['no HEAD without GET', { PUT: {}, POST: {} }, { allow: 'POST, PUT, OPTIONS' }],
  [
    'the media types of its PATCH',
    { PATCH: { consumes: ['application/merge-patch+json', 'application/json'] } },
    { allow: 'PATCH, OPTIONS', 'accept-patch': 'application/merge-patch+json, application/json' },
  ],
])('OPTIONS of a path names %s', (_, plans, headers) => {
  expect(optionsHeaders({ endpoints: endpoints(plans) })).toEqual(headers);
});
