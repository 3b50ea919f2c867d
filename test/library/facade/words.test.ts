// Words of the vocabulary in a façade: with what it refuses by itself, and with what its server does to responses.
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { stubUpstream } from '../../support/stubUpstream.ts';
import { openFacade } from './support/openFacade.ts';

const SDL = 'type Query { hello: String! }';
const GITHUB = 'application/vnd.github+json';
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
const hello = 'query hello @endpoint(method: GET, path: "/hello", maxAge: 60, auth: NONE) { hello }';

test('a façade accepts the media types of its conventions, also for what it refuses by itself', async () => {
  const stub = await stubUpstream();
  stub.answer = () => ({ body: { data: { hello: 'hello' } } });
  const files = {
    'conventions.json': JSON.stringify({ accepts: { [GITHUB]: 'application/json' } }),
    'hello.graphql': hello,
  };
  const facade = await openFacade({ upstream: stub, sdl: SDL, files });
  const typeOf = async (path: string, accept: string) => {
    const { status, headers } = await facade.send(path, { headers: { accept } });
    return [status, headers.get('content-type')];
  };
  const responses = [
    await typeOf('/v1/hello', GITHUB),
    await typeOf('/health/none', `application/problem+json;q=0.5, ${GITHUB}`),
    await typeOf('/health/none', `application/problem+json, ${GITHUB};q=0.5`),
  ];
  // What is refused before it reaches an endpoint.
  const port = Number(new URL(facade.url).port);
  const accept = `Accept: application/problem+json;q=0.5, ${GITHUB}`;
  const refused = await sendRaw(port, `GET /v1/hello HTTP/1.1\r\nHost: a\r\nHost: b\r\n${accept}\r\n\r\n`);
  await facade.close();
  await stub.close();
  expect(responses).toEqual([
    [200, 'application/json'],
    [404, 'application/json'],
    [404, 'application/problem+json'],
  ]);
  expect(refused).toMatch(/^HTTP\/1\.1 400 [^]*\ncontent-type: application\/json\r\n/i);
});

test('a façade sends its headers, also with what it refuses by itself', async () => {
  const stub = await stubUpstream();
  stub.answer = () => ({ body: { data: { hello: 'hello' } } });
  const conventions = { headers: HEADERS, page: { styles: ['OFFSET'] }, rateLimit: { hello: '1/86400' } };
  const files = { 'conventions.json': JSON.stringify(conventions), 'hello.graphql': hello };
  const facade = await openFacade({ upstream: stub, sdl: SDL, files });
  const headers = { 'X-GitHub-Request-Id': 'r-1', 'X-Request-Id': 'r-2' };
  const responses = [];
  for (const path of ['/v1/hello', '/v1/hello', '/v1/none', '/health/live', '/health/none']) {
    const response = await facade.send(path, { headers });
    const sent = ['x-github-request-id', 'x-request-id', 'x-api-version', 'x-ratelimit-remaining'];
    responses.push([response.status, ...sent.map((name) => response.headers.get(name))]);
  }
  const port = Number(new URL(facade.url).port);
  const raw = await Promise.all(
    ['x', 'X-GitHub-Request-Id: r-1'].map((line) => sendRaw(port, `GET / HTTP/1.1\r\n${line}\r\n\r\n`)),
  );
  await facade.close();
  await stub.close();
  expect(responses).toEqual([
    [200, 'r-1', null, 'v1; {stable}', '0'],
    [429, 'r-1', null, 'v1; {stable}', '0'],
    [404, 'r-1', null, 'v1; {stable}', null],
    [200, null, 'r-1', null, null],
    [404, 'r-1', null, 'v1; {stable}', null],
  ]);
  // What Node cannot parse, and a request without a Host.
  const [unparsed, invalid] = raw.map((text) => text.split('\r\n'));
  expect(unparsed).toEqual(expect.arrayContaining(['HTTP/1.1 400 Bad Request', 'x-api-version: v1; {stable}']));
  expect(unparsed!.join()).toMatch(/,x-github-request-id: [\da-f-]{36},/);
  expect(invalid).toEqual(expect.arrayContaining(['HTTP/1.1 400 Bad Request', 'x-github-request-id: r-1']));
  expect(raw.join()).not.toMatch(/\nx-request-id/);
});

/** All that comes back for these bytes. */
function sendRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    socket.on('error', reject).on('close', () => resolve(text));
  });
}

test('an ETag of the data names the content coding in what follows the dot', async () => {
  const stub = await stubUpstream();
  stub.answer = () => ({ body: { data: { version: '5', text: 'x'.repeat(2000) } } });
  const facade = await openFacade({
    upstream: stub,
    sdl: 'type Query { version: ID, text: String }',
    files: { 'get.graphql': 'query get @endpoint(method: GET, path: "/b") { version @header(name: "ETag") text }' },
  });
  const { headers } = await facade.send('/v1/b', { headers: { 'accept-encoding': 'gzip' } });
  await facade.close();
  await stub.close();
  expect([headers.get('content-encoding'), headers.get('etag')]).toEqual([
    'gzip',
    expect.stringMatching(/^"5\.[\w-]{22}-gzip"$/),
  ]);
});
