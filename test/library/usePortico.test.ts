// The plugin in a real server of GraphQL Yoga, over HTTP: what is REST's, what stays Yoga's, and that both are executed alike.
import type { RequestListener } from 'node:http';
import { GraphQLError, type GraphQLSchema, buildSchema } from 'graphql';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type PorticoContext, type PorticoPluginOptions, usePortico } from '../../src/gateway/index.ts';
import { folderOf } from './support/folderOf.ts';
import { listen } from './support/listen.ts';

type Hook = (payload: Record<string, (value: unknown) => void>) => void;
type Plugin = Readonly<Record<string, Hook>>;

// Its types have those of browsers, which would be global for all of the program.
const { createYoga } = (await import('graphql-yoga' as string)) as {
  createYoga(options: Readonly<Record<string, unknown>>): RequestListener;
};

const folder = folderOf({
  'v1/getNote.graphql':
    'query getNote($id: ID!) @endpoint(method: GET, path: "/notes/{id}") { note(id: $id) { id text } }',
  'v1/listNotes.graphql':
    'query listNotes($contains: String) @endpoint(method: GET, path: "/notes") { notes(contains: $contains) { id } }',
  'v1/createNote.graphql':
    'mutation createNote($text: String!) @endpoint(method: POST, path: "/notes", status: 201, location: "/notes/{id}") { createNote(text: $text) { id text } }',
  'v1/deleteNote.graphql':
    'mutation deleteNote($id: ID!) @endpoint(method: DELETE, path: "/notes/{id}", status: 204) { deleteNote(id: $id) }',
  'v1/attach.graphql':
    'mutation attach($file: Upload!) @endpoint(method: POST, path: "/files", status: 200, consumes: ["multipart/form-data"]) { attach(file: $file) }',
  'v1/getSeen.graphql': 'query getSeen @endpoint(method: GET, path: "/seen") { seen }',
  'v1/getPublic.graphql': 'query getPublic @endpoint(method: GET, path: "/public", auth: NONE) { seen }',
});

const createLog = () => vi.fn<(...values: unknown[]) => void>();
const reported = createLog();
const logger = { debug: createLog(), info: createLog(), warn: createLog(), error: createLog() };
beforeEach(() => vi.clearAllMocks());

type Resolve = (given: Record<string, string>, context: Context) => unknown;
type Context = PorticoContext & Record<string, unknown> & { request: Request };

/** The schema of notes, some of whose resolvers are given. */
function schemaWith(given: Record<string, Resolve> = {}, more = ''): GraphQLSchema {
  const notes = new Map([['1', { id: '1', text: 'Buy milk' }]]);
  const resolvers: Record<string, Resolve> = {
    note: ({ id }) => notes.get(id!),
    notes: ({ contains = '' }) => [...notes.values()].filter(({ text }) => text.includes(contains)),
    createNote: ({ text }) => {
      const note = { id: String(notes.size + 1), text: text! };
      notes.set(note.id, note);
      return note;
    },
    deleteNote: ({ id }) => notes.delete(id!),
    attach: async ({ file }) => (file as unknown as File).text(),
    ...given,
  };
  const schema = buildSchema(`
    type Query { note(id: ID!): Note notes(contains: String): [Note!]! seen: String ${more} }
    type Mutation { createNote(text: String!): Note! deleteNote(id: ID!): Boolean attach(file: Upload!): String }
    scalar Upload
    type Note { id: ID! text: String! }
  `);
  for (const type of [schema.getQueryType()!, schema.getMutationType()!]) {
    for (const field of Object.values(type.getFields())) {
      field.resolve = (_: unknown, args: Record<string, string>, context: Context) =>
        resolvers[field.name]?.(args, context);
    }
  }
  return schema;
}

/** A schema whose `seen` is what a function returns for the context. */
const seeing = (seen: (context: Context) => unknown) => schemaWith({ seen: (_, context) => String(seen(context)) });

interface StartOptions {
  /** The options of `createYoga`. */
  yoga?: Readonly<Record<string, unknown>>;
  portico?: Partial<PorticoPluginOptions>;
  before?: Plugin[];
  after?: Plugin[];
}

/** Starts Yoga with the plugin among others; returns what sends a request to it. */
async function start({ yoga, portico, before = [], after = [] }: StartOptions = {}) {
  const plugin = usePortico({ endpoints: folder, report: reported, ...portico });
  const { url } = await listen(
    createYoga({ schema: schemaWith(), logging: logger, ...yoga, plugins: [...before, plugin, ...after] }),
  );
  return async (target: string, init?: RequestInit) => {
    const response = await fetch(url + target, init);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    const body = (isJson ? JSON.parse(text) : text) as unknown;
    return { status: response.status, body, headers: response.headers };
  };
}

