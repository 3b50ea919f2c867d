import { describe, expect, test } from 'vitest';
import { GraphQLError } from 'graphql';
import { ServiceError } from '../../../../src/gateway/errors/ServiceError.ts';
import { DEFAULT_CONVENTIONS } from '../../../../src/gateway/conventions/defaultConventions.ts';
import { classifyErrors } from '../../../../src/gateway/runtime/classifyErrors.ts';
import { seen, toyEngine } from './support/toy.ts';

const get = (path: string, selection: string, parameters = '', more = '') =>
  `query get${parameters} @endpoint(method: GET, path: "${path}"${more}) { ${selection} }`;

describe('shapes', () => {
  const toy = toyEngine({
    'v1/a.graphql': get(
      '/unwrap',
      'book(id: $id) { id shelf @unwrap { name } author @unwrap { name } tags @unwrap { label } }',
      '($id: SafeInt!)',
    ),
    'v1/b.graphql': get('/spine', 'book(id: $id) @unwrap { author { name } }', '($id: SafeInt!)'),
    'v1/c.graphql': get('/deep', 'book(id: $id) @unwrap { author @unwrap { name } }', '($id: SafeInt!)'),
    'v1/d.graphql': get('/two', 'one: book(id: 1) { id } none: book(id: 999) { id }'),
    'v1/e.graphql': get('/named', 'book(id: $id) { id }', '($id: SafeInt!)', ', unwrap: false'),
    'v1/f.graphql': get('/shelves', 'shelves { name }'),
    'v1/g.graphql': get(
      '/things',
      'thing(kind: $kind) { __typename ... on Book { id genre } ... on Shelf { name } }',
      '($kind: String!)',
    ),
    'v1/h.graphql':
      get('/inline', 'book(id: 1) { ...A ...B ... on Book { title } }', '') +
      ' fragment A on Book { id ...B } fragment B on Book { genre author { name } }',
    'v1/i.graphql': get(
      '/flag',
      'book(id: 1) { id title @include(if: $title) genre @skip(if: $title) }',
      '($title: Boolean = true)',
    ),
    'v1/j.graphql': 'mutation touch @endpoint(method: POST, path: "/touch", status: 204) { touch }',
    'v1/k.graphql': 'mutation touch @endpoint(method: POST, path: "/touched") { touch }',
    'conventions.json': '{"enums": {"Genre": {"FICTION": "made up", "FACT": "true"}}}',
  });

  test.each([
    ['/v1/unwrap?id=1', 200, { id: 1, shelf: 'low', author: 'Ann', tags: ['a', 'b'] }],
    ['/v1/unwrap?id=3', 200, { id: 3, shelf: 'low', author: null, tags: ['a', 'b'] }],
    ['/v1/spine?id=1', 200, { name: 'Ann' }],
    ['/v1/spine?id=3', 404, { error: 'No Author was found for id 3.' }],
    ['/v1/spine?id=999', 404, { error: 'No Author was found for id 999.' }],
    ['/v1/deep?id=1', 200, 'Ann'],
    ['/v1/deep?id=3', 404, { error: 'No String was found for id 3.' }],
    ['/v1/two', 200, { one: { id: 1 }, none: null }],
    ['/v1/named?id=1', 200, { book: { id: 1 } }],
    ['/v1/named?id=999', 404, { error: 'No Book was found for id 999.' }],
    ['/v1/shelves', 200, []],
    ['/v1/things?kind=book', 200, { __typename: 'Book', id: 1, genre: 'made up' }],
    ['/v1/things?kind=shelf', 200, { __typename: 'Shelf', name: 'low' }],
    ['/v1/inline', 200, { id: 1, genre: 'made up', author: { name: 'Ann' }, title: 'Book 1' }],
    ['/v1/flag', 200, { id: 1, title: 'Book 1' }],
    ['/v1/flag?title=false', 200, { id: 1, genre: 'made up' }],
  ])('GET %s', async (target, status, body) => {
    expect(seen(await toy.send(`GET ${target}`))).toEqual([status, body]);
  });
  test('a null scalar is no 404 under 204, and is one under 200', async () => {
    expect((await toy.send('POST /v1/touch')).status).toBe(204);
    expect(seen(await toy.send('POST /v1/touched'))).toEqual([404, { error: 'No Boolean was found.' }]);
  });
});

