// The requests that a façade sends, and the responses that it makes of GraphQL errors of the upstream.
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { stubUpstream } from '../../support/stubUpstream.ts';
import { failuresIn, openPortico } from './support/openPortico.ts';

const stub = await stubUpstream();
const facade = await openPortico({
  upstream: { ...stub, headers: { 'x-static': 'always' }, forwarded: ['x-tenant'] },
  sdl: `type Query { user(id: Int!): User }
    type User { id: Int! name: String! }`,
  files: {
    'getUser.graphql':
      'query getUser($id: Int!) @endpoint(method: GET, path: "/users/{id}") { user(id: $id) { id name } }',
  },
});
afterAll(() => Promise.all([facade.close(), stub.close()]));
beforeEach(() => {
  stub.received.length = 0;
  stub.answer = () => ({ body: { data: { user: { id: 1, name: 'Ada' } } } });
});

const get = (path: string, { headers = {} }: { headers?: Record<string, string> } = {}) =>
  facade.send(path, { headers });
const failing = (code: string | undefined, message = 'why', more: object = {}) => ({
  data: null,
  errors: [{ message, path: ['user'], extensions: { ...(code !== undefined && { code }), ...more } }],
});

describe('a request to the upstream', () => {
  test('is one operation by its name, with the variables as JSON', async () => {
    expect(await get('/v1/users/1')).toMatchObject({ status: 200, body: { id: 1, name: 'Ada' } });
    expect(stub.received.map(({ body }) => body)).toEqual([
      {
        query: expect.stringMatching(/^query getUser\(\$id:Int!\)\{/),
        operationName: 'getUser',
        variables: { id: 1 },
      },
    ]);
  });

  test('has the credentials, the request id, the trace context, the static headers and the forwarded headers', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const headers = {
      authorization: 'Bearer read',
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

describe('without authentication of its own', () => {
  test.each([
    [401, 401, 'Bearer realm="theirs"'],
    [403, 403, 'Bearer realm="theirs"'],
    [404, 502, null],
    [429, 429, null],
  ])('the upstream refuses a request without credentials by %i', async (given, status, challenge) => {
    stub.answer = () => ({ status: given, headers: { 'www-authenticate': 'Bearer realm="theirs"' }, body: '' });
    const answer = await get('/v1/users/1');
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([status, challenge]);
    expect(stub.received[0]?.headers).not.toHaveProperty('authorization');
  });
});

describe('an error of the upstream', () => {
  test.each([
    ['with an unknown code', 'ODD'],
    ['without a code', undefined],
  ])('%s is 500, and its message is only logged', async (_, code) => {
    stub.answer = () => ({ body: failing(code, 'the secret') });
    const answer = await get('/v1/users/1', { headers: { 'x-request-id': 'failed' } });
    expect(answer.status).toBe(500);
    expect(JSON.stringify(answer.body)).not.toContain('secret');
    expect(failuresIn(facade.logged, 'failed')).toContain('the secret');
  });

  test.each([
    ['DOWNSTREAM_SERVICE_ERROR', 503],
    ['SUBREQUEST_HTTP_ERROR', 503],
    ['SUBREQUEST_MALFORMED_RESPONSE', 503],
    ['RESPONSE_VALIDATION_FAILED', 503],
    ['GATEWAY_TIMEOUT', 504],
    ['REQUEST_TIMEOUT', 504],
  ])("a router's %s is %i, without the addresses of its hosts", async (code, status) => {
    stub.answer = () => ({ body: failing(code, 'connect ECONNREFUSED 10.0.0.7:4001') });
    const answer = await get('/v1/users/1', { headers: { 'x-request-id': code } });
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body)).not.toContain('10.0.0.7');
    expect(failuresIn(facade.logged, code)).toContain('10.0.0.7');
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
});

describe('an upstream that is slow', () => {
  afterEach(() => void vi.useRealTimers());

  test.each<[string, (typeof stub)['answer']]>([
    ['before its response', () => undefined],
    ['in the middle of its response', (_, response) => void response.write('{"data":')],
  ])('is a 504 at the deadline, and its request is aborted: %s', async (_, begin) => {
    stub.answer = begin;
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
    const authorization = 'Bearer read';
    const answer = fetch(`${facade.url}/v1/users/1`, { headers: { authorization }, signal: client.signal });
    const { abandoned } = await received;
    client.abort();
    await expect(answer).rejects.toThrow();
    await abandoned;
  });
});