const json = (body: unknown, method = 'POST') => ({
  method,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});
const bearer = { headers: { authorization: 'Bearer ada' } };

describe('below its path, the plugin', () => {
  test('responds to every method', async () => {
    const send = await start();
    expect(await send('/api/v1/notes/1')).toMatchObject({ status: 200, body: { id: '1', text: 'Buy milk' } });
    const created = await send('/api/v1/notes', json({ text: 'Call Ada' }));
    expect(created).toMatchObject({ status: 201, body: { id: '2', text: 'Call Ada' } });
    expect(created.headers.get('location')).toBe('/api/v1/notes/2');
    expect(await send('/api/v1/notes/2', { method: 'DELETE' })).toMatchObject({ status: 204 });
    expect(await send('/api/v1/notes/2')).toMatchObject({
      status: 404,
      body: { error: 'No Note was found for id 2.' },
    });
    expect(await send('/api/v1/notes', json({ text: 1 }))).toMatchObject({ status: 400 });
  });

  test('passes files on', async () => {
    const send = await start();
    const body = new FormData();
    body.append('file', new File(['hello'], 'a.txt'));
    expect(await send('/api/v1/files', { method: 'POST', body })).toMatchObject({ status: 200, body: 'hello' });
  });

  test('responds where there is no endpoint', async () => {
    const send = await start();
    for (const target of ['/api', '/api/', '/api/v1/nothing']) {
      expect(await send(target)).toMatchObject({ status: 404, body: { error: expect.any(String) } });
    }
  });

  test('serves what the options put beside the endpoints', async () => {
    const send = await start({ portico: { basePath: '/rest', openapi: true, health: true } });
    expect(await send('/rest/v1/openapi.json')).toMatchObject({ status: 200, body: { openapi: '3.1.0' } });
    expect(await send('/rest/health/ready')).toMatchObject({ status: 200 });
    expect(await send('/api/v1/notes/1')).toMatchObject({ status: 404, body: '' });
  });
});

describe('Yoga keeps', () => {
  test('its endpoint, its probes and its pages', async () => {
    const send = await start();
    const answer = await send('/graphql', json({ query: '{ note(id: 1) { text } }' }));
    expect(answer.body).toEqual({ data: { note: { text: 'Buy milk' } } });
    const page = { headers: { accept: 'text/html' } };
    expect(await send('/health')).toMatchObject({ status: 200, body: '' });
    expect((await send('/graphql', page)).body).toContain('<!doctype html>');
    expect((await send('/', page)).body).toContain('Yoga');
    expect(await send('/apiary')).toMatchObject({ status: 404, body: '' });
  });

  test('an endpoint below the path of REST', async () => {
    const send = await start({ yoga: { graphqlEndpoint: '/api/graphql' } });
    expect(await send('/api/graphql', json({ query: '{ __typename }' }))).toMatchObject({ body: { data: {} } });
    expect(await send('/api/v1/notes/1')).toMatchObject({ status: 200 });
  });

  test('its rules for other origins', async () => {
    const send = await start({ yoga: { cors: { origin: 'https://app.example', exposedHeaders: ['Location'] } } });
    const { headers } = await send('/api/v1/notes/1', { headers: { origin: 'https://app.example' } });
    expect(headers.get('access-control-allow-origin')).toBe('https://app.example');
    expect(headers.get('access-control-expose-headers')).toBe('Location');
  });
});

test('without rules of Yoga for other origins, those of the options hold', async () => {
  const send = await start({ yoga: { cors: false }, portico: { cors: { origins: ['https://app.example'] } } });
  const headers = { origin: 'https://app.example', 'access-control-request-method': 'DELETE' };
  const preflight = await send('/api/v1/notes/1', { method: 'OPTIONS', headers });
  expect(preflight.headers.get('access-control-allow-methods')).toContain('DELETE');
});

