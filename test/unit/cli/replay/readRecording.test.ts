import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { BaseUrl } from '../../../../src/cli/replay/BaseUrl.ts';
import { readRecording } from '../../../../src/cli/replay/readRecording.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'portico-recording-'));
afterAll(() => rmSync(folder, { recursive: true }));

function read(text: string, url = 'https://old.example.com/api/v3') {
  const file = path.join(folder, 'recording');
  writeFileSync(file, text);
  return readRecording(file, new BaseUrl('--against', url));
}

/** What is read of one line, or of one entry of a HAR. */
const readLine = (request: object, url?: string) => read(JSON.stringify(request), url).requests[0];
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
  ])('a path %s: %s', (_, recorded, expected) => {
    expect(readLine({ method: 'GET', path: recorded })?.path).toBe(expected);
  });

  test.each([
    ['/x?api_key=a', '/x'],
    ['/x?a=1&ACCESS_TOKEN=b&c=2', '/x?a=1&c=2'],
    ['/x?api_key=a&', '/x'],
    ['/x?api_key=a&id_token=b&', '/x'],
    ['/api_key=a?', '/api_key=a?'],
    ['/x?client_secret', '/x'],
    ['/x?page_token=a&pageToken=b&token=c&key=d&apikeys=e', '/x?page_token=a&pageToken=b&token=c&key=d&apikeys=e'],
  ])('the query of %s is sent as %s', (recorded, expected) => {
    expect(readLine({ method: 'GET', path: recorded }, 'https://old.example.com')?.path).toBe(expected);
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
  ])('a body of %s', (_, body, expected, headers) => {
    const { requests } = read(`{"method":"POST","path":"/x","body":${body},"status":200}`);
    expect(requests).toEqual([{ method: 'POST', path: '/x', headers, ...(expected && { body: expected }) }]);
  });

  test('the recorded type of a body of JSON stays', () => {
    const headers = { 'Content-Type': 'application/vnd.a+json' };
    expect(readLine({ method: 'POST', path: '/x', headers, body: {} })?.headers).toEqual({
      'content-type': 'application/vnd.a+json',
    });
  });

  test('lines may end with CRLF, and be empty', () => {
    const { requests } = read('\uFEFF{"method":"get","path":"/1"}\r\n\r\n  \n{"path":"/2","method":"HEAD"}');
    expect(requests.map(({ method, path: target }) => method + target)).toEqual(['GET/1', 'HEAD/2']);
  });

  test.each([
    ['Authorization', 'Proxy-Authorization', 'Cookie', 'X-Api-Key', 'apikey', 'Ocp-Apim-Subscription-Key'],
    ['X-Auth-Token', 'X-Amz-Security-Token', 'X-XSRF-TOKEN', 'X-Session-Id', 'X-Client-Secret', 'X-JWT-Assertion'],
  ])('%s, %s, %s, %s, %s and %s are credentials', (...names) => {
    const headers = Object.fromEntries(names.map((name) => [name, 'x']));
    const { requests, credentials } = read(JSON.stringify({ method: 'GET', path: '/x', headers }));
    expect(requests[0]!.headers).toEqual({});
    expect([...credentials]).toEqual(names.map((name) => name.toLowerCase()));
  });

  test('names that only contain such a word are none', () => {
    const headers = { 'x-author': 'a', 'idempotency-key': 'b', 'x-tokens': 'c', 'x-cookies': 'd', 'if-match': '"e"' };
    expect(readLine({ method: 'GET', path: '/x', headers })?.headers).toEqual(headers);
  });
});

describe('a HAR', () => {
  test('has the requests below the base URL, without the headers of HTTP/2', () => {
    const headers = [':authority', 'Accept'].map((name) => ({ name, value: 'a/b' }));
    const { requests, outside } = readEntry({
      method: 'GET',
      url: 'https://u:p@old.example.com/api/v3/x?a=b#c',
      headers,
    });
    expect(requests).toEqual([{ method: 'GET', path: '/x?a=b', headers: { accept: 'a/b' } }]);
    expect(outside).toBe(0);
  });

  test.each([
    'http://old.example.com/api/v3/x',
    'https://old.example.com:444/api/v3/x',
    'https://old.example.com/assets/x',
    'https://cdn.example.com/api/v3/x',
    'blob:https://old.example.com/api/v3/x',
  ])('%s is not below it', (url) => {
    expect(readEntry({ method: 'GET', url, headers: [{ name: 'no name', value: '' }] })).toMatchObject({
      requests: [],
      outside: 1,
    });
  });

  test.each([
    ['', { bodySize: -1, postData: { mimeType: '', text: '' } }, undefined],
    ['of a text', { bodySize: 3, postData: { mimeType: 'text/plain', text: 'abc' } }, 'abc'],
    ['of a text and parameters', { postData: { text: 'a=b', params: [{ name: 'a', value: 'b' }] } }, 'a=b'],
    ['null', { postData: null }, undefined],
  ])('has a body %s', (_, request, body) => {
    const { requests, bodiless } = readEntry({ method: 'POST', url: 'https://old.example.com/api/v3/x', ...request });
    expect([requests[0]!.body, bodiless]).toEqual([body, 0]);
  });

  test.each([
    ['a size alone', { bodySize: 3 }],
    ['parameters alone', { postData: { mimeType: 'multipart/form-data', params: [{ name: 'a' }] } }],
  ])('a body of which it has %s is missing', (_, request) => {
    const recording = readEntry({ method: 'POST', url: 'https://old.example.com/api/v3/x', ...request });
    expect(recording).toMatchObject({ requests: [], bodiless: 1 });
  });
});
