// The façade over a stub of an upstream: the requests that it sends, and the responses that it makes of the upstream's.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readSettings } from '../../../src/gateway/base/settings/readSettings.ts';
import { startFacade } from '../../../src/gateway/serve/startFacade.ts';
import { createLogger } from '../../../src/gateway/base/telemetry/createLogger.ts';
import { defaultApi } from '../../../src/service/defaultApi.ts';
import { composeService } from '../../../src/service/composeService.ts';
import { SPEC_SECRET, signToken } from '../../promises/support/signToken.ts';
import { stubUpstream } from '../execute/remote/stubUpstream.ts';

const SUPERGRAPH = fileURLToPath(new URL('../../../schema/supergraph.graphql', import.meta.url));
const SERVICE_ENDPOINTS = fileURLToPath(new URL('../../../schema/rest', import.meta.url));
const ENDPOINTS = fileURLToPath(new URL('../../commands/cli/support/endpoints', import.meta.url));
const logged: Record<string, unknown>[] = [];
const log = createLogger('info', { write: (line) => logged.push(JSON.parse(line) as Record<string, unknown>) });

const stub = await stubUpstream();
const upstream = { ...stub, headers: { 'x-static': 'always' }, forwarded: ['x-tenant'] };
const start = (env: Record<string, string>) =>
  startFacade(
    readSettings({ PORT: '0', ...env }),
    {
      upstream,
      schema: SUPERGRAPH,
      source: { endpoints: SERVICE_ENDPOINTS },
      publisher: defaultApi.publisher,
    },
    { log },
  );
const verifying = await start({ AUTH_SECRET: SPEC_SECRET });
const trusting = await start({});
afterAll(async () => {
  await Promise.all([verifying.close(), trusting.close()]);
  await stub.close();
});
beforeEach(() => {
  stub.received.length = 0;
  stub.answer = () => ({ body: { data: { user: { id: 1, name: 'Ada', version: 1 } } } });
});

async function get(path: string, { headers = {}, from = verifying, scope = 'users:read' as string | null } = {}) {
  const authorization = scope === null ? {} : { authorization: `Bearer ${await signToken({ scope })}` };
  const response = await fetch(from.url + path, { headers: { ...authorization, ...headers } });
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, headers: response.headers, body };
}
const failing = (code: string | undefined, message = 'why', more: object = {}) => ({
  data: null,
  errors: [{ message, path: ['user'], extensions: { ...(code !== undefined && { code }), ...more } }],
});

test('logs a warning for each directive of the schema that endpoint documents cannot use', async () => {
  logged.length = 0;
  const folder = mkdtempSync(join(tmpdir(), 'portico-schema-'));
  const schema = join(folder, 'schema.graphql');
  writeFileSync(schema, 'directive @endpoint on FIELD\ntype Query { hello(name: String): String! }');
  const facade = await startFacade(
    readSettings({ PORT: '0' }),
    { upstream, schema, source: { endpoints: ENDPOINTS } },
    { log },
  );
  await facade.close();
  rmSync(folder, { recursive: true });
  const warnings = logged.filter(({ level, msg }) => level === 40 && String(msg).includes('directive'));
  expect(warnings.map(({ msg }) => msg)).toEqual([
    "The schema's own directive @endpoint cannot be used in endpoint documents.",
  ]);
});

test('a request is logged with its subject in any scheme of authorization', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-scheme-'));
  cpSync(ENDPOINTS, folder, { recursive: true });
  mkdirSync(join(folder, 'v2'));
  writeFileSync(join(folder, 'v2/conventions.json'), '{"auth":{"scheme":"Token"}}');
  const schema = join(folder, 'schema.graphql');
  writeFileSync(schema, 'type Query { hello(name: String): String! }');
  const settings = readSettings({ PORT: '0', AUTH_SECRET: SPEC_SECRET });
  const facade = await startFacade(settings, { upstream, schema, source: { endpoints: folder } }, { log });
  stub.answer = () => ({ body: { data: { text: 'Hello' } } });
  logged.length = 0;
  for (const [version, scheme] of [
    ['v1', 'Bearer'],
    ['v2', 'token'],
    ['v2', 'Basic'],
  ]) {
    const authorization = `${scheme} ${await signToken({ sub: `Ada under ${scheme}` })}`;
    await fetch(`${facade.url}/${version}/greeting`, { headers: { authorization } });
  }
  await facade.close();
  rmSync(folder, { recursive: true });
  expect(logged.map(({ path, status, subject }) => ({ path, status, subject }))).toEqual([
    { path: '/v1/greeting', status: 200, subject: 'Ada under Bearer' },
    { path: '/v2/greeting', status: 200, subject: 'Ada under token' },
    { path: '/v2/greeting', status: 401, subject: undefined },
  ]);
});

