// The responses of an operation: their statuses, headers and media types.
import { describe, expect, test } from 'vitest';
import { type Node, documentOf, openApiOf, operationOf, ref } from './support/openApiOf.ts';

const query = (more: string, selection = 'theBook { id }') =>
  `query get @endpoint(path: "/a", ${more}) { ${selection} }`;
const mutation = (more: string, selection = 'add(title: "a") { id }') =>
  `mutation m @endpoint(path: "/a", ${more}) { ${selection} }`;
const LIST = 'books @paginate(styles: [CURSOR]) { nodes { id } }';
const TRY = (more: string) => `try(title: "a") { book { id } errors @error(${more}) { message } }`;

const REFUSE = 'refuse @error(status: 410) { message }';

const responsesOf = (endpoint: string, conventions: object = {}): Node =>
  operationOf(documentOf(endpoint, conventions))['responses']!;
const header = (name: string) => ({ $ref: `#/components/headers/${name}` });

const EVERY = ['X-Request-Id', 'Vary', 'Cache-Control', 'RateLimit-Policy', 'RateLimit'];

test.each<[name: string, endpoint: string, headers: Record<string, string>]>([
  ['every response', query('method: GET'), {}],
  ['a new resource', mutation('method: POST, status: 201, location: "/a/{id}"'), { Location: 'Location' }],
  [
    'a result that is made later',
    mutation('method: POST, status: 202, location: "/a/{id}"'),
    { Location: 'ResultLocation' },
  ],
  ['a URL of the data', mutation('method: POST, status: 201, location: "{id}"'), { Location: 'LinkedLocation' }],
  ['a redirect', query('method: GET, status: 302, location: "/a/{id}", maxAge: 5'), { Location: 'RedirectLocation' }],
  ['a page', query('method: GET', LIST), { Link: 'Link' }],
  ['an entity tag', query('method: GET, maxAge: 60'), { ETag: 'ETag' }],
  ['a deprecation', query('method: GET, deprecated: "2027-01-31"'), { Deprecation: 'Deprecation' }],
  ['a sunset', query('method: GET, sunset: "2027-01-31"'), { Sunset: 'Sunset' }],
  [
    'an Idempotency-Key',
    mutation('method: POST, idempotencyKey: OPTIONAL'),
    { 'Idempotency-Replayed': 'Idempotency-Replayed' },
  ],
])('the success has the headers of %s', (_, endpoint, own) => {
  const success = Object.values(responsesOf(endpoint)).find(
    ({ description }) => !String(description).includes('Error'),
  )!;
  const headers = { ...Object.fromEntries(EVERY.map((name) => [name, name])), ...own };
  expect(success['headers']).toEqual(
    Object.fromEntries(Object.entries(headers).map(([name, component]) => [name, header(component)])),
  );
});

test('headers are in the order in which they are sent', () => {
  const endpoint = query('method: GET, maxAge: 60, deprecated: "2027-01-31", sunset: "2027-07-31"', LIST);
  expect(Object.keys(responsesOf(endpoint)['200']!['headers']!).join(' ')).toBe(
    'X-Request-Id Vary Link ETag Cache-Control Deprecation Sunset RateLimit-Policy RateLimit',
  );
});

test('the success has one schema under each media type', () => {
  const content = { schema: ref('Book'), examples: { Book: { $ref: '#/components/examples/Book' } } };
  expect(responsesOf(query('method: GET'))['200']).toMatchObject({
    description: 'OK',
    content: { 'application/json': content, 'application/vnd.toy.v1+json': content },
  });
});

test('a success without a body has no content', () => {
  expect(responsesOf(mutation('method: POST, status: 204'))['204']).toEqual({
    description: 'No Content',
    headers: expect.anything(),
  });
});

test('an endpoint with an entity tag has a 304 with the headers of its success', () => {
  const responses = responsesOf(query('method: GET, maxAge: 60', LIST));
  expect(responses['304']).toEqual({
    description: 'The representation has not changed.',
    headers: responses['200']!['headers'],
  });
  expect(responsesOf(query('method: GET'))).not.toHaveProperty('304');
});

const USUAL = [200, 400, 401, 403, 404, 406, 429, 500, 502, 503, 504];
const WRITE = [...USUAL, 409, 412, 413, 415];
const UPLOAD =
  'mutation m($file: Upload!) @endpoint(method: POST, path: "/a", consumes: ["multipart/form-data"]) { add(file: $file) { id } }';

