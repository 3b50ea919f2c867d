// createPortico on plain node:http: options it refuses, context and authentication of a host, bodies read by other middleware.
import { rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import express, { type RequestHandler } from 'express';
import { buildSchema } from 'graphql';
import { describe, expect, test, vi } from 'vitest';
import {
  type HostRequest,
  type IdempotencyStore,
  type Portico,
  type PorticoFailure,
  type PorticoOptions,
  createPortico,
} from '../../src/gateway/index.ts';
import { exchangeBytes } from './support/exchangeBytes.ts';
import { folderOf } from './support/folderOf.ts';
import { listen } from './support/listen.ts';

const SDL = 'directive @requiresScopes(scopes: [[String!]!]!) on OBJECT | FIELD_DEFINITION\n';
/** The directives of a subgraph are defined by the specification that it links. */
const SUBGRAPH = { assumeValidSDL: true };
const AUTHENTICATED = 'directive @authenticated on OBJECT | FIELD_DEFINITION\n';
const WHOAMI = 'query whoami @endpoint(method: GET, path: "/whoami") { whoami }';
const folder = folderOf({
  'v1/whoami.graphql': WHOAMI,
  'v1/echo.graphql':
    'mutation echo($text: String!) @endpoint(method: POST, path: "/echo", status: 200) { echo(text: $text) }',
});

interface Context {
  name?: string;
  caller?: { subject: string };
}

/** The schema, `restricted` as its SDL says; its resolvers read the context. */
function schemaWith(query = 'whoami: String', directives = '') {
  const schema = buildSchema(`${directives}type Query { ${query} } type Mutation { echo(text: String!): String }`);
  schema.getQueryType()!.getFields()['whoami']!.resolve = (_, __, { name, caller }: Context) => {
    if (name === 'trouble') throw new Error('the disk is full');
    return name ?? caller?.subject ?? 'nobody';
  };
  schema.getMutationType()!.getFields()['echo']!.resolve = (_, { text }: { text: string }) => text;
  return schema;
}

const portico = (options: Partial<PorticoOptions> = {}) =>
  createPortico({ schema: schemaWith(), endpoints: folder, ...options });

type Before = (request: IncomingMessage & { body?: unknown; rawBody?: unknown }) => Promise<void>;

/** Sends one request to a server with these options; `before` stands for middleware in front. */
async function send(options: Partial<PorticoOptions>, target: string, init: RequestInit = {}, before?: Before) {
  const { handler } = portico(options);
  const { url } = await listen(async (request, response) => {
    await before?.(request);
    handler(request, response);
  });
  const response = await fetch(url + target, init);
  return { status: response.status, body: (await response.json()) as unknown, headers: response.headers };
}

describe('createPortico refuses', () => {
  const scoped = (sdl: string) => schemaWith(sdl, SDL + AUTHENTICATED);
  test.each<[string, Partial<PorticoOptions>, string]>([
    [
      'scopes without authenticate',
      { schema: scoped('whoami: String @requiresScopes(scopes: [["a"]])') },
      'restricts Query.whoami',
    ],
    [
      '@authenticated without authenticate',
      { schema: scoped('whoami: String @authenticated') },
      'restricts Query.whoami',
    ],
    ...(
      [
        ['type Query { a: Int @deprecated } enum E { A } extend enum E @authenticated', 'E'],
        ['type Query { a: S } scalar S @authenticated input P { p: Int }', 'S'],
        ['type Query { a: I } interface I { f: Int @authenticated }', 'I.f'],
        [
          'type Query { a: Int @authenticated b: X c: Int @authenticated d: Int @authenticated } type X { x: Int } extend type X @authenticated',
          'Query.a, Query.c, Query.d, …',
        ],
      ] as const
    ).map(([sdl, names]): [string, Partial<PorticoOptions>, string] => [
      `@authenticated without authenticate, on ${names}`,
      { schema: buildSchema(`directive @authenticated on OBJECT | FIELD_DEFINITION | ENUM | SCALAR ${sdl}`) },
      `The schema restricts ${names} with @authenticated or @requiresScopes; createPortico requires the option authenticate.`,
    ]),
    [
      '@policy, whatever authenticates',
      {
        schema: buildSchema(`directive @policy(policies: [[String!]!]!) on FIELD_DEFINITION | OBJECT | ENUM | INTERFACE
          type Query { a: Int  b: T }
          interface I { i: Int @policy(policies: [["p"]]) }
          type T { t: E }
          enum E @policy(policies: [["p"]]) { A }
          extend type Query { c: Int @policy(policies: [["p", "q"]]) }
          extend type T @policy(policies: ["p"])`),
        authenticate: () => ({ subject: 'ada', scopes: [] }),
      },
      'The schema restricts Query.c, I.i, T, E with @policy, which only a federation router evaluates; use @requiresScopes, or check the caller in resolvers.',
    ],
    ...[
      ['import: [{ name: "@policy", as: "@rule" }]', '@rule'],
      ['import: ["@policy"]', '@policy'],
      ['import: ["@key"]', '@federation__policy'],
    ].map(([link, directive]): [string, Partial<PorticoOptions>, string] => [
      `@policy as ${directive}, by ${link}`,
      {
        schema: buildSchema(
          `extend schema @link(url: "https://specs.apollo.dev/federation/v2.6", ${link})
            type Query { a: Int ${directive}(policies: [["p"]]) }`,
          SUBGRAPH,
        ),
      },
      'The schema restricts Query.a with @policy,',
    ]),
    [
      '@requiresScopes under another name',
      {
        schema: buildSchema(
          `extend schema @link(
              url: "https://specs.apollo.dev/federation/v2.6",
              import: [{ name: "@requiresScopes", as: "@scopes" }]
            )
            type Query { a: Int @scopes(scopes: [["a"]]) b: Int @federation__authenticated }`,
          SUBGRAPH,
        ),
        authenticate: () => ({ subject: 'ada', scopes: [] }),
      },
      'The schema restricts Query.a (@scopes for @requiresScopes), Query.b (@federation__authenticated for @authenticated) under another name; @link must import the directive under its own.',
    ],
    ['a base path with a trailing slash', { basePath: '/api/' }, 'basePath must be a path such as /api'],
    ['an unknown option', { endpoint: 'rest' } as object, 'Unknown option "endpoint"; did you mean "endpoints"?'],
    ['an unknown option that is like none', { qwertyuiop: 1 } as object, 'Unknown option "qwertyuiop".'],
    [
      'an unknown option of cors',
      { cors: { origin: '*' } as unknown as { origins: '*' } },
      'Unknown option of cors "origin"; did you mean "origins"?',
    ],
    ['an option of another type', { health: 'yes' } as object, 'health must be a boolean, not a string.'],
    ['a function that is none', { mapError: null } as object, 'mapError must be a function, not null.'],
    ['an empty path of the reference', { docs: '' }, 'docs must be a path such as /docs, not "".'],
    ['a path of the reference that is an endpoint', { docs: '/v1/whoami' }, 'of the endpoint whoami, /v1/whoami.'],
    ['a path of the reference that is an unversioned one', { docs: '/whoami' }, 'of the endpoint whoami, /whoami.'],
    ['a path of the reference without a slash', { docs: 'docs' }, 'docs must be a path such as /api'],
    [
      'credentials for every origin',
      { cors: { origins: '*', credentials: true } },
      'cors.credentials requires a list of origins; browsers refuse it together with "*".',
    ],
    ['an origin as text', { cors: { origins: 'https://a.example' } as object } as object, 'cors.origins must be * or'],
    ...['', ' ', 'a b', 'a,b', 'a"', '(a)', 'a/b', 'a:b', 'ä', 'a\n', '[a]', '{a}', 'a=b', 'a@b', 'a;'].map(
      (name): [string, Partial<PorticoOptions>, string] => [
        `a header that is none: ${JSON.stringify(name)}`,
        { cors: { origins: '*', headers: [name] } },
        'cors.headers must be a list of header names such as X-Api-Key.',
      ],
    ),
    ['a time that is none', { cors: { origins: '*', maxAge: -1 } }, 'cors.maxAge must be a number of seconds, not -1.'],
    ['an apiName that is none', { apiName: 'My' }, 'apiName must be'],
    ['an unknown versioning', { versioning: 'paths' as 'path' }, 'versioning must be "path", "header" or "both".'],
    ['a default version that does not exist', { defaultVersion: 7 }, 'defaultVersion is 7, but the versions are: 1.'],
    [
      'a store that is none',
      { idempotency: { begin: () => Promise.resolve(null) } as unknown as IdempotencyStore },
      'idempotency must have the functions begin and finish.',
    ],
    ['the folder of a version', { endpoints: path.join(folder, 'v1') }, 'Name the folder around v1, or create v1'],
    [
      'documents that do not fit the schema',
      { schema: buildSchema('type Query { whoami: String }') },
      'v1/echo.graphql:1:1: The schema has no mutation type.',
    ],
    [
      'an invalid schema',
      { schema: buildSchema('type Query { a: Int } type T implements I { a: Int } interface I { b: Int }') },
      'Interface field I.b',
    ],
  ])('%s', (_, options, message) => {
    expect(() => portico(options)).toThrow(message);
  });
});

test('the properties of the API are those of api.json or of the options, and never of both', () => {
  const infoOf = ({ openApi }: Portico, document: string) => openApi.get(document)!['info'];
  const file = path.join(folder, 'api.json');
  const options = { apiName: 'toy', versioning: 'path' } as const;
  expect(infoOf(portico(options), '/v1/openapi.json')).toMatchObject({ title: 'toy' });
  writeFileSync(file, '{ "name": "shop", "versioning": "header" }');
  try {
    expect(infoOf(portico(), '/openapi.json')).toMatchObject({ title: 'shop' });
    expect(() => portico(options)).toThrow(
      'apiName, versioning cannot be combined with api.json, which the endpoint documents have.',
    );
  } finally {
    rmSync(file);
  }
});

test('a directive of the host that is called @policy is its own', () => {
  const schema = schemaWith(
    'whoami: String @policy(rule: "x")',
    'directive @policy(rule: String) on FIELD_DEFINITION ',
  );
  expect(portico({ schema }).warnings).toEqual([]);
});

describe('authenticate', () => {
  const schema = schemaWith('whoami: String @requiresScopes(scopes: [["names:read"]])', SDL);
  const authenticate: PorticoOptions['authenticate'] = async ({ authorization }) => {
    return authorization === undefined ? undefined : { subject: 'Jane', scopes: authorization.split(' ') };
  };
  test.each([
    ['returns the caller of the default context', 'names:read', 200, 'Jane'],
    ['returns the scopes that the schema checks', 'other', 403, { error: 'The scope "names:read" is required.' }],
    [
      'returns undefined for a 401',
      undefined,
      401,
      { error: expect.stringContaining('Valid credentials are required') },
    ],
  ])('%s', async (_, authorization, status, body) => {
    const report = () => {};
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    expect(await send({ schema, authenticate, report }, '/v1/whoami', { headers })).toMatchObject({ status, body });
  });

  test.each([
    ['what the host returns', { tenant: 7 }, { tenant: 7 }],
    ['none by default', undefined, {}],
  ])('gives resolvers subject, scopes and claims: %s', async (_, claims, expected) => {
    const seen: unknown[] = [];
    const known = async () => ({ subject: 'Jane', scopes: ['names:read'], ...(claims && { claims }), password: 'x' });
    const context: PorticoOptions['context'] = (__, { caller }) => (seen.push(caller), { caller });
    expect(await send({ authenticate: known, context }, '/v1/whoami')).toMatchObject({ status: 200, body: 'Jane' });
    expect(seen).toEqual([{ subject: 'Jane', scopes: ['names:read'], claims: expected }]);
  });

  test.each<[string, unknown]>([
    ['none', undefined],
    ['null', null],
    ['a number', 42],
  ])('may return %s as the subject, from JavaScript', async (_, subject) => {
    const untyped = (() => ({
      subject,
      scopes: ['names:read'],
      claims: null,
    })) as unknown as PorticoOptions['authenticate'];
    const seen: unknown[] = [];
    const context: PorticoOptions['context'] = (__, { caller }) => (seen.push(caller?.subject, caller?.claims), {});
    expect(await send({ schema, authenticate: untyped!, context }, '/v1/whoami')).toMatchObject({ status: 200 });
    expect(seen).toEqual([subject === 42 ? '42' : '', {}]);
  });
});

test('onResponse is called exactly once for each response, whatever becomes of the request', async () => {
  const statuses: number[] = [];
  const { handler } = portico({ health: true, openapi: true, onResponse: ({ status }) => void statuses.push(status) });
  const { port } = await listen(handler);
  const lines = ['GET /v1/whoami', 'HEAD /v1/whoami', 'OPTIONS /v1/whoami', 'PUT /v1/whoami', 'GET /none'];
  const own = ['GET /health/live', 'GET /v1/openapi.json', 'POST /health/ready'];
  for (const line of [...lines, ...own]) {
    const [method, target] = line.split(' ') as [string, string];
    await (await fetch(`http://127.0.0.1:${port}${target}`, { method })).arrayBuffer();
  }
  await exchangeBytes(port, 'GET /v1/whoami HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n');
  expect(statuses).toEqual([200, 200, 204, 405, 404, 200, 200, 405, 400]);
});

test('headers of CORS may be any tokens', () => {
  const headers = ['a', 'A-9_z', "!#$%&'*+.^`|~-"];
  expect(portico({ cors: { origins: '*', headers } }).warnings).toEqual([]);
});

describe('the context', () => {
  test('has a signal that is aborted when the client disconnects', async () => {
    const schema = schemaWith();
    const reasons: unknown[] = [];
    const controller = new AbortController();
    schema.getQueryType()!.getFields()['whoami']!.resolve = (_, __, { signal }: { signal: AbortSignal }) => {
      const aborted = new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => (reasons.push(signal.reason), resolve()));
      });
      controller.abort();
      return aborted;
    };
    const { url } = await listen(portico({ schema }).handler);
    await expect(fetch(`${url}/v1/whoami`, { signal: controller.signal })).rejects.toThrow('aborted');
    await expect.poll(() => reasons).toMatchObject([{ name: 'AbortError' }]);
  });

  test('is created from the request', async () => {
    const context: PorticoOptions['context'] = async ({ headers }: IncomingMessage) => ({
      name: headers['x-name'],
    });
    const answer = await send({ context }, '/v1/whoami', { headers: { 'x-name': 'Emma' } });
    expect(answer).toMatchObject({ status: 200, body: 'Emma' });
  });

  test.each([new Error('no answer'), null, undefined, 'text'])('that fails with %s is 500', async (thrown) => {
    const context = () => {
      throw thrown;
    };
    expect((await send({ context, report: () => {} }, '/v1/whoami')).status).toBe(500);
  });

  test.each(['authenticate', 'context'] as const)(
    'of a client that leaves during %s executes nothing',
    async (left) => {
      const client = new AbortController();
      const called: string[] = [];
      const step = (name: string) => async () => {
        called.push(name);
        if (name === left) client.abort();
        await new Promise((resolve) => setImmediate(resolve));
      };
      const schema = schemaWith();
      schema.getQueryType()!.getFields()['whoami']!.resolve = () => called.push('resolve');
      const options = {
        schema,
        context: () => step('context')().then(() => ({})),
        authenticate: () => step('authenticate')().then(() => ({ subject: 'ada', scopes: [] })),
        report: () => {},
      };
      const request = new Request('http://localhost/v1/whoami', { signal: client.signal });
      await portico(options)
        .fetch(request)
        .catch(() => {});
      expect(called).toEqual(left === 'context' ? ['authenticate', 'context'] : ['authenticate']);
    },
  );
});