test('credentials in the headers of api.json are forwarded, and private; to verify tokens, it must state one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-key-'));
  mkdirSync(join(folder, 'v1'));
  const document =
    'query hello @endpoint(method: GET, path: "/greeting", auth: NONE, maxAge: 60, cache: PUBLIC) { text: hello }';
  writeFileSync(join(folder, 'v1/greeting.graphql'), document);
  const key = { type: 'apiKey', in: 'header', name: 'X-Api-Key' };
  const session = { type: 'apiKey', in: 'cookie', name: 'sid' };
  writeFileSync(join(folder, 'api.json'), JSON.stringify({ securitySchemes: { key, session } }));
  const schema = join(folder, 'schema.graphql');
  writeFileSync(schema, 'type Query { hello: String! }');
  const begin = (env: object) =>
    startFacade(readSettings({ PORT: '0', ...env }), { upstream, schema, source: { endpoints: folder } }, { log });
  const facade = await begin({});
  stub.answer = () => ({ body: { data: { text: 'Hello' } } });
  const sent = { 'x-api-key': 'k', cookie: 'sid=1' };
  const { headers } = await fetch(`${facade.url}/v1/greeting`, { headers: sent });
  const { headers: anonymous } = await fetch(`${facade.url}/v1/greeting`);
  await facade.close();
  expect(stub.received[0]?.headers).toMatchObject(sent);
  expect([headers.get('cache-control'), headers.get('vary')]).toEqual([
    'private, max-age=60',
    expect.stringContaining('X-Api-Key, Cookie'),
  ]);
  expect(anonymous.get('cache-control')).toBe('public, max-age=60');
  await expect(begin({ AUTH_SECRET: SPEC_SECRET })).rejects.toThrow(
    'must state a security scheme with the scheme bearer',
  );
  rmSync(folder, { recursive: true });
});

describe('a request to the upstream', () => {
  test('is one operation by its name, with the variables as JSON', async () => {
    expect(await get('/v1/users/1')).toMatchObject({ status: 200, body: { id: 1, name: 'Ada' } });
    expect(stub.received.map(({ body }) => body)).toEqual([
      {
        query: expect.stringMatching(/^query getUser\(\$id:SafeInt!\)\{/),
        operationName: 'getUser',
        variables: { id: 1 },
      },
    ]);
  });

  test('has the credentials, the request id, the trace context, the static headers and the forwarded headers', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const headers = {
      authorization: `Bearer ${await signToken({ scope: 'users:read' })}`,
      'x-request-id': 'mine',
      traceparent,
      tracestate: 'a=b',
      'x-tenant': 'blue',
    };
    const answer = await get('/v1/users/1', { headers: { ...headers, 'x-other': 'no', 'x-static': 'no' } });
    expect(answer.headers.get('x-request-id')).toBe('mine');
    expect(stub.received[0]?.headers).toMatchObject({ ...headers, 'x-static': 'always' });
    expect(stub.received[0]?.headers).not.toHaveProperty('x-other');
  });

  test('has the request id of the response, where the client sent none', async () => {
    const { headers } = await get('/v1/users/1');
    expect(stub.received[0]?.headers['x-request-id']).toBe(headers.get('x-request-id'));
  });
});

