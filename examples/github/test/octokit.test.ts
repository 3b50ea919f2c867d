// GitHub's own client, unchanged, over this API.
import { Octokit } from 'octokit';
import { afterAll, describe, expect, test } from 'vitest';
import { startGithub } from './support/startGithub.ts';

const github = await startGithub();
afterAll(() => github.close());

const octokit = new Octokit({
  baseUrl: github.url,
  auth: 'secret',
  retry: { enabled: false },
  throttle: { enabled: false },
});
const hello = { owner: 'octocat', repo: 'Hello-World' };
const labels = { owner: 'octokit-fixture-org', repo: 'labels' };

test('a repository is read', async () => {
  const { status, headers, data } = await octokit.rest.repos.get(hello);
  expect({ status, name: data.full_name, owner: data.owner.login, parent: data.parent?.full_name }).toEqual({
    status: 200,
    name: 'octocat/Hello-World',
    owner: 'octocat',
    parent: 'octokit-fixture-org/hello-world',
  });
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'x-github-media-type': 'github.v3; format=json',
    'x-github-request-id': expect.any(String),
  });
});

test('a list is read to its end by paginate', async () => {
  const repository = { owner: 'octokit-fixture-org', repo: 'paginate-issues' };
  const issues = await octokit.paginate(octokit.rest.issues.listForRepo, { ...repository, per_page: 3 });
  expect(issues.map(({ number }) => number)).toEqual([13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
});

test('a search is read to its end by paginate', async () => {
  const q = 'repo:octokit-fixture-org/paginate-issues test';
  const issues = await octokit.paginate(octokit.rest.search.issuesAndPullRequests, { q, per_page: 5 });
  expect(issues).toHaveLength(13);
});

test('an issue is created, updated, locked and unlocked', async () => {
  const created = await octokit.rest.issues.create({ ...hello, title: 'New', body: 'It is.' });
  expect(created).toMatchObject({
    status: 201,
    headers: { location: `${github.url}/repos/octocat/Hello-World/issues/6` },
    data: { number: 6, title: 'New', body: 'It is.', state: 'open', reactions: { total_count: 0, '+1': 0 } },
  });
  const issue = { ...hello, issue_number: created.data.number };
  const updated = await octokit.rest.issues.update({ ...issue, state: 'closed' });
  expect(updated).toMatchObject({ status: 200, data: { state: 'closed', state_reason: 'completed' } });
  const locked = await octokit.rest.issues.lock({ ...issue, lock_reason: 'too heated' });
  expect(locked.status).toBe(204);
  expect(await octokit.rest.issues.get(issue)).toMatchObject({
    data: { locked: true, active_lock_reason: 'too heated' },
  });
  await expect(octokit.rest.issues.createComment({ ...issue, body: 'Still here.' })).rejects.toMatchObject({
    name: 'HttpError',
    status: 403,
  });
  await octokit.rest.issues.unlock(issue);
  const comment = await octokit.rest.issues.createComment({ ...issue, body: 'Still here.' });
  expect(comment).toMatchObject({ status: 201, data: { body: 'Still here.' } });
  const { data: comments } = await octokit.rest.issues.listComments(issue);
  expect(comments).toEqual([comment.data]);
});

test('a label is created, read, renamed and deleted', async () => {
  const created = await octokit.rest.issues.createLabel({ ...labels, name: 'a b', color: '663399' });
  expect(created).toMatchObject({
    status: 201,
    data: { name: 'a b', color: '663399', default: false, description: null },
  });
  const label = { ...labels, name: 'a b' };
  expect((await octokit.rest.issues.getLabel(label)).data).toEqual(created.data);
  const updated = await octokit.rest.issues.updateLabel({ ...label, new_name: 'c' });
  expect(updated.data).toEqual({
    ...created.data,
    name: 'c',
    node_id: expect.any(String),
    url: expect.stringMatching(/\/c$/),
  });
  expect((await octokit.rest.issues.deleteLabel({ ...labels, name: 'c' })).status).toBe(204);
  await expect(octokit.rest.issues.getLabel({ ...labels, name: 'c' })).rejects.toMatchObject({ status: 404 });
});

describe('a RequestError', () => {
  test('of 404 has the body of GitHub', async () => {
    await expect(octokit.rest.repos.get({ owner: 'octocat', repo: 'Nope' })).rejects.toMatchObject({
      name: 'HttpError',
      status: 404,
      message: 'Not Found - https://docs.github.com/rest',
      response: { data: { message: 'Not Found', documentation_url: 'https://docs.github.com/rest', status: '404' } },
    });
  });

  test('of 422 has the fields', async () => {
    await expect(octokit.rest.issues.createLabel({ ...labels, name: 'd', color: 'invalid' })).rejects.toMatchObject({
      name: 'HttpError',
      status: 422,
      response: { data: { message: 'Validation Failed', errors: [{ field: 'color', code: 'invalid' }] } },
    });
  });
});

test('a response that has not changed is 304', async () => {
  const { headers } = await octokit.rest.repos.get(hello);
  const again = octokit.rest.repos.get({ ...hello, headers: { 'if-none-match': headers.etag } });
  await expect(again).rejects.toMatchObject({ status: 304 });
});

test.each([
  [
    'a branch',
    () => octokit.rest.repos.getBranch({ ...hello, branch: 'main' }),
    { name: 'main', commit: { sha: expect.any(String) } },
  ],
  ['commits', () => octokit.rest.repos.listCommits(hello), [{ commit: { message: 'Merge pull request #6' } }, {}]],
  [
    'a release',
    () => octokit.rest.repos.getReleaseByTag({ ...hello, tag: 'v1.0.0' }),
    { tag_name: 'v1.0.0', assets: [{ name: 'example.zip' }] },
  ],
  [
    'milestones',
    () => octokit.rest.issues.listMilestones({ ...hello, state: 'all' }),
    [
      { number: 1, state: 'open' },
      { number: 2, state: 'closed' },
    ],
  ],
  [
    'pull requests',
    () => octokit.rest.pulls.list({ ...hello, state: 'all' }),
    [{ number: 1347, head: { ref: 'new-topic' }, base: { ref: 'main' } }, { head: { repo: null } }],
  ],
  ['reviews', () => octokit.rest.pulls.listReviews({ ...hello, pull_number: 1347 }), [{ state: 'APPROVED' }]],
  [
    'a user',
    () => octokit.rest.users.getByUsername({ username: 'octocat' }),
    { login: 'octocat', followers: 2, site_admin: false },
  ],
  ['followers', () => octokit.rest.users.listFollowersForUser({ username: 'octocat' }), [{ id: 1000 }, { id: 1001 }]],
  [
    'an organization',
    () => octokit.rest.orgs.get({ org: 'octokit-fixture-org' }),
    { public_repos: 42, type: 'Organization' },
  ],
  [
    'teams',
    () => octokit.rest.teams.list({ org: 'octokit-fixture-org' }),
    [{ slug: 'justice-league', parent: null }, { parent: { slug: 'justice-league' } }],
  ],
  [
    'a licence',
    () => octokit.rest.licenses.get({ license: 'mit' }),
    { spdx_id: 'MIT', conditions: ['include-copyright'] },
  ],
  ['the rate limit', () => octokit.rest.rateLimit.get(), { rate: { limit: 5000, remaining: 4999 } }],
])('%s is read', async (_, read, data) => {
  expect(await read()).toMatchObject({ status: 200, data });
});