test('a failure is written to stderr without the query, where there is no report', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const { status } = await send({ context: () => ({ name: 'trouble' }) }, '/v1/whoami/?');
  const texts = written.mock.calls.map(([text]) => String(text));
  written.mockRestore();
  expect([status, texts]).toEqual([
    500,
    [expect.stringMatching(/^portico: GET \/v1\/whoami failed .*the disk is full/)],
  ]);
});

describe('the body of a request, by what middleware did before,', () => {
  const post = (body: string) => ({ method: 'POST', body, headers: { 'content-type': 'application/json' } });
  const read = async (request: IncomingMessage): Promise<Buffer> => Buffer.concat(await request.toArray());
  const long = JSON.stringify({ text: 'x'.repeat(1024 * 1024) });
  const parse: Before = async (request) => void (request.body = JSON.parse(String(await read(request))));
  const begin: Before = async (request) => {
    await new Promise<void>((resolve) => request.once('data', () => resolve(void request.pause())));
    request.body = { text: 'begun' };
  };
  const ignore =
    (body: unknown): Before =>
    async (request) => {
      await read(request);
      request.body = body;
    };
  test.each<[string, Before | undefined, string, number, unknown]>([
    ['unread', undefined, '{"text":"a"}', 200, 'a'],
    ['parsed', parse, '{"text":"a"}', 200, 'a'],
    ['read as text', async (request) => void (request.body = String(await read(request))), '{"text":"a"}', 200, 'a'],
    ['read as bytes', async (request) => void (request.body = await read(request)), '{"text":"a"}', 200, 'a'],
    ['parsed, with a wrong type', parse, '{"text":1}', 400, { error: expect.stringContaining('text') }],
    ['parsed before its end', begin, '{"text":"unread"}', 200, 'begun'],
    ['parsed as null', ignore(null), 'null', 400, { error: 'body must be a JSON object' }],
    ['parsed, and too large', parse, long, 413, { error: expect.stringContaining('larger') }],
    [
      'read as bytes beside what was parsed of them',
      async (request) => void Object.assign(request, { rawBody: await read(request), body: { text: 'another' } }),
      '{"text":"raw"}',
      200,
      'raw',
    ],
    [
      'read as text alone',
      async (request) => void (request.rawBody = String(await read(request))),
      '{"text":"raw"}',
      200,
      'raw',
    ],
    ['empty, and parsed as an object', ignore({}), '', 400, { error: 'text is required' }],
    [
      'unread, although its parser set an object',
      async (request) => void (request.body = {}),
      '{"text":"a"}',
      200,
      'a',
    ],
  ])('%s', async (_, before, text, status, body) => {
    expect(await send({}, '/v1/echo', post(text), before)).toMatchObject({ status, body });
  });
  test('read and dropped, which is reported as a defect', async () => {
    const report = vi.fn<(failure: PorticoFailure) => void>();
    const drop: Before = async (request) => void (await read(request));
    expect(await send({ report }, '/v1/echo', post('{"text":"a"}'), drop)).toMatchObject({
      status: 500,
      body: { error: 'Internal server error; it has been logged.' },
    });
    const message =
      'The request body was consumed by another middleware, and neither request.body nor request.rawBody is set; mount Portico before it.';
    expect(report.mock.calls.map(([{ error }]) => error.cause)).toEqual([new Error(message)]);
  });
});