describe('operations are executed as those of GraphQL', () => {
  test('with the context of the host and of its other plugins', async () => {
    const before: Plugin = { onContextBuilding: ({ extendContext }) => extendContext!({ before: 'B' }) };
    const after: Plugin = { onContextBuilding: ({ extendContext }) => extendContext!({ after: 'A' }) };
    const send = await start({
      yoga: {
        schema: seeing(({ own, before: b, after: a, request }) =>
          [own, b, a, request.headers.get('x-tenant'), new URL(request.url).pathname].join(),
        ),
        context: ({ request }: Context) => ({ own: request.method }),
      },
      before: [before],
      after: [after],
    });
    const { body } = await send('/api/v1/seen', { headers: { 'x-tenant': 'T' } });
    expect(body).toBe('POST,B,A,T,/api/v1/seen');
  });

  test('through every hook, wherever the plugin is listed', async () => {
    const hooks = ['onRequestParse', 'onParams', 'onParse', 'onValidate', 'onExecute', 'onExecutionResult'] as const;
    const called: string[] = [];
    const plugin = Object.fromEntries(hooks.map((hook) => [hook, () => void called.push(hook)]));
    const send = await start({ after: [plugin] });
    await send('/api/v1/notes', json({ text: 'Call Ada' }));
    expect(called).toEqual(hooks);
  });

  test('with the caller, the request id and the signal of REST', async () => {
    const send = await start({
      yoga: {
        schema: seeing(({ portico: { caller, requestId, signal }, request }) =>
          [caller?.subject, requestId, request.headers.get('x-request-id'), signal.aborted].join(),
        ),
      },
      portico: { authenticate: ({ authorization }) => ({ subject: authorization!.slice(7), scopes: [] }) },
    });
    const { body } = await send('/api/v1/seen', { headers: { ...bearer.headers, 'x-request-id': 'id-1' } });
    expect(body).toBe('ada,id-1,id-1,false');
  });

  test('with the credentials of the client, but those that were not read', async () => {
    const yoga = { schema: seeing(({ request }) => request.headers.get('authorization')) };
    const open = await start({ yoga });
    expect((await open('/api/v1/public', bearer)).body).toBe('Bearer ada');
    const send = await start({ yoga, portico: { authenticate: () => ({ subject: 'ada', scopes: [] }) } });
    expect((await send('/api/v1/seen', bearer)).body).toBe('Bearer ada');
    expect((await send('/api/v1/public', bearer)).body).toBe('null');
  });

  test('with the context of each request alone', async () => {
    const send = await start({
      yoga: {
        schema: seeing(({ id }) => id),
        context: ({ request }: Context) => ({ id: request.headers.get('x-id') }),
      },
    });
    const ids = ['a', 'b', 'c'];
    const seen = await Promise.all(ids.map((id) => send('/api/v1/seen', { headers: { 'x-id': id } })));
    expect(seen.map(({ body }) => body)).toEqual(ids);
  });
});

describe('errors of the host:', () => {
  const failing = (error: Error): StartOptions => ({
    yoga: {
      schema: schemaWith({
        seen: () => {
          throw error;
        },
      }),
    },
  });
  const thrower = (status: number, code?: string): StartOptions => ({
    after: [
      {
        onRequestParse() {
          throw new GraphQLError('No.', { extensions: { http: { status }, ...(code && { code }) } });
        },
      },
    ],
  });
  const forbidden = new GraphQLError('Not yours.', { extensions: { code: 'FORBIDDEN' } });
  const invalid: Plugin = {
    onValidate: ({ setResult }) => setResult!([new GraphQLError('The operation is too deep.')]),
  };
  test.each<[string, StartOptions, number, string]>([
    ['a code is that of a resolver', failing(forbidden), 403, 'Not yours.'],
    ['any other error is masked', failing(new Error('the disk is full')), 500, 'Internal server error'],
    ['a plugin that refuses credentials', thrower(401, 'UNAUTHENTICATED'), 401, 'No.'],
    ['a plugin with a status alone', thrower(403), 403, 'The credentials do not permit this request.'],
    ['a plugin that limits', thrower(429), 429, 'Too many requests; try again later.'],
    ['an operation that the host refuses', { after: [invalid] }, 502, 'The upstream service returned an invalid'],
  ])('%s', async (_, options, status, error) => {
    const send = await start(options);
    expect(await send('/api/v1/seen')).toMatchObject({ status, body: { error: expect.stringContaining(error) } });
    expect(reported).toHaveBeenCalledTimes(status < 500 ? 0 : 1);
  });

  test('invalid variables are the client’s', async () => {
    const send = await start();
    expect(await send('/api/v1/notes', json({}))).toMatchObject({ status: 400 });
  });
});