describe('a document has the statuses of', () => {
  test.each<[name: string, endpoint: string, statuses: number[], conventions?: object]>([
    ['a query', query('method: GET'), USUAL],
    ['a query with an entity tag', query('method: GET, maxAge: 60'), [...USUAL, 304, 412]],
    [
      'a query with an entity tag of its data',
      query('method: GET', 'theBook { id pages @header(name: "ETag") }'),
      [...USUAL, 304, 412],
    ],
    ['a redirect', query('method: GET, status: 302, location: "/a/{id}", maxAge: 5'), [302, ...USUAL.slice(1)]],
    ['a POST of a query', query('method: POST'), [...USUAL, 412, 413, 415]],
    ['a POST of a mutation', mutation('method: POST'), WRITE],
    ['a mutation with an Idempotency-Key', mutation('method: POST, idempotencyKey: OPTIONAL'), [...WRITE, 422]],
    ['a form with files', UPLOAD, [...WRITE, 408]],
    ['a DELETE', mutation('method: DELETE'), [...USUAL, 409, 412]],
    ['errors as data', mutation('method: POST', TRY('status: 410')), [...WRITE, 410]],
    ['errors alone', mutation('method: POST, status: 204', REFUSE), [204, 410, ...WRITE.slice(1)]],
    [
      'an endpoint that reads no credentials',
      query('method: GET, auth: NONE'),
      USUAL.filter((status) => status !== 401 && status !== 403),
    ],
    ['an endpoint with optional credentials', query('method: GET, auth: OPTIONAL'), USUAL],
    ['an endpoint that can end', query('method: GET, sunset: "2027-01-31"'), [...USUAL, 410], { afterSunset: 'gone' }],
    ['a status of the conventions', query('method: GET'), [...USUAL, 419], { errors: { codes: { STALE: 419 } } }],
    ['another status for invalid input', query('method: GET'), [...USUAL, 422], { errors: { invalid: 422 } }],
    [
      'codes whose texts alone the conventions change',
      query('method: GET'),
      [...USUAL, 418],
      {
        errors: {
          codes: { METHOD_NOT_ALLOWED: { message: 'no' }, CONFLICT: { code: 'ABORTED' }, '*': { status: 418 } },
        },
      },
    ],
  ])('%s', (_, endpoint, statuses, conventions) => {
    expect(Object.keys(responsesOf(endpoint, conventions)).map(Number)).toEqual(statuses.toSorted((a, b) => a - b));
  });

  test('an API without credentials', () => {
    const files = { 'v1/a.graphql': query('method: GET') };
    const { responses } = operationOf(openApiOf(files, { open: true })['/v1/openapi.json']!);
    expect(Object.keys(responses!).map(Number)).toEqual(USUAL.filter((status) => status !== 401 && status !== 403));
  });
});

test('the conventions give codes other statuses', () => {
  const errors = { invalid: 422, codes: { NOT_FOUND: 410, STALE: 419 } };
  const responses = responsesOf(query('method: GET'), { errors });
  const response = (name: string) => ({ $ref: `#/components/responses/${name}` });
  expect(responses).toMatchObject({
    400: response('BadRequest'),
    410: response('NotFound'),
    419: { description: 'Error', content: { 'application/json': { schema: ref('Error') } } },
    422: response('BadUserInput'),
  });
  expect(responses).not.toHaveProperty('404');
});

test.each([
  ['POST', 'OPTIONAL', { 409: 'IdempotencyKeyInUse', 422: 'IdempotencyKeyReused' }],
  ['POST', 'NONE', { 409: 'Conflict' }],
])('%s with an Idempotency-Key that is %s has the errors %j', (method, presence, components) => {
  const expected = Object.entries(components).map(([status, name]) => [
    status,
    { $ref: `#/components/responses/${name}` },
  ]);
  expect(responsesOf(mutation(`method: ${method}, idempotencyKey: ${presence}`))).toMatchObject(
    Object.fromEntries(expected),
  );
});

test.each<[promise: string, endpoint: string, description: string, message: string]>([
  [
    'of a form with files',
    UPLOAD,
    'A file is larger than 1000 bytes, or the rest of the body than 1 MiB.',
    'A file must not be larger than 1000 bytes.',
  ],
  [
    'of a file that is the whole body',
    'mutation m($file: Upload!) @endpoint(method: POST, path: "/a", body: "file", consumes: ["image/png"]) { add(file: $file) { id } }',
    'The file is larger than 1000 bytes.',
    'A file must not be larger than 1000 bytes.',
  ],
])('the 413 %s has its limit', (_, endpoint, description, error) => {
  expect(responsesOf(endpoint, { uploads: { maxBytes: 1000 } })['413']).toMatchObject({
    description,
    content: { 'application/json': { example: { error } } },
  });
});

