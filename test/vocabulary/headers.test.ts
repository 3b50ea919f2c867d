// `headers` of conventions.json: response headers under other names, split or left out, and further ones.
import { buildSchema } from 'graphql';
import { afterAll, describe, expect, test } from 'vitest';
import { memoryStore } from '../support/memoryStore.ts';
import { serveSchema } from './support/serveSchema.ts';

type Schema = Record<string, unknown>;

const schema = buildSchema(`
  type Query { hello: String! list(first: Int, offset: Int): List! }
  type List { nodes: [String!]! totalCount: Int! }
  type Mutation { save: String! }
`);
schema.getQueryType()!.getFields()['hello']!.resolve = () => 'hello';
schema.getQueryType()!.getFields()['list']!.resolve = () => ({ nodes: ['a'], totalCount: 3 });
schema.getMutationType()!.getFields()['save']!.resolve = () => 'saved';

const HEADERS = {
  link: null,
  'X-Request-Id': 'X-GitHub-Request-Id',
  RateLimit: ['X-RateLimit-Limit', 'X-RateLimit-Remaining', { name: 'X-RateLimit-Reset', format: 'unixtime' }],
  'RateLimit-Policy': null,
  'Idempotency-Replayed': 'X-Replayed',
  'X-Api-Version': 'v{version}; {{stable}}',
  'X-Trace': '{version}/{requestId}',
  'Content-Security-Policy': "default-src 'none'",
};
const endpoint = (name: string, rest: string) => `query ${name} @endpoint(method: GET, path: "/${name}" ${rest}`;
const documents = {
  'v1/conventions.json': JSON.stringify({
    headers: HEADERS,
    page: { styles: ['OFFSET'] },
    rateLimit: { limited: '1/86400' },
  }),
  'v1/hello.graphql': endpoint('hello', ', maxAge: 60, auth: NONE) { hello }'),
  'v1/limited.graphql': endpoint('limited', ', auth: NONE) { hello }'),
  'v1/list.graphql': endpoint('list', ', auth: NONE) { list @paginate(default: 1) { nodes } }'),
  'v1/save.graphql': 'mutation save @endpoint(method: POST, path: "/save", idempotencyKey: OPTIONAL) { save }',
  'v2/conventions.json': JSON.stringify({
    headers: {
      link: 'Link',
      'X-Request-Id': 'x-request-id',
      RateLimit: ['X-Limit', 'X-Left', 'X-Wait'],
      'RateLimit-Policy': 'X-Policy',
      'X-Trace': null,
      'X-Content-Type-Options': null,
    },
  }),
};
const served = await serveSchema(schema, documents, {
  cors: { origins: '*' },
  authenticate: () => ({ subject: 'ada', scopes: [] }),
  idempotency: memoryStore(),
});
afterAll(() => served.close());

/** The headers of every response of version 1 to a request with the id `r-1`. */
const OF_1 = {
  'x-github-request-id': 'r-1',
  'x-content-type-options': 'nosniff',
  'x-api-version': 'v1; {stable}',
  'x-trace': '1/r-1',
  'content-security-policy': "default-src 'none'",
  'access-control-expose-headers': undefined,
};
const OF_NODE = ['connection', 'date', 'keep-alive', 'transfer-encoding'];

async function send(line: string, headers: Record<string, string> = {}, body?: unknown) {
  const response = await served.send(line, { headers: { 'X-GitHub-Request-Id': 'r-1', ...headers }, body });
  const others = [...response.headers].filter(([name]) => !OF_NODE.includes(name));
  return { status: response.status, headers: Object.fromEntries(others), json: response.json };
}

describe('every response has the headers of its version', () => {
  const JSON_TYPE = { 'content-type': 'application/json', vary: 'Accept' };
  const ERROR = { ...JSON_TYPE, 'cache-control': 'private, no-store', 'content-length': expect.any(String) };

  test('a success, and 304', async () => {
    const { headers, ...response } = await send('GET /v1/hello');
    const kept = { vary: 'Accept', 'cache-control': 'private, max-age=60', etag: expect.any(String), ...OF_1 };
    expect(response).toEqual({ status: 200, json: 'hello' });
    expect(headers).toEqual({ ...kept, 'content-type': 'application/json', 'content-length': '7' });
    expect(await send('GET /v1/hello', { 'if-none-match': headers['etag']! })).toEqual({
      status: 304,
      headers: kept,
      json: undefined,
    });
  });

  test.each([
    ['an unknown path', 'GET /v1/none', {}, 404, {}],
    ['an unknown version, as the default one', 'GET /v9/hello', {}, 404, {}],
    ['a method that is not supported', 'PUT /v1/hello', {}, 405, { allow: 'GET, HEAD, OPTIONS' }],
    ['a type that is not acceptable', 'GET /v1/hello', { accept: 'text/csv' }, 406, {}],
    ['malformed encoding', 'GET /v1/%', {}, 400, {}],
    ['an unknown parameter', 'GET /v1/hello?x=1', {}, 400, {}],
  ])('an error of %s', async (_, line, headers, status, own) => {
    const response = await send(line, headers);
    expect(response.status).toBe(status);
    expect(response.headers).toEqual({ ...ERROR, ...OF_1, ...own });
  });

  test('OPTIONS', async () => {
    const headers = { vary: 'Accept', allow: 'GET, HEAD, OPTIONS', ...OF_1 };
    expect(await send('OPTIONS /v1/hello')).toEqual({ status: 204, headers, json: undefined });
  });

  test('a version inherits them, takes its own headers back, and leaves out further ones', async () => {
    expect((await send('GET /v2/hello', { 'x-request-id': 'r-2' })).headers).toEqual({
      'content-type': 'application/json',
      'content-length': '7',
      vary: 'Accept',
      'cache-control': 'private, max-age=60',
      etag: expect.any(String),
      'x-request-id': 'r-1',
      'x-api-version': 'v2; {stable}',
      'content-security-policy': "default-src 'none'",
    });
    const [first, second] = await Promise.all(['GET /v1/list', 'GET /v2/list'].map((line) => send(line)));
    expect([first!.headers['link'], second!.headers['link']]).toEqual([
      undefined,
      expect.stringContaining('rel="next"'),
    ]);
  });
});

