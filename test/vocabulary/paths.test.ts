// Paths with literal text beside placeholders, several of them in a segment, and `{+path}`, the rest of a path.
import { type GraphQLSchema, buildSchema, graphql } from 'graphql';
import { afterAll, describe, expect, test } from 'vitest';
import { faultsOf } from './support/faults.ts';
import { openFacade, stubUpstream } from './support/upstreams.ts';
import { serveSchema } from './support/serveSchema.ts';

const SDL = /* GraphQL */ `
  type Query {
    echo(a: String!, b: String, path: String): Echo
    list(path: String!, first: Int, after: String): Echos!
  }
  type Mutation {
    write(path: String!, text: String): Echo
  }
  type Echos {
    nodes: [Echo!]!
    pageInfo: PageInfo!
  }
  type PageInfo {
    hasNextPage: Boolean!
    endCursor: String
  }
  type Echo {
    a: String!
    b: String
    path: String!
  }
`;
const schema: GraphQLSchema = buildSchema(SDL);
const echo = (_: unknown, { a = '-', b = null, path = '-' }: { a?: string; b?: string | null; path?: string }) =>
  path === 'missing/file' ? null : { a, b, path };
const { Query, Mutation } = {
  Query: schema.getQueryType()!.getFields(),
  Mutation: schema.getMutationType()!.getFields(),
};
Query['echo']!.resolve = echo;
Query['list']!.resolve = (_, { path, first = 5 }: { path: string; first?: number }) => ({
  nodes: Array.from({ length: first }, () => ({ a: 'item', b: null, path })),
  pageInfo: { hasNextPage: true, endCursor: 'x' },
});
Mutation['write']!.resolve = echo;

const get = (name: string, path: string, selection = 'a') =>
  `query ${name}($a: String!) @endpoint(method: GET, path: "${path}") { echo(a: $a) { ${selection} } }`;
const documents = {
  'v1/gistJson.graphql': get('gistJson', '/gists/{a}.json', 'a json: b'),
  'v1/compare.graphql': `query compare($a: String!, $b: String!) @endpoint(method: GET, path: "/compare/{a}...{b}") {
    echo(a: $a, b: $b) { a b url: __typename @template(value: "/compare/{a}...{b}") }
  }`,
  'v1/archive.graphql': `mutation archive($path: String!) @endpoint(method: POST, path: "/files/{path}:archive") { write(path: $path) { path } }`,
  'v1/read.graphql': `query read($path: String! @param(minLength: 2)) @endpoint(method: GET, path: "/contents/{+path}", maxAge: 9) {
    echo(a: "read", path: $path) { path url: path @template(value: "/contents/{+}") html: path @template(value: "/blob/{+path}#{path}") }
  }`,
  'v1/write.graphql': `mutation write($path: String!, $text: String) @endpoint(method: PUT, path: "/contents/{+path}", status: 201, location: "/contents/{+path}") {
    write(path: $path, text: $text) { a file: path }
  }`,
  'v1/moved.graphql': `query moved($file: String!) @endpoint(method: GET, path: "/old/{+file}", status: 308, location: "/contents/{+where}?{where}") {
    echo(a: "moved", path: $file) { where: path }
  }`,
  'v1/history.graphql': `query history($path: String!) @endpoint(method: GET, path: "/history/{+path}") { list(path: $path) @paginate(default: 2, styles: [CURSOR]) { nodes { path } } }`,
};
const ready = serveSchema(schema, documents);
afterAll(async () => (await ready).close());
const send = async (line: string, options: { headers?: Record<string, string>; body?: unknown } = {}) => {
  const { status, json, headers } = await (await ready).send(line, options);
  return { status, json, headers };
};

test('a template of several values has each of them encoded', async () => {
  expect(await send('GET /v1/compare/a%2Fb...%3F')).toMatchObject({
    status: 200,
    json: { a: 'a/b', b: '?', url: '/v1/compare/a%2Fb...%3F' },
  });
});