describe("Fastify's request and reply", () => {
  /** A server that wraps and parses as Fastify does, with `handler` as the handler of a route, or as a hook before the parser. */
  async function sendWrapped(options: Partial<PorticoOptions>, target: string, init?: RequestInit, isHook = false) {
    const { handler } = portico(options);
    const hijack = vi.fn<() => void>();
    const server = await listen(async (raw, response) => {
      const text = isHook ? '' : String(Buffer.concat(await raw.toArray()));
      const { method = '', url = '', headers } = raw;
      const body: unknown = text ? JSON.parse(text) : undefined;
      handler({ raw, method, url, headers, body }, { raw: response, hijack });
    });
    const response = await fetch(server.url + target, init);
    expect(hijack).toHaveBeenCalledTimes(1);
    return [response.status, await response.json()];
  }

  const headers = { 'content-type': 'application/json; charset=utf-8' };
  test.each([
    ['parsed', false],
    ['unread', true],
  ])('are responded to, with a body that is %s', async (_, isHook) => {
    const init = { method: 'POST', body: '{"text":"ä"}', headers };
    expect(await sendWrapped({}, '/v1/echo', init, isHook)).toEqual([200, 'ä']);
    expect(await sendWrapped({}, '/v1/whoami', {}, isHook)).toEqual([200, 'nobody']);
  });
  test('are what the context and the authentication see', async () => {
    const seen = vi.fn<(request: HostRequest) => void>();
    const authenticate: PorticoOptions['authenticate'] = ({ request }) => {
      seen(request);
      return { subject: 'ada', scopes: [] };
    };
    const context = (request: HostRequest) => ({ name: 'raw' in request ? request.url : 'none' });
    expect(await sendWrapped({ authenticate, context }, '/v1/whoami')).toEqual([200, '/v1/whoami']);
    expect(seen).toHaveBeenCalledWith(expect.objectContaining({ url: '/v1/whoami', raw: expect.anything() }));
  });
});