describe('the rate limit', () => {
  const limits = ({ headers }: { headers: Record<string, string> }) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => /limit|left|wait|policy$/.test(name)));

  test('is split, with the time of its end or the seconds until then', async () => {
    const soon = Math.floor(Date.now() / 1000) + 86_000;
    for (const [status, remaining] of [
      [200, '0'],
      [429, '0'],
    ]) {
      const response = await send('GET /v1/limited');
      expect(response.status).toBe(status);
      expect(limits(response)).toMatchObject({ 'x-ratelimit-limit': '1', 'x-ratelimit-remaining': remaining });
      expect(Object.keys(response.headers).filter((name) => name.startsWith('ratelimit'))).toEqual([]);
      expect(Number(response.headers['x-ratelimit-reset'])).toBeGreaterThan(soon);
    }
    const { headers } = await send('GET /v2/limited');
    expect([headers['x-limit'], headers['x-left'], headers['x-policy']]).toEqual(['1', '0', '"limited";q=1;w=86400']);
    expect(Number(headers['x-wait'])).toBeLessThanOrEqual(86_400);
  });
});

test('the id of a request is read under the names that the versions send it with', async () => {
  const idOf = async (headers: Record<string, string>) =>
    (await served.send('GET /v1/hello', { headers })).headers.get('x-github-request-id');
  expect(await idOf({ 'x-github-request-id': 'a' })).toBe('a');
  expect(await idOf({ 'x-request-id': 'b' })).toBe('b');
  expect(await idOf({ 'x-github-request-id': 'a b' })).toMatch(/^[\da-f-]{36}$/);
});

test('a replay has the headers of its own response', async () => {
  const headers = { 'idempotency-key': 'k-1' };
  const first = await send('POST /v1/save', headers, {});
  const again = await send('POST /v1/save', { ...headers, 'X-GitHub-Request-Id': 'r-2' }, {});
  expect([first.headers['x-replayed'], again.headers['x-replayed'], again.headers['x-trace']]).toEqual([
    undefined,
    'true',
    '1/r-2',
  ]);
  expect(again.headers).not.toHaveProperty('idempotency-replayed');
});

test('CORS exposes the headers of all versions, and allows the names of the request id', async () => {
  const { headers } = await send('GET /v1/hello', { origin: 'https://a.example' });
  const exposed = headers['access-control-expose-headers']!.split(', ');
  expect(exposed).toEqual(
    expect.arrayContaining(['X-GitHub-Request-Id', 'X-RateLimit-Reset', 'X-Replayed', 'X-Trace']),
  );
  expect(exposed.filter((name) => /^RateLimit|^Idempotency-R/.test(name))).toEqual([]);
  const preflight = await send('OPTIONS /v1/none', {
    origin: 'https://a.example',
    'access-control-request-method': 'GET',
  });
  expect([preflight.status, preflight.headers['x-github-request-id']]).toEqual([204, 'r-1']);
  expect(preflight.headers['access-control-allow-headers']).toMatch(/tracestate, X-GitHub-Request-Id, x-request-id/);
});

describe('OpenAPI', () => {
  const documentOf = (version: string) => served.openApi.get(version) as Described;
  interface Described extends Schema {
    paths: Record<
      string,
      Record<string, { responses: Record<string, { headers: Record<string, Schema> }>; parameters: Schema[] }>
    >;
    components: { headers: Record<string, Schema>; responses: Record<string, { headers: Record<string, Schema> }> };
  }

  test('has the headers under their names, and the further ones', () => {
    const { paths, components } = documentOf('/v1/openapi.json');
    const names = ['X-GitHub-Request-Id', 'Vary', 'Cache-Control', 'X-RateLimit-Limit', 'X-RateLimit-Remaining'];
    const further = ['X-RateLimit-Reset', 'X-Api-Version', 'X-Trace', 'Content-Security-Policy'];
    expect(Object.keys(paths['/list']!['get']!.responses['200']!.headers)).toEqual([...names, ...further]);
    const [reset, ...rest] = further;
    expect(Object.keys(components.responses['NotFound']!.headers)).toEqual([...names, reset, 'X-Replayed', ...rest]);
    expect(JSON.stringify(paths['/save']!['post']!.parameters)).toContain('with `X-Replayed: true`, and');
  });

  test('requires none that only some versions send where Accept chooses the version', () => {
    const { paths, components } = documentOf('/openapi.json');
    for (const { headers } of [paths['/hello']!['get']!.responses['200']!, components.responses['NotFound']!]) {
      expect(headers['X-GitHub-Request-Id']).toMatchObject({ required: false });
      expect(headers['x-request-id']).toMatchObject({ required: false });
      expect(headers['X-Api-Version']).toEqual({ $ref: '#/components/headers/X-Api-Version' });
    }
  });
});