test('the 413 of a form without files is that of every body', () => {
  const endpoint =
    'mutation m($title: String) @endpoint(method: POST, path: "/a", consumes: ["multipart/form-data"]) { add(title: $title) { id } }';
  const responses = responsesOf(endpoint);
  expect(responses['413']).toEqual({ $ref: '#/components/responses/ContentTooLarge' });
  expect(responses).toHaveProperty('408');
});

test.each([
  [401, 'WWW-Authenticate', 'WWW-Authenticate'],
  [403, 'WWW-Authenticate', 'MissingScope'],
  [429, 'Retry-After', 'RetryLimit'],
  [503, 'Retry-After', 'Retry-After'],
])('a %i that only errors as data have has the header %s', (status, name, component) => {
  const errors = { codes: { RATE_LIMITED: 420, UNAVAILABLE: 520 } };
  const endpoint = mutation('method: POST, auth: NONE', TRY(`status: ${status}`));
  expect(responsesOf(endpoint, { errors })[status]).toMatchObject({ headers: { [name]: header(component) } });
});

test.each([
  ['Unauthenticated', ['WWW-Authenticate']],
  ['Forbidden', ['WWW-Authenticate: MissingScope', 'Idempotency-Replayed']],
  ['UnsupportedMediaType', ['Accept-Patch', 'Accept-Encoding']],
  ['IdempotencyKeyInUse', ['Retry-After: RetryLimit', 'Idempotency-Replayed']],
  ['IdempotencyKeyReused', ['Idempotency-Replayed']],
  ['RateLimited', ['Retry-After: RetryLimit']],
  ['Unavailable', ['Retry-After']],
  ['NotFound', ['Idempotency-Replayed']],
  ['Timeout', []],
])('the response %s has the headers of every response and %j', (component, own) => {
  const { components } = documentOf(mutation('method: POST, idempotencyKey: OPTIONAL'));
  const headers = [...EVERY, ...own].map((text) => text.split(': ')).map(([name, to = name]) => [name, header(to!)]);
  expect(components!['responses']![component]!['headers']).toEqual(Object.fromEntries(headers));
});

describe('the header', () => {
  const headersOf = (conventions: object, endpoint = query('method: GET')) =>
    documentOf(endpoint, conventions)['components']!['headers']!;

  test.each<[component: string, description: string, urls: string, format: string]>([
    ['Location', 'The path of the new resource.', 'relative', 'uri-reference'],
    ['Location', 'The URL of the new resource.', 'absolute', 'uri'],
    ['ResultLocation', 'The path of the result, or of what describes its progress.', 'relative', 'uri-reference'],
    ['ResultLocation', 'The URL of the result, or of what describes its progress.', 'absolute', 'uri'],
    ['RedirectLocation', 'The URL to continue at.', 'relative', 'uri-reference'],
    ['RedirectLocation', 'The URL to continue at.', 'absolute', 'uri'],
  ])('%s is described as %j where urls are %s', (component, description, urls, format) => {
    const endpoint = {
      Location: mutation('method: POST, status: 201, location: "/a/{id}"'),
      ResultLocation: mutation('method: POST, status: 202, location: "/a/{id}"'),
      RedirectLocation: query('method: GET, status: 302, location: "/a/{id}"'),
    }[component];
    expect(headersOf({ urls }, endpoint)[component]).toEqual({
      description,
      required: true,
      schema: { type: 'string', format },
    });
  });

  test('Location is a URL only where those of every version are absolute', () => {
    const endpoint = mutation('method: POST, status: 201, location: "/a/{id}"');
    const files = { 'v1/a.graphql': endpoint, 'v2/conventions.json': { urls: 'absolute' } };
    const { headers } = openApiOf(files)['/openapi.json']!['components']!;
    expect(headers!['Location']!['schema']).toEqual({ type: 'string', format: 'uri-reference' });
  });

  test.each<[text: string, example: object]>([
    ['nosniff', { example: 'nosniff' }],
    ['v{version}', { example: 'v1' }],
    ['v{version}/{requestId}', {}],
  ])('of every response that is %s has its text, where that is known', (text, example) => {
    expect(headersOf({ headers: { 'X-A': text } })['X-A']).toEqual({
      description: 'A header of every response.',
      required: true,
      schema: { type: 'string' },
      ...example,
    });
  });

  test('of every response that differs has in the unversioned paths the text of the default version', () => {
    const files = (defaultVersion: number) => ({
      'api.json': { name: 'toy', defaultVersion },
      'conventions.json': { headers: { 'X-A': 'v{version}' } },
      'v1/a.graphql': query('method: GET'),
      'v2/conventions.json': {},
    });
    const exampleOf = (version: number) =>
      openApiOf(files(version))['/openapi.json']!['components']!['headers']!['X-A']!['example'];
    expect([exampleOf(1), exampleOf(2)]).toEqual(['v1', 'v2']);
  });

  test.each<[reset: unknown, component: string]>([
    ['X-Reset', 'RateLimitReset'],
    [{ name: 'X-Reset', format: 'unixtime' }, 'RateLimitResetTime'],
  ])('of a quota whose end is %j is %s', (reset, component) => {
    const { headers } = responsesOf(query('method: GET'), { headers: { RateLimit: ['X-Limit', 'X-Left', reset] } })[
      '200'
    ]!;
    expect(headers).toMatchObject({
      'X-Limit': header('RateLimitLimit'),
      'X-Left': header('RateLimitRemaining'),
      'X-Reset': header(component),
    });
  });

  const ofField = (field: string, name: string) =>
    responsesOf(query('method: GET', `theBook { id a: ${field} @header(name: "${name}") }`))['200']!['headers']!;

  test.each<[name: string, field: string, described: object, shown?: string]>([
    [
      'etag',
      'pages',
      { description: 'The strong entity tag of the representation (RFC 9110).', schema: { type: 'string' } },
      'ETag',
    ],
    ['Last-Modified', 'pages', { description: 'The date of the last change (RFC 9110).', schema: { type: 'string' } }],
    ['X-A', 'weight', { description: 'A value of the response.', schema: { type: 'number', format: 'double' } }],
    ['etag', 'about', { description: 'What it is about.', schema: { type: 'string' } }, 'ETag'],
    ['Content-Disposition', 'id', { description: 'A value of the response.', schema: { type: 'string' } }],
  ])('%s of the field %s is described', (name, field, described, shown = name) => {
    expect(ofField(field, name)[shown]).toEqual({ required: true, ...described });
  });
});