describe('a body behind a parser of express', () => {
  test('of a GET is not read again', async () => {
    const { port } = await listen(express().use(express.json(), portico().handler));
    const head = 'GET /v1/whoami HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n';
    expect(await exchangeBytes(port, `${head}Content-Length: 7\r\n\r\n{"a":1}`)).toMatch(/^HTTP\/1.1 200 /);
  });

  const text = '{"text":"ä"}';
  const utf16 = { 'content-type': 'application/json; charset=utf-16le' };
  const [json, plain, raw] = [express.json(), express.text({ type: '*/*' }), express.raw({ type: '*/*' })];
  test.each<[string, RequestHandler, Uint8Array, Record<string, string>, number]>([
    ['inflated, parsed', json, gzipSync(text), { 'content-encoding': 'gzip' }, 200],
    ['inflated, read as text', plain, gzipSync(text), { 'content-encoding': 'gzip' }, 200],
    ['inflated, read as bytes', raw, gzipSync(text), { 'content-encoding': 'gzip' }, 200],
    ['in UTF-16, parsed', json, Buffer.from(text, 'utf16le'), utf16, 200],
    ['in UTF-16, read as text', plain, Buffer.from(text, 'utf16le'), utf16, 200],
    ['in UTF-16, read as bytes', raw, Buffer.from(text, 'utf16le'), utf16, 415],
    ['of another type, read as text', plain, Buffer.from(text), { 'content-type': 'text/plain' }, 415],
    ['deflated, left alone', (_, __, next) => next(), gzipSync(text), { 'content-encoding': 'gzip' }, 415],
  ])('%s', async (_, parser, body, given, status) => {
    const { port } = await listen(express().use(parser, portico().handler));
    const headers = { 'content-type': 'application/json', ...given };
    const response = await fetch(`http://127.0.0.1:${port}/v1/echo`, { method: 'POST', body, headers });
    expect(response.status).toBe(status);
    if (status === 200) expect(await response.json()).toBe('ä');
  });
});

