// Tools of an API in the server of a host, whatever that is, called by the client of the SDK.
import { once } from 'node:events';
import { type IncomingMessage, request as sendRequest } from 'node:http';
import express from 'express';
import { buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { type Portico, type PorticoOptions, createPortico } from '../../../src/gateway/index.ts';
import { memoryStore } from '../../support/memoryStore.ts';
import { folderOf } from '../support/folderOf.ts';
import { listen } from '../support/listen.ts';
import { connect, textOf } from './support/connect.ts';

const schema = buildSchema(/* GraphQL */ `
  directive @requiresScopes(scopes: [[String!]!]!) on OBJECT | FIELD_DEFINITION
  type Query {
    note(id: ID!): Note
    notes(first: Int, offset: Int, tags: [String!]): [Note!]!
    feed(first: Int, after: String): Feed!
    names: [String!]!
    count: Int!
  }
  type Mutation {
    add(input: NoteInput!): Note! @requiresScopes(scopes: [["write"]])
    addAll(notes: [NoteInput!]!): Int!
    replace(id: ID!, input: NoteInput!): Note!
    remove(id: ID!): Note
  }
  type Note {
    id: ID!
    text: String!
    secret: String @requiresScopes(scopes: [["secrets"]])
  }
  type Feed {
    nodes: [Note!]!
    pageInfo: PageInfo!
  }
  type PageInfo {
    hasNextPage: Boolean!
    endCursor: String
  }
  input NoteInput {
    id: ID
    text: String!
  }
`);

const state = { added: 0, tags: [] as unknown };
const noteOf = (id: string, text = `Note ${id}`) => ({ id, text, secret: 'hush' });
const ALL = Array.from({ length: 5 }, (_, index) => noteOf(String(index + 1)));
schema.getQueryType()!.getFields()['note']!.resolve = (_, { id }: { id: string }) =>
  id === 'none' ? null : noteOf(id);
schema.getQueryType()!.getFields()['notes']!.resolve = (_, { first, offset = 0, tags }) => {
  state.tags = tags;
  return ALL.slice(offset, offset + first);
};
schema.getQueryType()!.getFields()['feed']!.resolve = (_, { first, after }) => {
  const start = Number(after ?? 0);
  const end = String(start + first);
  return { nodes: ALL.slice(start, start + first), pageInfo: { hasNextPage: start + first < 5, endCursor: end } };
};
schema.getQueryType()!.getFields()['names']!.resolve = () => ['a', 'b'];
schema.getQueryType()!.getFields()['count']!.resolve = () => 7;
schema.getMutationType()!.getFields()['add']!.resolve = (_, { input }) => noteOf(String(++state.added), input.text);
schema.getMutationType()!.getFields()['addAll']!.resolve = (_, { notes }: { notes: unknown[] }) => notes.length;
schema.getMutationType()!.getFields()['replace']!.resolve = (_, { id, input }) => noteOf(input.id ?? id, input.text);
schema.getMutationType()!.getFields()['remove']!.resolve = (_, { id }: { id: string }) => noteOf(id);

const documents = {
  'conventions.json': JSON.stringify({
    tools: ['GET', 'POST', '#notes'],
    idempotencyKey: 'OPTIONAL',
    page: { body: '{selection}', default: 2 },
  }),
  'v1/getNote.graphql': `
    "Read a note. It has a text."
    query getNote($id: ID!, $withSecret: Boolean = false @expand(name: "secret")) @endpoint(method: GET, path: "/notes/{id}") {
      note(id: $id) { id text secret @include(if: $withSecret) }
    }`,
  'v1/getLatest.graphql':
    'query getLatest @endpoint(method: GET, path: "/notes/latest", deprecated: "2027-01-31") { note(id: "5") { id text } }',
  'v1/listNotes.graphql':
    'query listNotes($tags: [String!]) @endpoint(method: GET, path: "/notes") { notes(tags: $tags) @paginate(max: 3, styles: [OFFSET]) { id text } }',
  'v1/readFeed.graphql':
    'query readFeed @endpoint(method: GET, path: "/feed") { feed @paginate(styles: [CURSOR]) { nodes { id } } }',
  'v1/listNames.graphql': 'query listNames @endpoint(method: GET, path: "/names") { names }',
  'v1/count.graphql': 'query count @endpoint(method: GET, path: "/count") { count }',
  'v1/addNote.graphql':
    'mutation addNote($text: String!) @endpoint(method: POST, path: "/notes", status: 201) { add(input: { text: $text }) { id text } }',
  'v1/addAll.graphql':
    'mutation addAll($notes: [NoteInput!]!) @endpoint(method: POST, path: "/batches", body: "notes") { addAll(notes: $notes) }',
  'v1/replaceNote.graphql':
    'mutation replaceNote($id: ID!, $input: NoteInput!) @endpoint(method: PUT, path: "/notes/{id}", body: "input") { replace(id: $id, input: $input) { id text } }',
  'v1/removeNote.graphql':
    'mutation removeNote($id: ID!) @endpoint(method: DELETE, path: "/notes/{id}", status: 204) { remove(id: $id) { id } }',
  'v2/count.graphql': 'query count @endpoint(method: GET, path: "/count", removed: true) { count }',
};

function create(options: Partial<PorticoOptions> = {}, more: Readonly<Record<string, string>> = {}): Portico {
  return createPortico({
    schema,
    endpoints: folderOf({ ...documents, ...more }),
    authenticate: ({ authorization }) =>
      authorization === undefined ? null : { subject: 'ann', scopes: authorization.replace('Bearer ', '').split(',') },
    idempotency: memoryStore(),
    ...options,
  });
}

const portico = create();
const open = (path = '/mcp', token = 'write', of = portico) =>
  connect(`http://localhost${path}`, { token, fetch: (url, init) => of.fetch(new Request(url, init)) });
const client = await open();
const { tools } = await client.listTools();
const call = (name: string, args: Record<string, unknown> = {}) => client.callTool({ name, arguments: args });

describe('a tool', () => {
  const described = Object.fromEntries(tools.map((tool) => [tool.name, tool]));
  test.each([
    ['getNote', { readOnlyHint: true, destructiveHint: false, idempotentHint: true }],
    ['addNote', { readOnlyHint: false, destructiveHint: false, idempotentHint: false }],
    ['replaceNote', { readOnlyHint: false, destructiveHint: true, idempotentHint: true }],
    ['removeNote', { readOnlyHint: false, destructiveHint: true, idempotentHint: true }],
  ])('has hints: %s', (name, hints) => {
    expect(described[name]!.annotations).toEqual({ ...hints, openWorldHint: false });
  });

  test('has its words from the document', () => {
    const { title, description } = described['getNote']!;
    expect([title, description]).toEqual(['Read a note', 'Read a note. It has a text.']);
    expect(described['getLatest']!.description).toBe('getLatest\n\nDeprecated.');
  });

  test.each([
    ['getNote', { id: { type: 'string' }, expand: expect.objectContaining({ type: 'array' }) }, ['id']],
    ['addNote', { text: { type: 'string' }, idempotencyKey: expect.objectContaining({ type: 'string' }) }, ['text']],
    // The body has a property of the path's name.
    ['replaceNote', { id: { type: 'string' }, body: { $ref: '#/$defs/NoteInput' } }, ['id', 'body']],
    [
      'addAll',
      { body: { type: 'array', items: { $ref: '#/$defs/NoteInput' } }, idempotencyKey: expect.anything() },
      ['body'],
    ],
    ['count', {}, undefined],
  ])('has the arguments of path, query and body: %s', (name, properties, required) => {
    const { inputSchema } = described[name]!;
    expect(inputSchema).toMatchObject({ type: 'object', properties, additionalProperties: false });
    expect(Object.keys(inputSchema.properties!)).toEqual(Object.keys(properties));
    expect(inputSchema.required).toEqual(required);
  });

  test.each([
    ['getNote', { type: 'object', required: ['id', 'text'] }],
    [
      'listNames',
      { type: 'object', required: ['items'], properties: { items: { type: 'array', items: { type: 'string' } } } },
    ],
    ['count', { type: 'object', required: ['value'], properties: { value: { type: 'integer' } } }],
    ['removeNote', { type: 'object' }],
    ['readFeed', { type: 'object', properties: { nextCursor: { type: 'string' }, nodes: { type: 'array' } } }],
  ])('has an object as its result: %s', (name, outputSchema) => {
    expect(described[name]!.outputSchema).toMatchObject(outputSchema);
  });
});

describe('a result', () => {
  test.each([
    ['of an object is the body', 'getNote', { id: 'a/b c' }, { id: 'a/b c', text: 'Note a/b c' }],
    ['of a list has items', 'listNames', {}, { items: ['a', 'b'] }],
    ['of a scalar has a value', 'count', {}, { value: 7 }],
    ['without a body is empty', 'removeNote', { id: '1' }, {}],
    ['of a body that is one argument', 'addAll', { body: [{ text: 'a' }, { text: 'b' }] }, { value: 2 }],
    ['of a path and a body', 'replaceNote', { id: '1', body: { id: '9', text: 'b' } }, { id: '9', text: 'b' }],
  ])('%s', async (_, name, args, structuredContent) => {
    const result = await call(name, args);
    expect(result).toEqual({ structuredContent, content: [{ type: 'text', text: JSON.stringify(structuredContent) }] });
  });

  test('has no longer target than a request can have', async () => {
    const result = await call('listNotes', { tags: Array.from({ length: 20_000 }, () => 'a') });
    const error = 'The arguments of path and query must not be longer than 16384 characters.';
    expect([result.isError, textOf(result)]).toEqual([true, JSON.stringify({ error })]);
  });

  test('of a page has the position of the next one where only Link has it', async () => {
    const first = await call('listNotes', { tags: ['a,b', 'c&d'], offset: null });
    expect(state.tags).toEqual(['a,b', 'c&d']);
    expect(first.structuredContent).toEqual({
      items: [noteOf('1'), noteOf('2')].map(({ id, text }) => ({ id, text })),
      nextOffset: 2,
    });
    const last = await call('listNotes', { offset: 4 });
    expect(last.structuredContent).toEqual({ items: [{ id: '5', text: 'Note 5' }] });
    const { nextCursor } = (await call('readFeed')).structuredContent as { nextCursor: string };
    expect((await call('readFeed', { cursor: nextCursor })).structuredContent).toMatchObject({
      nodes: [{ id: '3' }, { id: '4' }],
    });
  });

  test('of a call with a key is that of the first one with it', async () => {
    const args = { text: 'once', idempotencyKey: 'k-1' };
    const first = await call('addNote', args);
    expect(await call('addNote', args)).toEqual(first);
    expect(state.added).toBe(1);
    const other = await call('addNote', { ...args, text: 'another' });
    expect([other.isError, textOf(other)]).toEqual([true, expect.stringContaining('Idempotency-Key')]);
  });

  test.each([
    [
      'an unknown property of the body',
      'addNote',
      { text: 'a', more: 1 },
      '{"error":"more is not a known property; known properties are \\"text\\""}',
    ],
    ['an unknown argument', 'count', { more: 1 }, '{"error":"more is not a known parameter"}'],
    ['a missing property', 'addNote', {}, '{"error":"text is required"}'],
    ['a missing body', 'addAll', {}, '{"error":"body is required"}'],
    ['no value in the path', 'getNote', { id: '' }, '{"error":"id is required"}'],
    [
      'a name of the prototype',
      'addNote',
      JSON.parse('{"text":"a","__proto__":{"x":1}}') as object,
      '{"error":"__proto__ is not a known property; known properties are \\"text\\""}',
    ],
    // It is the path of getLatest.
    ['a value that is another path', 'getNote', { id: 'latest' }, '{"error":"getNote has no such resource."}'],
  ])('with %s is the error of REST', async (_, name, args, text) => {
    const result = await call(name, args as Record<string, unknown>);
    expect(result).toEqual({ isError: true, content: [{ type: 'text', text }] });
  });
});

describe('a caller', () => {
  const namesOf = async (token: string, path?: string) =>
    (await (await open(path, token)).listTools()).tools.map(({ name }) => name);

  test('sees what its scopes allow, and what only an argument requires more for', async () => {
    expect(await namesOf('write')).toContain('addNote');
    expect(await namesOf('none')).not.toContain('addNote');
    expect(await namesOf('none')).toContain('getNote');
    const result = await call('getNote', { id: '1', expand: ['secret'] });
    expect([result.isError, textOf(result)]).toEqual([true, '{"error":"The scope \\"secrets\\" is required."}']);
  });

  test('sees the tools of another version at its path', async () => {
    expect(await namesOf('write', '/v1/mcp')).toContain('count');
    expect(await namesOf('write', '/v2/mcp')).not.toContain('count');
  });

  test('needs no credentials where tools do not require them, and gets the 401 of the tool that does', async () => {
    const some = create({}, { 'v1/count.graphql': documents['v1/count.graphql'].replace('path', 'auth: NONE, path') });
    const anonymous = await connect('http://localhost/mcp', {
      fetch: (url, init) => some.fetch(new Request(url, init)),
    });
    expect((await anonymous.listTools()).tools.map(({ name }) => name)).toEqual(['count']);
    expect((await anonymous.callTool({ name: 'count' })).structuredContent).toEqual({ value: 7 });
    await expect(anonymous.callTool({ name: 'listNames' })).rejects.toMatchObject({ code: 401 });
  });

  test.each([
    ['a header', 'X-Api-Key', 'header', '/mcp', { 'x-api-key': 'write' }],
    ['the query', 'key', 'query', '/mcp?key=write', {}],
  ])('has its credentials in %s where the API says so', async (_, name, place, path, headers) => {
    const api = { info: { title: 'Notes' }, securitySchemes: { key: { type: 'apiKey', in: place, name } } };
    const keyed = create(
      {
        authenticate: ({ headers: sent, request }) => {
          const key = sent.get('x-api-key') ?? new URL((request as unknown as Request).url).searchParams.get('key');
          return key === null ? null : { subject: 'ann', scopes: [key] };
        },
      },
      { 'api.json': JSON.stringify(api) },
    );
    const send = (url: string | URL, init?: RequestInit) => keyed.fetch(new Request(url, init));
    const agent = await connect(`http://localhost${path}`, { headers: headers as Record<string, string>, fetch: send });
    expect(agent.getServerVersion()).toEqual({ name: 'portico', version: '1', title: 'Notes' });
    expect((await agent.callTool({ name: 'listNames' })).structuredContent).toEqual({ items: ['a', 'b'] });
    await expect(connect('http://localhost/mcp', { fetch: send })).rejects.toMatchObject({ code: 401 });
  });

  test('is authenticated once for each message', async () => {
    let times = 0;
    const counted = create({ authenticate: () => ({ subject: String(++times), scopes: [] }) });
    const agent = await open('/mcp', 'x', counted);
    times = 0;
    await agent.callTool({ name: 'count' });
    expect(times).toBe(1);
  });
});

describe('a server of a host', () => {
  test.each([
    ['node:http', async () => listen(portico.handler)],
    ['express', async () => listen(express().use(portico.handler))],
    ['express behind a parser', async () => listen(express().use(express.json()).use(portico.handler))],
  ])('is %s', async (_, start) => {
    const agent = await connect(`${(await start()).url}/mcp`, { token: 'write' });
    const result = await agent.callTool({ name: 'addAll', arguments: { body: [{ text: 'a' }] } });
    expect(result.structuredContent).toEqual({ value: 1 });
    await agent.close();
  });

  test('sends events with the endpoint that was called', async () => {
    const events: unknown[] = [];
    const observed = create({
      onResponse: ({ operation, version, status }) => void events.push([operation, version, status]),
    });
    const agent = await open('/mcp', 'write', observed);
    await agent.callTool({ name: 'count' });
    expect(events).toContainEqual(['count', 1, 200]);
  });

  test.each([
    ['mounted below a path', { basePath: '/api' }, '/api/mcp'],
    ['with versions in headers', { versioning: 'header' as const }, '/v2/mcp'],
    ['with versions in paths', { versioning: 'path' as const }, '/mcp'],
    ['of another default version', { defaultVersion: 2 }, '/mcp'],
  ])('has tools %s', async (_, options, path) => {
    const agent = await open(path, 'write', create(options));
    const result = await agent.callTool({ name: 'listNames' });
    expect(result.structuredContent).toEqual({ items: ['a', 'b'] });
  });

  test('lets pages of the origins of CORS send messages, and no others', async () => {
    const shared = create({ cors: { origins: ['https://app.example'] }, publicUrl: 'https://api.example' });
    const send = (method: string, headers: Record<string, string>) =>
      shared.fetch(new Request('http://localhost/mcp', { method, headers }));
    const preflight = await send('OPTIONS', { origin: 'https://app.example', 'access-control-request-method': 'POST' });
    expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([204, 'POST, OPTIONS']);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('MCP-Protocol-Version');
    expect((await send('POST', { origin: 'https://app.example' })).status).toBe(401);
    expect((await send('POST', { origin: 'https://api.example' })).status).toBe(401);
    expect((await send('POST', { origin: 'https://evil.example' })).status).toBe(403);
  });

  describe('of the address of its own machine', () => {
    const OWN = ['http://127.0.0.1:4000', 'http://localhost:4000', 'http://[::1]:4000', 'http://localhost'];
    const NOT_OWN: [origin: string, host: string][] = [
      // A name that DNS can give the address of the machine.
      ['http://evil.example:4000', 'evil.example:4000'],
      ['http://localhost.evil.example:4000', 'localhost.evil.example:4000'],
      ['http://127.0.0.1.evil.example:4000', '127.0.0.1.evil.example:4000'],
      ['http://192.0.2.1:4000', '192.0.2.1:4000'],
      // Another server of the machine.
      ['http://localhost:3000', 'localhost:4000'],
      ['http://localhost', 'localhost:4000'],
      ['http://localhost:4000', '127.0.0.1:4000'],
      ['https://localhost:4000', 'localhost:4000'],
      ['http://localhost:4000', 'evil.example:4000'],
      ['null', 'localhost:4000'],
    ];
    const byFetch = async (of: Portico, origin: string, host: string) =>
      (await of.fetch(new Request(`http://${host}/mcp`, { method: 'POST', headers: { origin } }))).status;
    const byHandler = async (of: Portico, origin: string, host: string) => {
      const { port } = await listen(of.handler);
      const sent = sendRequest({ port, path: '/mcp', method: 'POST', headers: { origin, host }, agent: false }).end();
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      response.resume();
      return response.statusCode;
    };

    // The next check is that of the credentials.
    test.each(OWN)('lets %s send messages, and with a public URL, too', async (origin) => {
      const { host } = new URL(origin);
      for (const of of [create(), create({ publicUrl: 'https://api.example' })]) {
        expect([await byFetch(of, origin, host), await byHandler(of, origin, host)]).toEqual([401, 401]);
      }
    });

    test.each(NOT_OWN)('refuses %s of a page at %s', async (origin, host) => {
      const of = create();
      expect([await byFetch(of, origin, host), await byHandler(of, origin, host)]).toEqual([403, 403]);
    });
  });

  test('has nothing at /mcp without tools', async () => {
    const none = create({}, { 'conventions.json': '{}' });
    const response = await none.fetch(new Request('http://localhost/mcp', { method: 'POST' }));
    expect(response.status).toBe(404);
  });
});