describe('the media types of errors', () => {
  const types = (mediaTypes: string[]) =>
    openApiOf(
      Object.fromEntries(
        mediaTypes.flatMap((mediaType, index) => [
          [`v${index + 1}/conventions.json`, { errors: { mediaType } }],
          [`v${index + 1}/a.graphql`, query('method: GET')],
        ]),
      ),
    )['/openapi.json']!['components']!['responses']!['NotFound']!['content']!;

  test.each<[mediaTypes: string[], schemas: [type: string, schema: object][]]>([
    [
      ['application/json', 'application/vnd.api+json'],
      [
        ['application/json', ref('Error')],
        ['application/vnd.api+json', ref('Error')],
        ['application/problem+json', ref('Problem')],
      ],
    ],
    [['application/problem+json'], [['application/problem+json', ref('Error')]]],
    [
      ['application/json', 'application/problem+json'],
      [
        ['application/json', ref('Error')],
        ['application/problem+json', { anyOf: [ref('Error'), ref('Problem')] }],
      ],
    ],
  ])('of versions with %j', (mediaTypes, schemas) => {
    expect(Object.entries(types(mediaTypes)).map(([type, { schema }]) => [type, schema])).toEqual(schemas);
  });
});

describe('an unversioned path', () => {
  const merged = (one: string, two: string) =>
    operationOf(openApiOf({ 'v1/a.graphql': one, 'v2/a.graphql': two })['/openapi.json']!)['responses']!;

  test('has the statuses of each version, and the media types of each', () => {
    const responses = merged(query('method: GET'), query('method: GET, maxAge: 5', 'theBook { id pages }'));
    expect(Object.keys(responses).map(Number)).toEqual([...USUAL, 304, 412].toSorted((a, b) => a - b));
    expect(Object.keys(responses['200']!['content']!).join(' ')).toBe(
      'application/json application/vnd.toy.v1+json application/vnd.toy.v2+json',
    );
  });

  test('describes a header of some versions in place, and does not require it', () => {
    const responses = merged(query('method: GET, maxAge: 5'), query('method: GET, deprecated: "2027-01-31"'));
    expect(responses['200']!['headers']).toEqual({
      ...Object.fromEntries(EVERY.map((name) => [name, header(name)])),
      ETag: { required: false, description: expect.stringContaining('RFC 9110'), schema: { type: 'string' } },
      Deprecation: { required: false, description: expect.stringContaining('RFC 9745'), schema: { type: 'string' } },
    });
  });

  test('requires no header that one of the versions does not require', () => {
    const withHeader = (field: string) => query('method: GET', `theBook { id ${field} @header(name: "X-A") }`);
    for (const [one, two] of [
      ['id', 'title'],
      ['title', 'id'],
    ] as const) {
      const { headers } = merged(withHeader(`a: ${one}`), withHeader(`a: ${two}`))['200']!;
      expect(headers!['X-A']).toEqual({
        ...(one === 'id' && { required: false }),
        description: 'A value of the response.',
        schema: { type: 'string' },
      });
    }
  });
});
