// What Octokit does not show: whole headers, filters, credentials, and what is refused.
import { afterAll, describe, expect, test } from 'vitest';
import { exchangeBytes } from '../../../test/library/support/exchangeBytes.ts';
import { startGithub } from './support/startGithub.ts';

const github = await startGithub();
afterAll(() => github.close());

const REPO = '/repos/octocat/Hello-World';
const DOCUMENTATION = 'https://docs.github.com/rest';

/** Sends a request; a body makes it a POST. */
async function ask(path: string, { body, authorization = 'Bearer secret' as string | null } = {} as Asked) {
  const response = await fetch(new URL(path, github.url), {
    headers: { ...(authorization !== null && { authorization }), 'content-type': 'application/json' },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as unknown };
}
interface Asked {
  body?: unknown;
  authorization?: string | null;
}

const numbers = (body: unknown) => (body as { number: number }[]).map(({ number }) => number);

test('the headers of a response have the names of GitHub', async () => {
  const { headers } = await ask(`${REPO}/issues?state=all&per_page=2`);
  const {
    date: _,
    connection: __,
    'keep-alive': ___,
    'transfer-encoding': ____,
    ...sent
  } = Object.fromEntries(headers);
  expect(sent).toEqual({
    'cache-control': 'private, no-store',
    'content-encoding': 'gzip',
    'content-length': expect.any(String),
    'content-type': 'application/json; charset=utf-8',
    link: expect.stringMatching(/^<[^>]+after=&[^>]*>; rel="first", <[^>]+after=[^>&]+&[^>]*>; rel="next"$/),
    vary: 'Accept, Accept-Encoding',
    'x-content-type-options': 'nosniff',
    'x-github-api-version-selected': '2022-11-28',
    'x-github-media-type': 'github.v3; format=json',
    'x-github-request-id': expect.any(String),
  });
});

test.each([
  ['', [5, 4, 1]],
  ['?state=open', [5, 4, 1]],
  ['?state=closed', [3, 2]],
  ['?state=all', [5, 4, 3, 2, 1]],
  ['?state=all&direction=asc', [1, 2, 3, 4, 5]],
  ['?state=all&sort=comments&direction=desc', [1, 5, 4, 3, 2]],
  ['?labels=bug', [1]],
  ['?labels=bug,ui', []],
  ['?per_page=1000', [5, 4, 1]],
  ['?utm_source=a', [5, 4, 1]],
])('the issues of %s are %j', async (query, expected) => {
  const { status, body } = await ask(`${REPO}/issues${query}`);
  expect({ status, numbers: numbers(body) }).toEqual({ status: 200, numbers: expected });
});

describe('input that does not fit is 422, and nothing is executed', () => {
  test.each([
    ['issues?state=merged', 'state', 'invalid'],
    ['issues?after=bm9uZQ', 'after', 'invalid'],
    ['issues?sort=age', 'sort', 'invalid'],
    ['issues/x', 'issue_number', 'invalid'],
    ['issues', 'title', 'missing_field', {}],
    ['issues', 'title', 'invalid', { title: 1 }],
  ])('%s', async (path, field, code, body?: object) => {
    const before = github.received.length;
    const { status, body: error } = await ask(`${REPO}/${path}`, body ? { body } : {});
    expect({ status, error }).toEqual({
      status: 422,
      error: {
        message: 'Validation Failed',
        errors: [expect.objectContaining({ code, field: expect.stringContaining(field) })],
        documentation_url: DOCUMENTATION,
        status: '422',
      },
    });
    expect(github.received).toHaveLength(before);
  });
});

describe('credentials', () => {
  test.each(['Bearer secret', 'token secret'])('%s are sent on as they came, at every step', async (authorization) => {
    const before = github.received.length;
    await ask('/users/octocat', { authorization });
    await ask(`${REPO}/issues/2/comments`, { authorization, body: { body: 'Hello' } });
    expect(github.received.slice(before).map((each) => each.authorization)).toEqual(Array(3).fill(authorization));
  });

  test('that are missing are 401, as the upstream says', async () => {
    const { status, body } = await ask('/users/octocat', { authorization: null });
    expect({ status, body }).toEqual({
      status: 401,
      body: { message: expect.any(String), documentation_url: DOCUMENTATION, status: '401' },
    });
  });
});

test.each([
  ['bytes that are no HTTP', 'nonsense\r\n\r\n', 400],
  ['headers that are too large', `GET / HTTP/1.1\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ['a tunnel', 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n', 405],
])('%s, refused before it goes anywhere, has the shape of all errors', async (_, bytes, status) => {
  const text = await exchangeBytes(Number(new URL(github.url).port), bytes);
  const [head, body] = text.split('\r\n\r\n') as [string, string];
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(JSON.parse(body)).toEqual({
    message: expect.any(String),
    documentation_url: DOCUMENTATION,
    status: String(status),
  });
});
