import { beforeEach, describe, expect, test } from 'vitest';
import { PATH, openReplay } from './support/replay.ts';

const { old, folder, replayText } = await openReplay();
beforeEach(() => {
  old.received.length = 0;
  folder.write({ 'rest/api.json': '{}' });
});

/** Headers that every request of a replay has. */
const ALWAYS = /^(?:host|connection|user-agent|accept-encoding|content-length|transfer-encoding)$/;

/** A project in the folder, with these security schemes. */
const writeSchemes = (securitySchemes: object) =>
  folder.write({
    'portico.config.json': '{ "schema": "schema.graphql", "endpoints": "rest" }',
    'rest/api.json': JSON.stringify({ securitySchemes }),
  });

/** What the old API is sent, and what is said of the rest. */
async function read(text: string) {
  const { stdout, stderr } = await replayText(text, { writes: true });
  const listed = (pattern: RegExp) => pattern.exec(stdout)?.[1]?.split(', ') ?? [];
  return {
    requests: old.received.map(({ line, headers, body }) => {
      const [method, path = ''] = line.split(' ');
      const own = Object.entries(headers).filter(([name]) => !ALWAYS.test(name));
      return { method, path: path.slice(PATH.length), headers: Object.fromEntries(own), ...(body && { body }) };
    }),
    skipped: [...`${stdout}${stderr}`.matchAll(/Skipped 1 request: (.*?)\.(?:\n|$)/g)].map(([, reason]) => reason),
    parameters: listed(/^Not sent, as credentials: the query parameters (.*)\.$/m),
  };
}

const readLine = async (request: object) => (await read(JSON.stringify(request))).requests[0];
const readEntry = (request: object) =>
  read(JSON.stringify({ log: { entries: [{ request: { headers: [], ...request } }] } }));

describe('JSON Lines', () => {
  test.each([
    ['below the base URL', '/users?a=1', '/users?a=1'],
    ['with the path of the base URL', '/api/v3/users', '/users'],
    ['that is the base URL', '/api/v3', ''],
    ['that is the base URL, with a query', '/api/v3?a', '?a'],
    ['that only begins like it', '/api/v30/users', '/api/v30/users'],
    ['as it was written', '/a%2Fb/%7e/../c//d?x=%20+&y=?&&', '/a%2Fb/%7e/../c//d?x=%20+&y=?&&'],
  ])('a path %s: %s', async (_, recorded, expected) => {
    expect((await readLine({ method: 'GET', path: recorded }))?.path).toBe(expected);
  });

  test.each([
    ['/x?api_key=a', '/x'],
    ['/x?a=1&ACCESS_TOKEN=b&c=2', '/x?a=1&c=2'],
    ['/x?a;token=b?c;d', '/x?a;d'],
    ['/x?api_key=a&id_token=b&', '/x'],
    ['/x?%61pi%5Fkey=a&b%5Btoken%5D=c&d%zz', '/x?d%zz'],
    ['/api_key=a?', '/api_key=a?'],
    ['/x?page_token=a&pageToken=b&next-token=c&apikeys=e&monkey=f&inside', undefined],
    ['/x?project=a&b', '/x?b'],
    ['/x?Project=a&projects=b&', undefined],
  ])('the query of %s is sent as %s', async (recorded, expected = recorded) => {
    writeSchemes({
      project: { type: 'apiKey', in: 'query', name: 'project' },
      header: { type: 'apiKey', in: 'header', name: 'b' },
    });
    expect((await readLine({ method: 'GET', path: recorded }))?.path).toBe(expected);
  });

  test('nothing is sent where the security schemes are not valid', async () => {
    writeSchemes({});
    const { code, stdout, stderr } = await replayText('{"method":"GET","path":"/x"}');
    expect([code, stdout, old.received]).toEqual([1, '', []]);
    expect(stderr).toMatch(/^portico: rest\/api\.json:1:/);
  });

  test.each([
    ['apikey', 'X-Api-Key', 'hapikey', 'key', 'subscription-key', 'access_key', 'auth', 'oauth', 'Authorization'],
    ['token', 'private_token', 'authToken', 'secret', 'password', 'passwd', 'jwt', 'sid', 'PHPSESSID', 'sessionId'],
    ['sig', 'X-Amz-Signature', 'X-Amz-Credential', 'X-Amz-Security-Token', 'X-Goog-Signature'],
  ])('%s, %s, %s, %s and so on are credentials in a query', async (...names) => {
    const query = names.map((name) => `${name}=x`).join('&');
    const { requests, parameters } = await read(JSON.stringify({ method: 'GET', path: `/x?${query}` }));
    expect([requests[0]!.path, parameters]).toEqual(['/x', names]);
  });

  test.each([
    ['text', '"a\\u0041"', 'aA', {}],
    [
      'an object, as it is written',
      '{"id": 9007199254740993}',
      '{"id": 9007199254740993}',
      { 'content-type': 'application/json' },
    ],
    ['an array', '[1.0]', '[1.0]', { 'content-type': 'application/json' }],
    ['null', 'null', undefined, {}],
  ])('a body of %s', async (_, body, expected, headers) => {
    const { requests } = await read(`{"method":"POST","path":"/x","body":${body},"status":200}`);
    expect(requests).toEqual([{ method: 'POST', path: '/x', headers, ...(expected && { body: expected }) }]);
  });

  test('lines may end with CRLF, and be empty', async () => {
    const { requests } = await read('\uFEFF{"method":"get","path":"/1"}\r\n\r\n  \n{"path":"/2","method":"HEAD"}');
    expect(requests.map(({ method, path: target }) => method + target)).toEqual(['GET/1', 'HEAD/2']);
  });

  test('a line may be longer than what is read at once, and have U+2028', async () => {
    const body = `\u2028ü${'€'.repeat(700_000)}`;
    const line = JSON.stringify({ method: 'POST', path: '/x', body });
    expect((await read(`${line}\n${line}`)).requests.map((request) => request.body === body)).toEqual([true, true]);
  });
});

describe('a HAR', () => {
  const own = old.origin + PATH;
  test.each([
    ['', { bodySize: -1, postData: { mimeType: '', text: '' } }, undefined],
    ['of a text', { bodySize: 3, postData: { mimeType: 'text/plain', text: 'abc' } }, 'abc'],
    ['of a text and parameters', { postData: { text: 'a=b', params: [{ name: 'a', value: 'b' }] } }, 'a=b'],
    ['null', { postData: null }, undefined],
  ])('has a body %s', async (_, request, body) => {
    const { requests, skipped } = await readEntry({
      method: 'POST',
      url: `${own}/x`,
      ...request,
    });
    expect([requests[0]!.body, skipped]).toEqual([body, []]);
  });

  test.each([
    ['a size alone', { bodySize: 3 }],
    ['parameters alone', { postData: { mimeType: 'multipart/form-data', params: [{ name: 'a' }] } }],
  ])('a body of which it has %s is missing', async (_, request) => {
    const recording = await readEntry({ method: 'POST', url: `${own}/x`, ...request });
    expect(recording).toMatchObject({ requests: [], skipped: ['recorded without its body'] });
  });
});