describe('the schema', () => {
  test('is loaded for the first request where the host has it later', async () => {
    const send = await start({ yoga: { schema: Promise.resolve(schemaWith()) } });
    expect(await send('/api/v1/notes/1')).toMatchObject({ status: 200 });
  });

  test('is missing: 503 with Retry-After, also for bodies', async () => {
    const send = await start({ yoga: { schema: undefined } });
    const response = await send('/api/v1/notes', json({ text: 'Call Ada' }));
    expect(response).toMatchObject({
      status: 503,
      body: { error: 'The API has no schema that fits it yet; try again shortly.' },
    });
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  test('that changes is followed, and one that does not fit is reported', async () => {
    let setSchema!: (schema: unknown) => void;
    const source: Plugin = { onPluginInit: (init) => void (setSchema = init['setSchema']!) };
    const send = await start({ before: [source] });
    const note: Resolve = ({ id }) => ({ id, text: 'New' });
    setSchema(schemaWith({ note }));
    expect((await send('/api/v1/notes/9')).body).toEqual({ id: '9', text: 'New' });

    const other = buildSchema('type Query { seen: Int }');
    other.getQueryType()!.getFields()['seen']!.resolve = () => 7;
    setSchema(other);
    expect(logger.error).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(/^portico: The schema does not fit the REST API; that of the schema before/),
      expect.objectContaining({ message: expect.stringContaining('getNote.graphql') }),
    );
    // It is executed with the new one.
    expect(await send('/api/v1/seen')).toMatchObject({ status: 200, body: 7 });
    expect(await send('/api/v1/notes/9')).toMatchObject({ status: 502 });

    setSchema(schemaWith({ note }));
    expect(await send('/api/v1/notes/9')).toMatchObject({ status: 200 });
  });

  test('that does not fit ends the start where the host has it', () => {
    const plugins = [usePortico({ endpoints: folder })];
    const create = () => createYoga({ schema: buildSchema('type Query { note: Int }'), plugins, logging: logger });
    expect(create).toThrow('createNote.graphql');
  });

  test('that does not fit when it is loaded leaves GraphQL to the host', async () => {
    const send = await start({ yoga: { schema: Promise.resolve(buildSchema('type Query { note: Int }')) } });
    expect(await send('/api/v1/notes/1')).toMatchObject({ status: 503 });
    expect(await send('/graphql', json({ query: '{ note }' }))).toMatchObject({ body: { data: { note: null } } });
    expect(logger.error).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('are 503'), expect.anything());
  });
});

test.each<[string, object, string]>([
  ['a schema', { schema: schemaWith() }, 'schema is no option of usePortico, because the host decides it.'],
  ['a context', { context: () => ({}) }, 'context is no option of usePortico, because the host decides it.'],
  [
    'an upstream',
    { upstream: { url: 'http://localhost' } },
    'upstream is no option of usePortico, because the host decides it.',
  ],
  ['an empty path', { basePath: '' }, 'basePath of usePortico must be a path such as /api, not "".'],
  ['a path with a slash at its end', { basePath: '/api/' }, 'basePath'],
  ['an unknown option', { basepath: '/api' }, 'did you mean "basePath"?'],
])('the plugin refuses %s at once', (_, options, message) => {
  expect(() => usePortico({ endpoints: folder, ...options })).toThrow(message);
});

test('integers of more digits than a double has reach resolvers as texts, and other numbers are 400', async () => {
  const endpoints = folderOf({
    'conventions.json': '{ "scalars": { "Whole": { "type": "integer" } } }',
    'v1/put.graphql':
      'mutation put($whole: Whole, $json: JSON) @endpoint(method: POST, path: "/numbers", status: 200) { put(whole: $whole, json: $json) }',
  });
  const schema = buildSchema(
    'type Query { a: Int } type Mutation { put(whole: Whole, json: JSON): String } scalar Whole scalar JSON',
  );
  schema.getMutationType()!.getFields()['put']!.resolve = (_, given) => JSON.stringify(given);
  const send = await start({ yoga: { schema }, portico: { endpoints } });
  const post = async (body: string) => {
    const headers = { 'content-type': 'application/json' };
    const response = await send('/api/v1/numbers', { method: 'POST', body, headers });
    return [response.status, response.body];
  };
  expect(await post('{"whole":9007199254740993}')).toEqual([200, '{"whole":"9007199254740993"}']);
  expect(await post('{"json":{"d":9007199254740993}}')).toEqual([
    400,
    { error: 'json must not have the number 9007199254740993, which a double cannot represent' },
  ]);
});
