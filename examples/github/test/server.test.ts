// GitHub's REST API over GitHub's GraphQL schema: the façade over the stand-in of examples/github, asked by HTTP.
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { startUpstream } from '../../../examples/github/upstream.ts';
import { readSettings } from '../../../src/gateway/config/readSettings.ts';
import { startFacade } from '../../../src/gateway/startFacade.ts';
import { createLogger } from '../../../src/gateway/telemetry/createLogger.ts';
import { exchangeBytes } from '../gateway/server/toyServer.ts';

const folder = (name: string) => fileURLToPath(new URL(`../../../examples/github/${name}`, import.meta.url));
const log = createLogger('info', { write: () => undefined });
const upstream = await startUpstream(0);
const portico = await startFacade(
  readSettings({ PORT: '0' }),
  {
    upstream: { url: upstream.url, headers: {}, forwarded: [] },
    schema: folder('schema.graphql'),
    source: { endpoints: folder('endpoints') },
  },
  { log },
);
afterAll(async () => {
  await portico.close();
  await upstream.close();
});

const REPO = '/repos/octocat/Hello-World';

const PROMISED = new Set(['content-type', 'etag', 'link', 'location', 'retry-after', 'vary', 'www-authenticate']);

/** Status, those headers that the interface promises, and the whole body. */
async function ask(path: string, { body, authorization = 'Bearer secret' as string | null } = {} as Asked) {
  const response = await fetch(new URL(path, portico.url), {
    headers: { ...(authorization !== null && { authorization }), 'content-type': 'application/json' },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
  const headers = Object.fromEntries([...response.headers].filter(([name]) => PROMISED.has(name)));
  return { status: response.status, headers, body: (await response.json()) as unknown };
}
interface Asked {
  body?: unknown;
  authorization?: string | null;
}

const json = { 'content-type': 'application/json', vary: 'Accept' };
/** Of what is long enough to be compressed. */
const long = { ...json, vary: 'Accept, Accept-Encoding' };
const here = (path: string) => `${portico.url}${path}`;
const numbers = (body: unknown) => (body as { number: number }[]).map(({ number }) => number);
const octocat = {
  login: 'octocat',
  id: 583231,
  node_id: 'A_583231',
  avatar_url: 'https://avatars.githubusercontent.com/u/583231',
  html_url: 'https://github.com/octocat',
  type: 'User',
};
const issue = (number: number, title: string, own: object = {}) => ({
  id: 4_000_000_000 + number,
  node_id: `I_${number}`,
  html_url: `https://github.com/octocat/Hello-World/issues/${number}`,
  number,
  title,
  body: `About: ${title}`,
  user: octocat,
  labels: [],
  state: 'open',
  state_reason: null,
  locked: false,
  active_lock_reason: null,
  comments: 0,
  author_association: 'OWNER',
  created_at: `2026-02-0${number}T10:00:00Z`,
  updated_at: `2026-02-0${number}T10:00:00Z`,
  closed_at: null,
  ...own,
});
const comment = (number: number, body: string, own: object = {}) => ({
  id: 5_000_000_000 + number,
  node_id: `IC_${number}`,
  html_url: `https://github.com/octocat/Hello-World/issues/1#issuecomment-${number}`,
  body,
  user: octocat,
  author_association: 'OWNER',
  created_at: `2026-02-0${number}T11:00:00Z`,
  updated_at: `2026-02-0${number}T11:00:00Z`,
  ...own,
});
const hubot = {
  login: 'hubot',
  id: 480938,
  node_id: 'A_480938',
  avatar_url: 'https://avatars.githubusercontent.com/u/480938',
  html_url: 'https://github.com/hubot',
  type: 'Bot',
};
const bug = { node_id: 'L_bug', name: 'bug', description: null, color: 'f29513', default: true };
const heated = issue(3, 'Tabs or spaces', {
  state: 'closed',
  state_reason: 'not_planned',
  locked: true,
  active_lock_reason: 'too heated',
  closed_at: '2026-02-06T10:00:00Z',
});

describe('one thing', () => {
  test('a user', async () => {
    expect(await ask('/users/octocat')).toEqual({
      status: 200,
      headers: json,
      body: {
        ...octocat,
        site_admin: false,
        name: 'The Octocat',
        company: '@github',
        blog: 'https://github.blog',
        location: 'San Francisco',
        email: '',
        bio: null,
        twitter_username: null,
        public_repos: 1,
        followers: 20000,
        following: 9,
        created_at: '2011-01-25T18:44:36Z',
        updated_at: '2026-01-22T12:00:00Z',
      },
    });
  });

  test('a repository', async () => {
    const { id: _, ...owner } = octocat;
    expect(await ask(REPO)).toEqual({
      status: 200,
      headers: json,
      body: {
        id: 1296269,
        node_id: 'R_1296269',
        name: 'Hello-World',
        full_name: 'octocat/Hello-World',
        owner,
        private: false,
        html_url: 'https://github.com/octocat/Hello-World',
        description: 'My first repository on GitHub!',
        fork: false,
        homepage: null,
        language: 'TypeScript',
        forks_count: 9,
        stargazers_count: 80,
        open_issues_count: 3,
        topics: ['octocat', 'api'],
        archived: false,
        pushed_at: '2026-01-26T19:06:43Z',
        created_at: '2011-01-26T19:01:12Z',
        updated_at: '2026-01-26T19:14:43Z',
      },
    });
  });

  test('an issue', async () => {
    expect(await ask(`${REPO}/issues/3`)).toEqual({ status: 200, headers: json, body: heated });
  });

  test('an issue whose author is gone', async () => {
    const body = issue(4, 'Boo', { user: null, author_association: 'NONE' });
    expect(await ask(`${REPO}/issues/4`)).toEqual({ status: 200, headers: json, body });
  });
});

describe('a list', () => {
  test('is a bare array of what is open, with navigation in Link', async () => {
    expect(await ask(`${REPO}/issues?per_page=100`)).toEqual({
      status: 200,
      headers: { ...long, link: `<${here(`${REPO}/issues?after=&per_page=100`)}>; rel="first"` },
      body: [
        issue(5, 'Add docs'),
        issue(4, 'Boo', { user: null, author_association: 'NONE' }),
        issue(1, 'Found a bug', { labels: [bug], comments: 3 }),
      ],
    });
  });

  test.each([
    ['state=open', [5, 4, 1]],
    ['state=closed', [3, 2]],
    ['state=all', [5, 4, 3, 2, 1]],
    ['state=all&direction=asc', [1, 2, 3, 4, 5]],
    ['state=all&sort=comments&direction=desc', [1, 5, 4, 3, 2]],
    ['labels=bug', [1]],
    ['labels=bug,ui', []],
  ])('with %s has the issues %j', async (query, expected) => {
    const { status, body } = await ask(`${REPO}/issues?${query}`);
    expect({ status, numbers: numbers(body) }).toEqual({ status: 200, numbers: expected });
  });

  test('has pages of 30, as GitHub does', async () => {
    await ask(`${REPO}/issues`);
    expect(upstream.received.at(-1)?.variables).toEqual({ owner: 'octocat', repo: 'Hello-World', pageFirst: 30 });
  });

  test.each([
    [`${REPO}/issues?state=all&per_page=2`, [[5, 4], [3, 2], [1]]],
    [`${REPO}/issues/1/comments?per_page=2`, [[1, 2], [3]]],
  ])('%s is read to its end by following Link', async (first, expected) => {
    const pages: number[][] = [];
    for (let next: string | undefined = first; next !== undefined;) {
      const { status, headers, body } = await ask(next);
      expect(status).toBe(200);
      pages.push((body as { id: number }[]).map(({ id }) => id % 1000));
      expect(headers['link']).toContain(`<${here(first.replace(/per_page=2$/, 'after=&per_page=2'))}>; rel="first"`);
      next = /<([^>]*)>; rel="next"/.exec(headers['link'] ?? '')?.[1];
      expect(next ?? portico.url).toMatch(new RegExp(`^${portico.url}`));
    }
    expect(pages).toEqual(expected);
  });

  test('of comments has whole comments, those of robots too', async () => {
    expect(await ask(`${REPO}/issues/1/comments`)).toEqual({
      status: 200,
      headers: { ...long, link: `<${here(`${REPO}/issues/1/comments?after=&per_page=30`)}>; rel="first"` },
      body: [
        comment(1, 'Me too'),
        comment(2, 'Fixed soon', { user: hubot, author_association: 'NONE' }),
        comment(3, 'Thanks'),
      ],
    });
  });

  test('without items is an empty array', async () => {
    expect(await ask(`${REPO}/issues/2/comments`)).toMatchObject({ status: 200, body: [] });
  });
});

describe('input that does not fit is 422, and nothing is asked', () => {
  test.each([
    ['issues?state=merged', 'state.0 must be one of "closed", "open"'],
    ['issues?state=open,closed', 'state must have at most 1'],
    ['issues?per_page=101', 'per_page must be an integer between 1 and 100'],
    ['issues?after=bm9uZQ', 'after must be a cursor of this list'],
    ['issues?page=2', 'page is not'],
    ['issues?sort=age', 'sort must be one of'],
    ['issues/0', 'issue_number must be'],
    ['issues/x', 'issue_number must be'],
  ])('%s', async (path, message) => {
    const before = upstream.received.length;
    expect(await ask(`${REPO}/${path}`)).toEqual({
      status: 422,
      headers: json,
      body: { message: expect.stringContaining(message) },
    });
    expect(upstream.received).toHaveLength(before);
  });

  test.each([
    [{}, 'title is required'],
    [{ title: '' }, 'title must'],
    [{ title: 1 }, 'title must be a string'],
    [{ title: 'x', assignee: 'octocat' }, 'assignee is not'],
    [{ title: 'x', repository_id: 'R_1' }, 'repository_id is not'],
  ])('POST %j', async (body, message) => {
    const before = upstream.received.length;
    expect(await ask(`${REPO}/issues`, { body })).toEqual({
      status: 422,
      headers: json,
      body: { message: expect.stringContaining(message) },
    });
    expect(upstream.received).toHaveLength(before);
  });
});

describe('what is created', () => {
  test('is answered whole with 201, and is where its absolute Location says', async () => {
    const before = upstream.received.length;
    const created = await ask(`${REPO}/issues`, { body: { title: 'New', body: 'It is.' } });
    const times = { created_at: '2026-03-01T10:00:00Z', updated_at: '2026-03-01T10:00:00Z' };
    expect(created).toEqual({
      status: 201,
      headers: { ...json, location: here(`${REPO}/issues/6`) },
      body: issue(6, 'New', { body: 'It is.', ...times }),
    });
    expect(upstream.received.slice(before).map(({ variables }) => variables)).toEqual([
      { owner: 'octocat', repo: 'Hello-World' },
      { repositoryId: 'R_1296269', title: 'New', body: 'It is.' },
    ]);
    expect((await ask(created.headers['location']!)).body).toEqual(created.body);
  });

  test('a comment is among those of its issue afterwards', async () => {
    const created = await ask(`${REPO}/issues/5/comments`, { body: { body: 'Please do.' } });
    expect(created).toEqual({
      status: 201,
      headers: { ...json, location: here(`${REPO}/issues/5/comments`) },
      body: comment(4, 'Please do.', {
        html_url: 'https://github.com/octocat/Hello-World/issues/5#issuecomment-4',
        created_at: '2026-03-01T11:00:00Z',
        updated_at: '2026-03-01T11:00:00Z',
      }),
    });
    expect((await ask(created.headers['location']!)).body).toEqual([created.body]);
  });
});

describe('credentials', () => {
  test.each(['Bearer secret', 'token secret'])('%s are sent on as they came, at every step', async (authorization) => {
    const before = upstream.received.length;
    await ask('/users/octocat', { authorization });
    await ask(`${REPO}/issues/2/comments`, { authorization, body: { body: 'Hello' } });
    expect(upstream.received.slice(before).map((each) => each.authorization)).toEqual(Array(3).fill(authorization));
  });

  test('that are missing are 401, as the upstream says', async () => {
    expect(await ask('/users/octocat', { authorization: null })).toEqual({
      status: 401,
      headers: { ...json, 'www-authenticate': 'Bearer' },
      body: { message: expect.any(String) },
    });
  });
});

describe('what the upstream refuses beside a null has its own message, and the status of its type', () => {
  const noRepository = "Could not resolve to a Repository with the name 'octocat/Nope'.";
  const noIssue = 'Could not resolve to an Issue with the number of 99.';
  test.each<[status: number, path: string, message: string, body?: object]>([
    [404, '/users/nobody', "Could not resolve to a User with the login of 'nobody'."],
    [404, '/repos/octocat/Nope', noRepository],
    [404, '/repos/octocat/Nope/issues', noRepository],
    [404, '/repos/octocat/Nope/issues/1', noRepository],
    [404, `${REPO}/issues/99`, noIssue],
    [404, `${REPO}/issues/99/comments`, noIssue],
    [404, '/repos/octocat/Nope/issues', noRepository, { title: 'New' }],
    [404, `${REPO}/issues/99/comments`, noIssue, { body: 'Hello' }],
    [422, `${REPO}/issues`, "Title can't be blank", { title: ' ' }],
    [403, `${REPO}/issues/3/comments`, 'Unable to create comment because issue is locked.', { body: 'Tabs!' }],
  ])('%i %s', async (status, path, message, body) => {
    expect(await ask(path, { body })).toEqual({ status, headers: json, body: { message } });
  });
});

test('a path that is none is 404 in the shape of all errors', async () => {
  expect(await ask('/orgs/github')).toEqual({
    status: 404,
    headers: json,
    body: { message: '/orgs/github does not exist.' },
  });
});

test.each([
  ['bytes that are no HTTP', 'nonsense\r\n\r\n', 400],
  ['headers that are too large', `GET / HTTP/1.1\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['an expectation', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\nConnection: close\r\n\r\n', 417],
  ['a tunnel', 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n', 405],
  ['a file that is written', 'POST /docs HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 405],
  ['a probe that is written', 'PUT /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 405],
])('%s, refused before it goes anywhere, has that shape too', async (_, bytes, status) => {
  const text = await exchangeBytes(Number(new URL(portico.url).port), bytes);
  const [head, body] = text.split('\r\n\r\n') as [string, string];
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(JSON.parse(body)).toEqual({ message: expect.any(String) });
});

test('the OpenAPI document has the names and texts of GitHub', async () => {
  const { body } = await ask('/openapi.json');
  const { paths } = body as { paths: Record<string, { get: { parameters: { name: string; schema: unknown }[] } }> };
  expect(Object.keys(paths)).toEqual(
    expect.arrayContaining(['/users/{username}', '/repos/{owner}/{repo}/issues/{issue_number}/comments']),
  );
  const names = paths['/repos/{owner}/{repo}/issues']!.get.parameters.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['state', 'labels', 'sort', 'direction', 'per_page', 'after']));
  expect(JSON.stringify(body)).toContain('"too heated"');
});
