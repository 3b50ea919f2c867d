// The request log names the caller of every authenticated request, whatever the number of callers and the status, and what was used by
// which client.
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { ALL_SCOPES, signToken } from '../support/signToken.ts';
import { startAlone } from '../support/startForSpec.ts';

const portico = await startAlone();
afterAll(() => portico.close());
const logged = () => portico.output().split('\n');

interface RequestLine {
  msg: string;
  status: number;
  requestId: string;
  subject?: string;
}

/** The log line of the request with this id. */
async function lineOf(requestId: string): Promise<RequestLine> {
  const find = () =>
    logged()
      .filter((line) => line.includes(requestId))
      .map((line) => JSON.parse(line) as RequestLine)
      .find((line) => line.msg === 'request' && line.requestId === requestId);
  await expect.poll(find).toBeDefined();
  return find()!;
}

async function headersOf(subject: string, scope = ALL_SCOPES): Promise<Record<string, string>> {
  return { authorization: `Bearer ${await signToken({ sub: subject, scope })}`, 'x-request-id': subject };
}

test('a caller is named whatever the number of others between the check of its token and the response', async () => {
  const { hostname, port } = portico.url;
  const headers = { ...(await headersOf('patient')), 'content-type': 'application/json', 'content-length': '14' };
  const held = request({ hostname, port, method: 'POST', path: portico.path('/v1/users'), headers });
  const answered = new Promise<number | undefined>((resolve, reject) => {
    held.on('response', (response) => resolve(response.resume().statusCode));
    held.on('error', reject);
  });
  held.write('{"name"');
  const subjects = Array.from({ length: 1001 }, (_, n) => `caller-${n}`);
  const send = async (subject: string) => {
    const answer = await portico.get('/products/1', { scope: null, headers: await headersOf(subject) });
    expect(answer.status).toBe(200);
  };
  await Promise.all(subjects.map(send));
  held.end(':"Ada"}');
  expect(await answered).toBe(201);
  expect(await lineOf('patient')).toMatchObject({ status: 201, subject: 'patient' });
  for (const subject of subjects) expect(await lineOf(subject)).toMatchObject({ status: 200, subject });
});

test.each([
  { subject: 'refused', scope: 'products:read', method: 'GET', path: '/v1/users', status: 403 },
  { subject: 'mistaken', scope: ALL_SCOPES, method: 'GET', path: '/v2/users/x', status: 400 },
  { subject: 'unmet', scope: ALL_SCOPES, method: 'GET', path: '/users/9007199254740991', status: 404 },
  { subject: 'choosy', scope: ALL_SCOPES, method: 'GET', path: '/graphql?query={__typename}', status: 200 },
  { subject: 'unparsed', scope: ALL_SCOPES, method: 'GET', path: '/graphql?query={', status: 400 },
  { subject: 'barred', scope: '', method: 'GET', path: '/graphql?query={users(first:1){nodes{id}}}', status: 403 },
])('$method $path of $subject is logged with its subject, and is $status', async (row) => {
  const { subject, scope, method, path, status } = row;
  const answer = await portico.request(method, path, { scope: null, headers: await headersOf(subject, scope) });
  expect(answer.status).toBe(status);
  expect(await lineOf(subject)).toMatchObject({ status, subject });
});

interface LoggedRequest {
  method?: string;
  path: string;
  /** Of the token; undefined for a request without credentials. */
  claims?: Record<string, unknown>;
  headers?: Record<string, string>;
  line: Record<string, unknown>;
}

const TOKEN = { sub: 'ada', scope: ALL_SCOPES };
const PRODUCT = { status: 200, subject: 'ada', endpoint: 'GET /products/{id}' };

test.each<LoggedRequest>([
  { path: '/v1/products/1', claims: { ...TOKEN, client_id: 'app', azp: 'other' }, line: { version: 1, client: 'app' } },
  { path: '/v2/products/1?x=1', claims: { ...TOKEN, azp: 'app' }, line: { status: 400, version: 2, client: 'app' } },
  {
    method: 'HEAD',
    path: '/products/1',
    claims: { ...TOKEN, client_id: 'app' },
    headers: { accept: 'application/vnd.portico.v2+json', 'x-client-name': 'other' },
    line: { version: 2, client: 'app' },
  },
  {
    path: '/v1/products/1',
    claims: { ...TOKEN, client_id: 7 },
    headers: { 'x-client-name': 'shop/1.2' },
    line: { version: 1, client: 'shop/1.2' },
  },
  ...['a'.repeat(65), 'a b', 'é', ''].map((name) => ({
    path: '/v1/products/1',
    claims: TOKEN,
    headers: { 'x-client-name': name },
    line: { version: 1, client: 'unknown' },
  })),
  {
    path: '/v1/products/1',
    headers: { 'x-client-name': 'shop' },
    line: { status: 401, subject: undefined, version: 1, client: 'shop' },
  },
  {
    path: '/graphql',
    line: { status: 401, subject: undefined, endpoint: undefined, client: 'unknown' },
  },
  {
    method: 'DELETE',
    path: '/v1/products/1',
    claims: TOKEN,
    headers: { 'x-client-name': 'shop' },
    line: { status: 405, subject: undefined, endpoint: undefined, client: 'shop' },
  },
])('the line of $method $path has $line', async ({ method = 'GET', path, claims, headers, line }) => {
  const id = randomUUID();
  const authorization = claims && `Bearer ${await signToken(claims)}`;
  await portico.request(method, path, { scope: null, headers: { ...headers, authorization, 'x-request-id': id } });
  const { time, pid, milliseconds, ...rest } = { ...(await lineOf(id)) } as unknown as Record<string, unknown>;
  expect([typeof time, typeof pid, typeof milliseconds]).toEqual(['string', 'number', 'number']);
  const [pathname] = path.split('?');
  expect(rest).toEqual({ level: 30, msg: 'request', requestId: id, method, path: pathname, ...PRODUCT, ...line });
});

test('a coding that is not implemented is caused by its client, and is no failure', async () => {
  const [answer] = await portico.raw(
    'GET /v1/users HTTP/1.1\r\nHost: spec\r\nConnection: close\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
  );
  expect(answer!.status).toBe(501);
  await lineOf(answer!.headers['x-request-id']!);
  expect(portico.output()).not.toContain('request failed');
});