describe('parameters from text', () => {
  const names = [
    'text: String',
    'number: Int',
    'ratio: Float',
    'flag: Boolean',
    'genre: Genre',
    'ids: [ID!]',
    'isbn: Isbn',
    'id: ID',
  ];
  const toy = toyEngine({
    'v1/echo.graphql': get(
      '/echo',
      `echo(${names
        .map((each) => each.replace(/: .*/, ''))
        .map((name) => `${name}: $${name}`)
        .join(' ')}) { json }`,
      `(${names.map((each) => `$${each}`).join(' ')} @param(minLength: 2))`,
    ),
  });
  test.each([
    ['text=a%20b+c%2B', { text: 'a b c+' }],
    ['text=', { text: '' }],
    ['text', { text: '' }],
    ['text=a=b', { text: 'a=b' }],
    ['&&number=-5&', { number: -5 }],
    ['ratio=-1.5e3', { ratio: -1500 }],
    ['flag=false', { flag: false }],
    ['genre=FACT', { genre: 'FACT' }],
    ['ids=a,b%2Cc&ids=d', { ids: ['a', 'b,c', 'd'] }],
    ['ids=', { ids: [] }],
    ['isbn=0123456789', { isbn: '0123456789' }],
    ['te%78t=x', { text: 'x' }],
  ])('?%s', async (query, variables) => {
    expect((await toy.send(`GET /v1/echo?${query}`)).status).toBe(200);
    expect(toy.trace.variables.at(-1)).toEqual(variables);
  });
  test.each([
    ['text=%ff', 'text must be valid percent-encoded UTF-8'],
    ['text=%', 'text must be valid percent-encoded UTF-8'],
    ['text=a&text=b', 'text must be given only once'],
    ['number=', 'number must be an integer from -2147483648 to 2147483647'],
    ['number=2147483648', 'number must be an integer from -2147483648 to 2147483647'],
    ['number=0x10', 'number must be an integer from -2147483648 to 2147483647'],
    ['number=%201', 'number must be an integer from -2147483648 to 2147483647'],
    ['ratio=1.', 'ratio must be a number'],
    ['ratio=NaN', 'ratio must be a number'],
    ['ratio=1e999', 'ratio must be a number'],
    ['flag=TRUE', 'flag must be true or false'],
    ['genre=fact', 'genre must be one of "FICTION", "FACT"'],
    ['isbn=12', 'isbn must be a valid Isbn (ten digits)'],
    ['ids=a,,b', 'ids.1 must not be empty'],
    ['id=a', 'id must have at least 2 characters'],
    ['=x', ' is not a known parameter'],
    ['%zz=x', '%zz is not a known parameter'],
    ['expand=x', 'expand is not a known parameter'],
  ])('?%s is 400', async (query, message) => {
    const [status, body] = seen(await toy.send(`GET /v1/echo?${query}`));
    expect(status).toBe(400);
    expect((body as { error: string }).error).toContain(message);
  });
});

describe('bodies', () => {
  const toy = toyEngine({
    'v1/whole.graphql': `mutation m($input: BookInput!, $author: Boolean = false)
      @endpoint(method: PUT, path: "/whole", body: "input") {
        addBook(input: $input) { id author @include(if: $author) { name } }
      }`,
    'v1/dotted.graphql': `mutation m($a: String! @param(name: "book.title"), $b: Int @param(name: "book.size.pages"), $c: String)
      @endpoint(method: POST, path: "/dotted") { addBook(input: { title: $a, pages: $b, note: $c }) { id } }`,
    'v1/deep.graphql':
      'mutation m($filter: Filter!) @endpoint(method: POST, path: "/deep") { order(filter: $filter) { json } }',
  });
  test.each([
    ['PUT /v1/whole?author=true', { title: 'x' }, { input: { title: 'x' }, author: true }],
    ['POST /v1/dotted', { book: { title: 'x', size: { pages: 1 } } }, { a: 'x', b: 1 }],
    ['POST /v1/dotted', { book: { title: 'x' }, c: null }, { a: 'x', c: null }],
    [
      'POST /v1/deep',
      { filter: { and: [{ and: [] }, { genre: 'FACT' }] } },
      { filter: { and: [{ and: [] }, { genre: 'FACT' }] } },
    ],
  ])('%s reads %j', async (line, body, variables) => {
    expect((await toy.send(line, { body })).status).toBe(200);
    expect(toy.trace.variables.at(-1)).toEqual(variables);
  });
  test.each([
    ['PUT /v1/whole', undefined, 'body is required'],
    ['PUT /v1/whole', [], 'body must be a JSON object'],
    [
      'PUT /v1/whole?x=1',
      { titel: 'x' },
      'x is not a known parameter; known are "author"; title is required; titel is not a known property; did you mean "title"?',
    ],
    ['POST /v1/dotted', {}, 'book is required'],
    ['POST /v1/dotted', { book: {} }, 'book.title is required'],
    ['POST /v1/dotted', { book: { title: 'x', size: 1 } }, 'book.size must be a JSON object'],
    [
      'POST /v1/dotted',
      { book: { title: 'x', size: { page: 1 } } },
      'book.size.page is not a known property; did you mean "pages"?',
    ],
    ['POST /v1/deep', { filter: { and: { genre: 'FACT' } } }, 'filter.and must be an array'],
  ])('%s refuses %j', async (line, body, message) => {
    expect(seen(await toy.send(line, { body }))).toEqual([400, { error: message }]);
  });
});