describe('with an issuer', () => {
  test.each([
    [401, null],
    [403, 'orders:read'],
  ])('%i is the response before anything is sent', async (status, scope) => {
    const answer = await get('/v1/users/1', { scope });
    expect(answer).toMatchObject({ status, body: { error: expect.any(String) } });
    expect(stub.received).toEqual([]);
  });

  test('an expanded field requires its scopes as well', async () => {
    expect((await get('/v1/orders/1?expand=user', { scope: 'orders:read' })).status).toBe(403);
    expect(stub.received).toEqual([]);
  });
});

describe('without an issuer', () => {
  test('Authorization is forwarded unchanged', async () => {
    const answer = await get('/v1/users/1', { from: trusting, scope: null, headers: { authorization: 'Basic eA==' } });
    expect(answer.status).toBe(200);
    expect(stub.received[0]?.headers.authorization).toBe('Basic eA==');
  });

  test('the upstream refuses a request without credentials', async () => {
    stub.answer = () => ({ status: 401, headers: { 'www-authenticate': 'Bearer realm="theirs"' }, body: '' });
    const answer = await get('/v1/users/1', { from: trusting, scope: null });
    expect({ status: answer.status, challenge: answer.headers.get('www-authenticate') }).toEqual({
      status: 401,
      challenge: 'Bearer realm="theirs"',
    });
    expect(stub.received[0]?.headers).not.toHaveProperty('authorization');
  });
});

describe('an error of the upstream', () => {
  test.each([
    ['BAD_USER_INPUT', 400],
    ['UNAUTHENTICATED', 401],
    ['FORBIDDEN', 403],
    ['UNAUTHORIZED_FIELD_OR_TYPE', 403],
    ['NOT_FOUND', 404],
    ['CONFLICT', 409],
    ['RATE_LIMITED', 429],
    ['UNAVAILABLE', 503],
    ['TIMEOUT', 504],
  ])('%s is %i, with its message', async (code, status) => {
    stub.answer = () => ({ body: failing(code) });
    expect(await get('/v1/users/1')).toMatchObject({ status, body: { error: 'why' } });
  });

  test.each([
    ['with an unknown code', 'ODD'],
    ['without a code', undefined],
  ])('%s is 500, and its message is only logged', async (_, code) => {
    stub.answer = () => ({ body: failing(code, 'the secret') });
    const answer = await get('/v1/users/1', { headers: { 'x-request-id': 'failed' } });
    expect(answer.status).toBe(500);
    expect(JSON.stringify(answer.body)).not.toContain('secret');
    expect(JSON.stringify(logged.filter(({ requestId }) => requestId === 'failed'))).toContain('the secret');
  });

  test.each([
    ['DOWNSTREAM_SERVICE_ERROR', 503],
    ['SUBREQUEST_HTTP_ERROR', 503],
    ['RESPONSE_VALIDATION_FAILED', 503],
    ['GATEWAY_TIMEOUT', 504],
  ])("a router's %s is %i, without the addresses of its hosts", async (code, status) => {
    stub.answer = () => ({ body: failing(code, 'connect ECONNREFUSED 10.0.0.7:4001') });
    const answer = await get('/v1/users/1');
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body)).not.toContain('10.0.0.7');
  });

  test.each([
    [400, 400, 'why'],
    [401, 401, 'The credentials are not accepted.'],
    [403, 403, 'The credentials do not permit this request.'],
    [500, 503, expect.any(String)],
  ])('without a code is the response to its status: %i is %i', async (given, status, error) => {
    stub.answer = () => ({ status: given, body: failing(undefined) });
    expect(await get('/v1/users/1')).toMatchObject({ status, body: { error } });
  });

  test.each([
    ['variables that do not fit', { message: 'Variable "$id" is none.', locations: [{ line: 1, column: 7 }] }, 400],
    ['a failure before it ran', { message: 'the secret' }, 500],
  ])('without code and data is that of a request that was not executed, such as %s', async (_, error, status) => {
    stub.answer = () => ({ body: { errors: [error] } });
    const { body, ...answer } = await get('/v1/users/1');
    expect(answer.status).toBe(status);
    expect(JSON.stringify(body)).not.toContain('secret');
    stub.answer = () => ({ body: { errors: [error], data: null } });
    expect((await get('/v1/users/1')).status).toBe(500);
  });

  test('keeps its problems', async () => {
    const problems = [{ field: 'name', message: 'must not be empty' }];
    stub.answer = () => ({ body: failing('BAD_USER_INPUT', 'why', { problems }) });
    const { body } = await get('/v1/users/1', { headers: { accept: 'application/problem+json' } });
    expect(body).toMatchObject({ code: 'BAD_USER_INPUT', errors: problems });
  });

  test('is never a success, even beside data', async () => {
    stub.answer = () => ({ body: { ...failing('UNAVAILABLE'), data: { user: { id: 1, name: 'Ada', version: 1 } } } });
    expect((await get('/v1/users/1')).status).toBe(503);
  });
});