describe('the rest of a path', () => {
  const contents = (path: string, address: string, segment: string) => ({
    path,
    url: `/v1/contents/${address}`,
    html: `/v1/blob/${address}#${segment}`,
  });
  test.each<[string, number, unknown]>([
    ['README.md', 200, contents('README.md', 'README.md', 'README.md')],
    ['src/a%20b/%C3%A9.ts', 200, contents('src/a b/é.ts', 'src/a%20b/%C3%A9.ts', 'src%2Fa%20b%2F%C3%A9.ts')],
    ['src/x/', 200, contents('src/x', 'src/x', 'src%2Fx')],
    ['a/%3Fb%23%25', 200, contents('a/?b#%', 'a/%3Fb%23%25', 'a%2F%3Fb%23%25')],
    ['missing/file', 404, { error: 'No Echo was found for path missing/file.' }],
    ['x', 400, { error: 'path must have at least 2 characters' }],
    ['a/%zz', 400, { error: 'The path /v1/contents/a/%zz is not valid percent-encoding.' }],
  ])('GET /v1/contents/%s is %i', async (path, status, body) => {
    expect(await send(`GET /v1/contents/${path}`)).toMatchObject({ status, json: body });
  });

  test('has the methods of its path', async () => {
    const wrong = await send('DELETE /v1/contents/a/b');
    const options = await send('OPTIONS /v1/contents/a/b');
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD, PUT, OPTIONS']);
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, PUT, OPTIONS']);
    expect((await send('HEAD /v1/contents/a/b')).status).toBe(200);
  });

  test('keeps its slashes in a location', async () => {
    const made = await send('PUT /v1/contents/a%20b/c%3F', { body: { text: 'x' } });
    expect([made.status, made.headers.get('location'), made.json]).toEqual([
      201,
      '/v1/contents/a%20b/c%3F',
      { a: '-', file: 'a b/c?' },
    ]);
    const moved = await send('GET /v1/old/a/b');
    expect([moved.status, moved.headers.get('location')]).toEqual([308, '/v1/contents/a/b?a%2Fb']);
  });

  test('is read by the GET of its path before a write is refused', async () => {
    const headers = { 'if-match': '"1"' };
    expect((await send('PUT /v1/contents/a/b', { headers, body: {} })).status).toBe(412);
    expect((await send('PUT /v1/contents/missing/file', { headers, body: {} })).status).toBe(404);
  });

  test('is that of the links of a page', async () => {
    const { status, json, headers } = await send('GET /v1/history/a%20b/c?limit=2');
    expect([status, JSON.stringify(json)]).toEqual([200, expect.stringContaining('"path":"a b/c"')]);
    expect(headers.get('link')).toContain('</v1/history/a%20b/c?cursor=');
  });

  test('is x-multi-segment in OpenAPI, whose paths have no plus sign', async () => {
    const { paths, components } = (await ready).openApi.get('/v1/openapi.json') as Record<
      string,
      Record<string, never>
    >;
    expect(Object.keys(paths!)).toEqual(expect.arrayContaining(['/compare/{a}...{b}', '/files/{path}:archive']));
    const { get: read, put } = paths!['/contents/{path}']! as Record<string, { parameters: object[] }>;
    const parameter = { name: 'path', in: 'path', required: true, 'x-multi-segment': true, example: 'Path 1' };
    expect([read!.parameters[0], put!.parameters[0]]).toEqual([
      { ...parameter, schema: { type: 'string', minLength: 2 } },
      { ...parameter, schema: { type: 'string' } },
    ]);
    expect(JSON.stringify(paths!['/gists/{a}.json'])).not.toContain('x-multi-segment');
    expect(JSON.stringify([paths, components])).toContain(JSON.stringify('\\/contents\\/[^?#]*$').slice(1, -1));
  });

  test('is custom methods as well', async () => {
    expect(await send('POST /v1/files/a:b:archive', { body: {} })).toMatchObject({
      status: 200,
      json: { path: 'a:b' },
    });
  });
});

test('a façade serves the same paths', async () => {
  const stub = await stubUpstream();
  stub.answer = async ({ body: { query: source, variables } }) => ({
    body: await graphql({ schema, source, ...(variables && { variableValues: variables }) }),
  });
  const files = Object.fromEntries(Object.entries(documents).map(([file, text]) => [file.replace('v1/', ''), text]));
  const facade = await openFacade({ upstream: stub, sdl: SDL, files });
  for (const path of ['/v1/gists/7.json', '/v1/compare/a...b', '/v1/contents/a%20b/c', '/v1/contents/a//b']) {
    const { status, json } = await send(`GET ${path}`);
    expect(await facade.send(path)).toMatchObject({ status, body: json });
  }
  const sent = { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{}' };
  const { status, headers } = await facade.send('/v1/contents/a/b', sent);
  expect([status, headers.get('location')]).toEqual([201, '/v1/contents/a/b']);
  await Promise.all([facade.close(), stub.close()]);
});

describe('that a request matches two paths equally', () => {
  test.each<[string, string, boolean]>([
    ['/a/{x}', '/a/{y}', false],
    ['/a/{x}', '/a/b', false],
    ['/a/{x}/c', '/a/b/{y}', false],
    ['/a/{x}.json', '/a/{x}', false],
    ['/a/{x}.json', '/a/{x}.html', false],
    ['/a/{x}.json', '/a/b{x}', false],
    ['/a/{x}c', '/a/b{x}', true],
    ['/{x}c/d', '/b{x}/{d}', true],
    ['/{x}c/d', '/b{x}/e', false],
    ['/{x}c/d', '/b{x}', false],
    ['/{x}c/d', '/b{x}/{y}.json', false],
    ['/{x}c/d.json', '/b{x}/{y}.json', true],
    ['/{x}c/{+d}', '/b{x}/e/f', true],
    ['/{x}-{y}', '/a{x}', true],
    ['/{x}-{y}', '/{x}.{y}', true],
    ['/{x}-{y}', '/{x}.{y}z', false],
    ['/a/{+x}', '/a/{+y}', false],
    ['/a/{+x}', '/a/{y}/b', false],
    ['/a/{+x}', '/a/{y}/{+z}', false],
    ['/a/{+x}', '/a/b', false],
    ['/a/{+x}', '/a', false],
    ['/a/{+x}', '/a/{y}.json', false],
    ['/', '/{+y}', false],
  ])('%s and %s: %s', (one, other, isAmbiguous) => {
    const document = (name: string, path: string) => {
      const names = path.match(/\w(?=\})/g) ?? [];
      const variables = names.length === 0 ? '' : `(${names.map((each) => `$${each}: String!`).join()})`;
      return `query ${name}${variables} @endpoint(method: GET, path: "${path}") { echo${variables && `(${names.map((each) => `${each}: $${each}`).join()})`} }`;
    };
    const echoed = 'type Query { echo(b: String, c: String, d: String, x: String, y: String, z: String): String }';
    const faults = faultsOf(echoed, { 'v1/a.graphql': document('a', one), 'v1/b.graphql': document('b', other) });
    expect(faults.filter((fault) => fault.includes('Some requests match both'))).toHaveLength(isAmbiguous ? 2 : 0);
  });
});