describe('errors of an execution', () => {
  const toy = toyEngine({
    'v1/fail.graphql': get(
      '/fail',
      'fail(code: $code, inside: $inside) { value }',
      '($code: String, $inside: Boolean)',
    ),
    'v1/several.graphql': get(
      '/several',
      'a: fail(code: $a) { value } b: fail(code: $b) { value }',
      '($a: String!, $b: String!)',
    ),
  });
  test.each([
    ['fail?code=BAD_USER_INPUT', 400, 'told: BAD_USER_INPUT'],
    ['fail?code=UNAUTHENTICATED', 401, 'told: UNAUTHENTICATED'],
    ['fail?code=FORBIDDEN', 403, 'told: FORBIDDEN'],
    ['fail?code=UNAUTHORIZED_FIELD_OR_TYPE', 403, 'told: UNAUTHORIZED_FIELD_OR_TYPE'],
    ['fail?code=NOT_FOUND', 404, 'told: NOT_FOUND'],
    ['fail?code=NOT_FOUND&inside=true', 500, undefined],
    ['fail?code=CONFLICT', 409, 'told: CONFLICT'],
    ['fail?code=PRECONDITION_FAILED', 412, 'told: PRECONDITION_FAILED'],
    ['fail?code=RATE_LIMITED', 429, 'told: RATE_LIMITED'],
    ['fail?code=UNAVAILABLE', 503, 'told: UNAVAILABLE'],
    ['fail?code=TIMEOUT', 504, 'told: TIMEOUT'],
    ['fail?code=SOMETHING_ELSE', 500, undefined],
    ['fail?code=constructor', 500, undefined],
    ['fail', 500, undefined],
    ['several?a=CONFLICT&b=TIMEOUT', 504, 'told: TIMEOUT'],
    ['several?a=CONFLICT&b=NOT_FOUND', 500, undefined],
    ['several?a=UNKNOWN&b=FORBIDDEN', 403, 'told: FORBIDDEN'],
    ['several?a=FORBIDDEN&b=UNAUTHENTICATED', 401, 'told: UNAUTHENTICATED'],
    ['several?a=BAD_USER_INPUT&b=BAD_REQUEST', 400, 'told: BAD_USER_INPUT; told: BAD_REQUEST'],
  ])('%s is %i', async (target, status, message) => {
    const reply = await toy.send(`GET /v1/${target}`);
    expect(seen(reply)).toEqual([status, { error: message ?? 'Internal server error; it has been logged.' }]);
    expect(reply.headers['retry-after']).toBe(status === 503 ? '1' : undefined);
    expect(reply.headers['www-authenticate']).toBe(status === 401 ? 'Bearer' : undefined);
  });
  test('of several, 401, 403, 5xx and 404 go before the rest', () => {
    const errors = ['CONFLICT', 'NOT_FOUND', 'TIMEOUT', 'FORBIDDEN', 'UNAUTHENTICATED'].map(
      (code) => new GraphQLError(code, { path: ['root'], extensions: { code } }),
    );
    const told = errors.map(
      (_, index) => classifyErrors(errors.slice(0, index + 1), 1, DEFAULT_CONVENTIONS.errors).code,
    );
    expect(told).toEqual(['CONFLICT', 'NOT_FOUND', 'TIMEOUT', 'FORBIDDEN', 'UNAUTHENTICATED']);
    expect(classifyErrors(errors.toReversed(), 1, DEFAULT_CONVENTIONS.errors).code).toBe('UNAUTHENTICATED');
  });
  test('what this side found out has its own code, wherever those of an upstream are', () => {
    const originalError = new ServiceError('UNAVAILABLE', 'gone');
    const errors = [new GraphQLError('gone', { originalError }), new GraphQLError('x')];
    expect(classifyErrors(errors.slice(0, 1), 1, { ...DEFAULT_CONVENTIONS.errors, code: 'type' }).status).toBe(503);
    expect(classifyErrors(errors.slice(1), 1, { ...DEFAULT_CONVENTIONS.errors, code: 'type' }).status).toBe(500);
  });
  test('an internal failure is reported with the request id and its cause', async () => {
    await toy.send('GET /v1/fail');
    const report = toy.reports.at(-1)!;
    expect(report.requestId).toBe('request-1');
    expect(String(report.error.cause)).toContain('secret of the inside');
  });
  test('what fails when the client has gone is not reported', async () => {
    const before = toy.reports.length;
    expect((await toy.send('GET /v1/fail', { signal: AbortSignal.abort() })).status).toBe(500);
    expect(toy.reports).toHaveLength(before);
  });
  test('headers of a failure are sent in lower case, and instead of those of its status', () => {
    const originalError = new ServiceError('UNAVAILABLE', 'gone', { headers: { 'Retry-After': '30' } });
    expect(
      classifyErrors([new GraphQLError('gone', { originalError })], 1, DEFAULT_CONVENTIONS.errors).headers,
    ).toEqual({ 'retry-after': '30' });
  });
});