test('a request whose body is invalid HTTP executes nothing, even if no endpoint reads the body', async () => {
  let executed = 0;
  const { port } = await listen(portico({ context: () => ++executed }).handler);
  const text = 'GET /v1/whoami HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n';
  expect(await exchangeBytes(port, `${text}\r\nzz\r\n`)).toMatch(/^HTTP\/1.1 400 /);
  expect(executed).toBe(0);
  expect(await exchangeBytes(port, `${text}Connection: close\r\n\r\n0\r\n\r\n`)).toMatch(/^HTTP\/1.1 200 /);
  expect(executed).toBe(1);
});

test.each(['node:http', 'express'])(
  'a transfer coding that is not implemented is 501 in a server of %s',
  async (host) => {
    const { handler } = portico();
    const { port } = await listen(host === 'express' ? express().use(handler) : handler);
    for (const coding of ['gzip', 'identity', 'xchunked']) {
      const text = `POST /v1/echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: ${coding}\r\n\r\n`;
      const error = 'Transfer-Encoding must be chunked; other transfer codings are not implemented.';
      const response = await exchangeBytes(port, text);
      expect(response).toMatch(/^HTTP\/1.1 501 [^]*connection: close/);
      expect(response.split('\r\n\r\n').slice(1)).toEqual([JSON.stringify({ error })]);
    }
  },
);

