// What the settings of a server decide of a response, and requests that no `Request` can be.
import { gunzipSync } from 'node:zlib';
import { type DocumentNode, buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { SettingsError, createEngine, loadPlan } from '../../../src/gateway/server.ts';
import { folderOf } from '../support/folderOf.ts';
import { type Run, openEngine } from '../support/openEngine.ts';

const schema = buildSchema(/* GraphQL */ `
  type Query {
    text: String
    list(first: Int, after: String, offset: Int): List!
  }
  type Mutation {
    write: String
  }
  type List {
    nodes: [Int!]!
    pageInfo: PageInfo!
    totalCount: Int!
  }
  type PageInfo {
    hasNextPage: Boolean!
    endCursor: String
  }
`);
const fields = schema.getQueryType()!.getFields();
fields['text']!.resolve = () => 'x';
fields['list']!.resolve = () => ({
  nodes: [1],
  pageInfo: { hasNextPage: false },
  totalCount: 1,
});
const get = (name: string, more = '', selection = 'text') =>
  `query ${name} @endpoint(method: GET, path: "/${name}"${more}) { ${selection} }`;
const PAGE = 'list @paginate { nodes }';
type Options = Omit<Parameters<typeof openEngine>[0], 'schema' | 'files'>;
const open = (options: Options & { files?: Record<string, string> } = {}) =>
  openEngine({ schema, files: { 'v1/text.graphql': get('text') }, ...options });

test('absolute URLs are paths where Host is invalid', async () => {
  const files = { 'conventions.json': '{"urls": "absolute"}', 'v1/a.graphql': get('a', '', PAGE) };
  const { link } = (await open({ files }).send('GET /v1/a', { headers: { host: 'a/b@c' } })).headers;
  expect(link).toMatch(/^<\/v1\/a\?/);
});

test('a plan whose default version does not exist is refused', () => {
  const endpoints = folderOf({ 'v1/a.graphql': get('a'), 'v3/b.graphql': get('b') });
  const plan = {
    ...loadPlan({ endpoints }, schema),
    api: { name: 'toy', defaultVersion: 2, versioning: 'both' } as const,
  };
  const prepare = () => async () => ({ data: {} });
  expect(() => createEngine({ plan, schema, prepare, report: () => {}, settings: { basePath: '' } })).toThrow(
    new SettingsError([
      'The default version is 2 ("defaultVersion" in api.json, or the option of createPortico), but the versions are: 1, 3.',
    ]),
  );
});

test('the caller is known before anything else is checked', async () => {
  const callers: unknown[] = [];
  const authenticate = async () => ({ subject: 'ada', scopes: new Set<string>(), claims: {}, authorization: '' });
  const { status } = await open({ authenticate }).send('GET /v1/text', {
    headers: { accept: 'text/html' },
    onAuthenticated: (caller) => void callers.push(caller?.subject),
  });
  expect([status, callers]).toEqual([406, ['ada']]);
});

test('a failure of another kind than the leave of the client is reported, though the client has gone', async () => {
  const reports: string[] = [];
  const client = new AbortController();
  const { status, body } = await open({
    authenticate: () => (client.abort(), Promise.reject(new Error('broken'))),
    report: ({ error }) => void reports.push(String(error.cause)),
  }).send('GET /v1/text', { signal: client.signal });
  expect([status, reports]).toEqual([500, ['Error: broken']]);
  expect(body).toBe('{"error":"Internal server error; it has been logged."}');
});

describe('a body that no endpoint reads', () => {
  test('is drained before the operation is executed', async () => {
    const order: string[] = [];
    const run: Run = () => (order.push('run'), { data: { text: 'x' } });
    const drainBody = async () => void order.push('drain');
    const readBody = () => expect.unreachable();
    expect((await open({ run }).send('GET /v1/text', { drainBody, readBody })).status).toBe(200);
    expect(order).toEqual(['drain', 'run']);
  });

  test('is not drained where it is read', async () => {
    const files = { 'v1/write.graphql': 'mutation write @endpoint(method: POST, path: "/write") { write }' };
    const run: Run = () => ({ data: { write: 'x' } });
    const drainBody = () => expect.unreachable();
    expect((await open({ files, run }).send('POST /v1/write', { drainBody })).status).toBe(200);
  });
});

test('bodies and errors are compressed where the settings say so', async () => {
  const files = {
    'v1/text.graphql': get('text'),
    'conventions.json': JSON.stringify({ errors: { body: { error: '{message}'.repeat(20) } } }),
  };
  const run: Run = () => ({ data: { text: 'x'.repeat(2000) } });
  for (const settings of [{ compression: true }, { compression: false }, {}]) {
    for (const target of ['/v1/text', `/v1/${'x'.repeat(100)}`]) {
      const headers = { 'accept-encoding': 'gzip' };
      const reply = await open({ files, run, settings }).send(`GET ${target}`, { headers });
      expect(reply.headers['content-encoding']).toBe(settings.compression ? 'gzip' : undefined);
      const text = settings.compression ? gunzipSync(reply.body as Uint8Array) : reply.body;
      expect(String(text)).toMatch(/^"x{2000}"$|does not exist/);
    }
  }
});

test('an operation is prepared once, and requests of the same part of it share a key', async () => {
  const input = 'input Filter { title: String shelf: String } type Book { id: ID! title: String }';
  const executed: [DocumentNode, string | undefined][] = [];
  const engine = openEngine({
    schema: buildSchema(`${input} type Query { book(filter: Filter): Book }`),
    files: {
      'v1/q.graphql': `query q($title: String, $shelf: String @param(nullAs: "none")) @endpoint(method: GET, path: "/q") {
        book(filter: { title: $title, shelf: $shelf }) @fields { id title } }`,
    },
    run: ({ document }, whole) => (executed.push([whole, document?.key]), { data: { book: { id: '1', title: 'a' } } }),
  });
  const execute = async (query: string) => {
    expect((await engine.send(`GET /v1/q?${query}`)).status).toBe(200);
    return executed.pop()!;
  };
  const [whole, key] = await execute('title=a&shelf=b&fields=id,title');
  // Text that it was parsed from would stay in memory.
  expect([key, whole.loc, whole.definitions[0]!.loc]).toEqual([undefined, undefined, undefined]);
  const [again, none] = await execute('title=b&shelf=none');
  expect([again === whole, none]).toEqual([true, undefined]);
  const queries = ['title=a', 'title=b', 'shelf=b', 'title=a&fields=id', 'fields=id', 'fields=id,id'];
  const keys: (string | undefined)[] = [];
  for (const query of queries) keys.push((await execute(query))[1]);
  expect(keys.map((each) => keys.indexOf(each))).toEqual([0, 0, 2, 3, 4, 4]);
});