describe('caching', () => {
  const toy = toyEngine({
    'v1/a.graphql': get('/a', 'book(id: $id) { id }', '($id: SafeInt!)', ', maxAge: 60'),
    'v2/shapes/None.graphql': 'fragment None on Book { id }',
    'v1/b.graphql': get('/b', 'book(id: 1) { id }', '', ', deprecated: "2027-01-31", sunset: "2027-07-31"'),
  });
  const send = (path: string, headers: Record<string, string> = {}) => toy.send(`GET ${path}`, { headers });

  test('a maxAge has Cache-Control and a strong ETag, and 304 for who has it', async () => {
    const first = await send('/v1/a?id=1');
    const etag = first.headers['etag']!;
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    expect(first.headers['cache-control']).toBe('private, max-age=60');
    for (const given of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const again = await send('/v1/a?id=1', { 'if-none-match': given });
      expect(again).toEqual({
        status: 304,
        headers: { etag, vary: 'Accept', 'cache-control': 'private, max-age=60' },
        body: null,
      });
    }
    expect((await send('/v1/a?id=1', { 'if-none-match': '"x"' })).status).toBe(200);
    expect((await send('/v1/a?id=2', { 'if-none-match': etag })).status).toBe(200);
  });
  test('the tag is its own for each media type and version', async () => {
    const vendor = { accept: 'application/vnd.toy.v1+json' };
    const tags = [await send('/v1/a?id=1'), await send('/v1/a?id=1', vendor), await send('/v2/a?id=1')];
    expect(new Set(tags.map(({ headers }) => headers['etag'])).size).toBe(3);
    expect((await send('/a?id=1')).headers['etag']).toBe(tags[0]!.headers['etag']);
  });
  test('a deprecated version says so on each of its endpoints, and the next does not', async () => {
    const old = toyEngine(
      {
        'v1/a.graphql': get('/a', 'books @paginate { nodes { id } }'),
        'v1/b.graphql': get('/b', 'shelves { name }', '', ', sunset: "2028-01-31"'),
        'v1/conventions.json': JSON.stringify({ deprecated: '2027-01-31', sunset: '2027-07-31' }),
        'v2/shapes/None.graphql': 'fragment None on Book { id }',
      },
      { basePath: '/api', changesPath: '/docs/changes' },
    );
    const a = (await old.send('GET /api/v1/a')).headers;
    expect([a['deprecation'], a['sunset']]).toEqual(['@1801353600', 'Sat, 31 Jul 2027 00:00:00 GMT']);
    expect(a['link']).toMatch(/rel="last", <\/api\/docs\/changes>; rel="deprecation"; type="text\/html"$/);
    const b = (await old.send('GET /api/v1/b')).headers;
    expect([b['deprecation'], b['sunset']]).toEqual(['@1801353600', 'Mon, 31 Jan 2028 00:00:00 GMT']);
    expect(b['link']).toBe('</api/docs/changes>; rel="deprecation"; type="text/html"');
    expect((await old.send('GET /api/v2/a')).headers).not.toHaveProperty('deprecation');
    const operation = (version: number) =>
      (old.openApi.get(`/v${version}/openapi.json`) as never)['paths']['/b']['get'];
    expect([operation(1), operation(2)].map((each) => each['deprecated'])).toEqual([true, undefined]);
  });
  test('a deprecated endpoint says so', async () => {
    const { headers } = await send('/v1/b');
    expect([headers['deprecation'], headers['sunset']]).toEqual(['@1801353600', 'Sat, 31 Jul 2027 00:00:00 GMT']);
  });
  test('nothing links to a page of changes where none is served', async () => {
    expect((await send('/v1/b')).headers['link']).toBeUndefined();
    const { headers } = (toy.openApi.get('/v1/openapi.json') as never)['paths']['/b']['get']['responses']['200'];
    expect(Object.keys(headers)).toEqual(['X-Request-Id', 'Vary', 'Cache-Control', 'Deprecation', 'Sunset']);
  });
});