test('under absolute urls a target in absolute form decides the host of links', async () => {
  const endpoints = folderOf({
    'conventions.json': '{"urls":"absolute"}',
    'v1/echo.graphql':
      'mutation echo($text: String!) @endpoint(method: POST, path: "/echo", status: 201, location: "/whoami") { echo(text: $text) }',
    'v1/whoami.graphql': WHOAMI,
  });
  const { port } = await listen(portico({ endpoints, trustProxy: ['127.0.0.1'] }).handler);
  const body = '{"text":"a"}';
  const locationOf = async (target: string, line = '') => {
    const fields = `Host: host.example\r\n${line}Connection: close\r\nContent-Type: application/json\r\n`;
    const request = `POST ${target} HTTP/1.1\r\n${fields}Content-Length: ${body.length}\r\n\r\n${body}`;
    return /^location: (.*)\r$/im.exec(await exchangeBytes(port, request))?.[1];
  };
  expect(await locationOf('/v1/echo')).toBe('http://host.example/v1/whoami');
  expect(await locationOf('http://target.example:8080/v1/echo')).toBe('http://target.example:8080/v1/whoami');
  expect(await locationOf('HTTPS://target.example/v1/echo')).toBe('https://target.example/v1/whoami');
  const forwarded = 'X-Forwarded-Host: public.example\r\n';
  expect(await locationOf('http://target.example/v1/echo', forwarded)).toBe('http://public.example/v1/whoami');
});

test('a request that is refused before routing has the error body of the conventions', async () => {
  const conventions = '{"errors":{"body":{"message":"{message}"}}}';
  const endpoints = folderOf({ 'conventions.json': conventions, 'v1/whoami.graphql': WHOAMI });
  const { port } = await listen(portico({ endpoints }).handler);
  const text = 'GET /v1/whoami HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\nConnection: close\r\n\r\n';
  const [, body] = (await exchangeBytes(port, `${text}0\r\n\r\n`)).split('\r\n\r\n') as [string, string];
  expect(JSON.parse(body)).toEqual({ message: expect.stringContaining('Transfer-Encoding must be chunked') });
});