describe('an upstream response that is not GraphQL', () => {
  test.each([
    [503, 500, 'oops'],
    [503, 502, '<html>Bad gateway</html>'],
    [502, 404, 'not found'],
    [502, 200, '<html>Welcome</html>'],
    [502, 200, '[]'],
    [502, 200, '{}'],
    [502, 200, '{"data":null}'],
    [502, 200, '{"errors":[]}'],
    [502, 200, '{"data":'],
    [502, 302, ''],
    [401, 401, ''],
    [403, 403, '<html>'],
    [429, 429, ''],
    [504, 504, ''],
  ])('is %i if its status is %i and its body %j', async (status, given, body) => {
    stub.answer = () => ({ status: given, body, headers: { location: 'http://127.0.0.1:9/' } });
    const answer = await get('/v1/users/1');
    expect(answer).toMatchObject({ status, body: { error: expect.any(String) } });
    if (status === 503) expect(answer.headers.get('retry-after')).toBe('1');
    expect(stub.received).toHaveLength(1);
  });

  test('keeps the Retry-After of the upstream', async () => {
    stub.answer = () => ({ status: 503, body: '', headers: { 'retry-after': '17' } });
    expect((await get('/v1/users/1')).headers.get('retry-after')).toBe('17');
  });

  test.each([
    ['before', false],
    ['in the middle of', true],
  ])('is 503 if the connection breaks %s it', async (_, begun) => {
    stub.answer = (_request, response) => {
      if (begun) response.writeHead(200, { 'content-length': '100' }).write('{"data":');
      setImmediate(() => response.destroy());
      return undefined;
    };
    expect((await get('/v1/users/1')).status).toBe(503);
  });

  test.each([
    ['errors that are not objects', { errors: ['no', null, 7] }],
    ['extensions that are not an object', { errors: [{ message: 'x', extensions: 'CONFLICT', path: 'user' }] }],
  ])('is 502 with %s', async (_, body) => {
    stub.answer = () => ({ body });
    expect((await get('/v1/users/1')).status).toBe(502);
  });

  test('is none with problems that are not a list', async () => {
    stub.answer = () => ({ body: failing('BAD_USER_INPUT', 'why', { problems: { field: 1 } }) });
    expect((await get('/v1/users/1')).status).toBe(400);
  });
});

test('an unreachable upstream is 503, and the façade is not ready', async () => {
  const gone = await stubUpstream();
  await gone.close();
  const facade = await startFacade(
    readSettings({ PORT: '0' }),
    { upstream: gone, schema: SUPERGRAPH, source: { endpoints: SERVICE_ENDPOINTS } },
    { log },
  );
  const answers = await Promise.all(['/v1/users/1', '/health/ready'].map((path) => get(path, { from: facade })));
  await facade.close();
  expect(answers.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
    [503, '1'],
    [503, '1'],
  ]);
});

describe('a connection that breaks before the response begins', () => {
  const put = async () => {
    const authorization = `Bearer ${await signToken({ scope: 'users:write' })}`;
    const headers = { authorization, 'content-type': 'application/json' };
    return fetch(`${verifying.url}/v1/users/1`, { method: 'PUT', headers, body: '{"name":"Ada"}' });
  };
  beforeEach(() => {
    // As a kept-alive connection does when the upstream closes it at the same time.
    stub.answer = (_, response) => {
      if (stub.received.length > 1)
        return { body: { data: { user: { id: 1, name: 'Ada', version: 1 }, replaceUser: null } } };
      response.destroy();
      return undefined;
    };
  });

  test('is retried once for a read', async () => {
    expect(await get('/v1/users/1')).toMatchObject({ status: 200, body: { name: 'Ada' } });
    expect(stub.received).toHaveLength(2);
  });

  test('leaves the outcome of a write unknown, and is not retried', async () => {
    const answer = await put();
    expect({ status: answer.status, wait: answer.headers.get('retry-after') }).toEqual({ status: 500, wait: null });
    expect(stub.received).toHaveLength(1);
  });
});

describe('an upstream that is slow', () => {
  afterEach(() => void vi.useRealTimers());

  test('is a 504 at the deadline, and its request is aborted', async () => {
    stub.answer = () => undefined;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const received = stub.next();
    const answer = get('/v1/users/1');
    const { abandoned } = await received;
    await vi.advanceTimersByTimeAsync(30_000);
    expect((await answer).status).toBe(504);
    await abandoned;
  });

  test('has its request aborted when the client disconnects', async () => {
    stub.answer = () => undefined;
    const received = stub.next();
    const client = new AbortController();
    const authorization = `Bearer ${await signToken({ scope: 'users:read' })}`;
    const answer = fetch(`${verifying.url}/v1/users/1`, { headers: { authorization }, signal: client.signal });
    const { abandoned } = await received;
    client.abort();
    await expect(answer).rejects.toThrow();
    await abandoned;
  });
});

describe('health', () => {
  const ready = () => get('/health/ready', { scope: null });

  test('is ready while the upstream responds', async () => {
    stub.answer = () => ({ body: { data: { __typename: 'Query' } } });
    expect((await ready()).status).toBe(200);
    expect(stub.received[0]?.body).toEqual({ query: '{__typename}' });
  });

  test.each([
    ['requires credentials', 401],
    ['limits the rate', 429],
  ])('is ready when the upstream %s', async (_, status) => {
    stub.answer = () => ({ status, body: '' });
    expect((await ready()).status).toBe(200);
  });

  test('is live but not ready when the upstream does not respond with GraphQL', async () => {
    stub.answer = () => ({ status: 502, body: '' });
    expect(await ready()).toMatchObject({ status: 503, body: { error: expect.stringContaining('not available') } });
    expect((await get('/health/live', { scope: null })).status).toBe(200);
  });
});

test.each(['/graphql', '/graphiql'])('%s does not exist', async (path) => {
  expect((await get(path)).status).toBe(404);
});

test('the reference exists, and links to no page that does not', async () => {
  const page = await (await fetch(`${verifying.url}/docs`)).text();
  expect(page).toContain('Reference');
  expect(page).not.toContain('graphiql');
});

test('an invalid schema is refused with its file and line', async () => {
  const schema = fileURLToPath(import.meta.url);
  await expect(
    startFacade(readSettings({ PORT: '0' }), { upstream, schema, source: { endpoints: ENDPOINTS } }, { log }),
  ).rejects.toThrow(/startFacade\.test\.ts:1:1: Syntax Error: /);
});

test('the OpenAPI documents are those of the monolith', async () => {
  const { rest } = composeService(readSettings({}));
  for (const [path, document] of rest.openApi) {
    const { body } = await get(path, { scope: null });
    expect(body).toEqual(JSON.parse(JSON.stringify(document)));
  }
});

test('the first requests for the documentation may arrive together', async () => {
  const facade = await start({});
  const paths = ['/v1/openapi.json', '/openapi.json', '/docs/changes'].flatMap((path) => [path, path, path]);
  const responses = await Promise.all(
    paths.map(async (path) => {
      const response = await fetch(facade.url + path);
      return { path, status: response.status, body: await response.text() };
    }),
  );
  await facade.close();
  for (const [index, { path, status, body }] of responses.entries()) {
    expect({ path, status }).toEqual({ path, status: 200 });
    expect(body).toBe(responses[index - (index % 3)]!.body);
    expect(body).toBe(await (await fetch(trusting.url + path)).text());
  }
});
