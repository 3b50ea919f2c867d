// RealWorld's contract, asked of examples/conduit by HTTP: paths, statuses, shapes and error bodies of its public specification.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startConduit } from '../../examples/conduit/server.ts';
import { runPortico } from '../commands/support/runPortico.ts';

const conduit = await startConduit(0);
afterAll(conduit.close);

/** Status and whole body; a body is sent as JSON. */
async function send(line: string, { token, body }: { token?: string | undefined; body?: unknown } = {}) {
  const [method = '', path = ''] = line.split(' ');
  const response = await fetch(`${conduit.url.href}${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Token ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
}

const error = (status: number, field: string, message: string) => ({
  status,
  body: { errors: { [field]: [message] } },
});
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string;
const tokens: Record<string, string> = {};

const profileOf = (username: string, following = false) => ({ username, bio: null, image: null, following });
const summary = {
  slug: 'how-to-train-your-dragon',
  title: 'How to train your dragon',
  description: 'Ever wonder how?',
  tagList: ['dragons', 'training'],
  createdAt: TIME,
  updatedAt: TIME,
  favorited: false,
  favoritesCount: 0,
  author: profileOf('jake'),
};
const article = { ...summary, body: 'It takes a Jacobian' };
const input = {
  title: 'How to train your dragon',
  description: 'Ever wonder how?',
  body: 'It takes a Jacobian',
  tagList: ['dragons', 'training'],
};
const SLUG = '/articles/how-to-train-your-dragon';

beforeAll(async () => {
  for (const username of ['jake', 'anah']) {
    const { body } = await send('POST /users', {
      body: { user: { username, email: `${username}@example.com`, password: 'secret' } },
    });
    tokens[username] = (body as { user: { token: string } }).user.token;
  }
  await send('POST /articles', { token: tokens['jake'], body: { article: input } });
});

describe('users', () => {
  const user = {
    email: 'jake@example.com',
    token: expect.any(String) as string,
    username: 'jake',
    bio: null,
    image: null,
  };
  test('log in', async () => {
    const body = { user: { email: 'jake@example.com', password: 'secret' } };
    expect(await send('POST /users/login', { body })).toEqual({ status: 200, body: { user } });
    const wrong = { user: { email: 'jake@example.com', password: 'wrong' } };
    expect(await send('POST /users/login', { body: wrong })).toEqual(error(401, 'credentials', 'invalid'));
  });

  test('read their account', async () => {
    expect(await send('GET /user', { token: tokens['jake'] })).toEqual({ status: 200, body: { user } });
    expect(await send('GET /user')).toEqual(error(401, 'token', 'is missing'));
    expect((await send('GET /user', { token: 'forged' })).status).toBe(401);
  });

  test.each([
    [{ username: '', email: 'a@example.com', password: 'a' }, error(422, 'username', "can't be blank")],
    [{ username: 'a', email: 'a@example.com', password: null }, error(422, 'password', "can't be blank")],
    [{ username: 'jake', email: 'a@example.com', password: 'a' }, error(409, 'username', 'has already been taken')],
  ])('do not register as %j', async (user_, refused) => {
    expect(await send('POST /users', { body: { user: user_ } })).toEqual(refused);
  });

  test('update what they send, and nothing else', async () => {
    const token = tokens['anah'];
    const own = { ...user, email: 'anah@example.com', username: 'anah' };
    const updated = await send('PUT /user', { token, body: { user: { bio: 'Reads', unknown: 1 } } });
    expect(updated).toEqual({ status: 200, body: { user: { ...own, bio: 'Reads' } } });
    const cleared = await send('PUT /user', { token, body: { user: { bio: '' } } });
    expect(cleared).toEqual({ status: 200, body: { user: own } });
    const blank = await send('PUT /user', { token, body: { user: { email: '' } } });
    expect(blank).toEqual(error(422, 'email', "can't be blank"));
  });
});

describe('profiles', () => {
  test('can be read by anybody, and followed by users', async () => {
    const token = tokens['anah'];
    const profile = (following: boolean) => ({ status: 200, body: { profile: profileOf('jake', following) } });
    expect(await send('GET /profiles/jake')).toEqual(profile(false));
    expect(await send('POST /profiles/jake/follow', { token })).toEqual(profile(true));
    expect(await send('GET /profiles/jake', { token })).toEqual(profile(true));
    const { body } = await send('GET /articles/feed', { token });
    expect(body).toEqual({ articles: [{ ...summary, author: profileOf('jake', true) }], articlesCount: 1 });
    expect(await send('DELETE /profiles/jake/follow', { token })).toEqual(profile(false));
  });

  test('that do not exist are 404, and following needs a user', async () => {
    expect(await send('GET /profiles/nobody')).toEqual(error(404, 'profile', 'not found'));
    expect(await send('POST /profiles/nobody/follow', { token: tokens['jake'] })).toEqual(
      error(404, 'profile', 'not found'),
    );
    expect(await send('POST /profiles/jake/follow')).toEqual(error(401, 'token', 'is missing'));
  });
});

describe('articles', () => {
  test('are listed, by tag, author and favorites', async () => {
    const found = { status: 200, body: { articles: [summary], articlesCount: 1 } };
    const none = { status: 200, body: { articles: [], articlesCount: 0 } };
    expect(await send('GET /articles')).toEqual(found);
    expect(await send('GET /articles?limit=5&offset=0&unknown=1')).toEqual(found);
    expect(await send('GET /articles?offset=1')).toEqual({ status: 200, body: { articles: [], articlesCount: 1 } });
    expect(await send('GET /articles?tag=dragons&author=jake')).toEqual(found);
    expect(await send('GET /articles?tag=cats')).toEqual(none);
    expect(await send('GET /articles?favorited=jake')).toEqual(none);
    expect(await send('GET /tags')).toEqual({ status: 200, body: { tags: ['dragons', 'training'] } });
  });

  test('are read with their body', async () => {
    expect(await send(`GET ${SLUG}`)).toEqual({ status: 200, body: { article } });
    expect(await send('GET /articles/unknown')).toEqual(error(404, 'article', 'not found'));
  });

  test('are created, updated and deleted by their author', async () => {
    const token = tokens['jake'];
    const created = await send('POST /articles', {
      token,
      body: { article: { title: 'Draft', description: 'd', body: 'b' } },
    });
    const draft = { ...article, slug: 'draft', title: 'Draft', description: 'd', body: 'b', tagList: [] };
    expect(created).toEqual({ status: 201, body: { article: draft } });
    const updated = await send('PUT /articles/draft', { token, body: { article: { tagList: ['t'] } } });
    expect(updated).toEqual({ status: 200, body: { article: { ...draft, tagList: ['t'] } } });
    expect(await send('PUT /articles/draft', { token, body: { article: { tagList: null } } })).toEqual(
      error(422, 'tagList', "can't be blank"),
    );
    expect(await send('DELETE /articles/draft', { token: tokens['anah'] })).toEqual(error(403, 'article', 'forbidden'));
    expect(await send('DELETE /articles/draft', { token })).toEqual({ status: 204, body: undefined });
    expect(await send('DELETE /articles/draft', { token })).toEqual(error(404, 'article', 'not found'));
  });

  test.each([
    [undefined, input, error(401, 'token', 'is missing')],
    ['jake', { ...input, title: '' }, error(422, 'title', "can't be blank")],
    ['jake', input, error(409, 'title', 'has already been taken')],
  ])('are not created by %s as %j', async (user, body, refused) => {
    const token = user === undefined ? undefined : tokens[user];
    expect(await send('POST /articles', { token, body: { article: body } })).toEqual(refused);
  });

  test('are favorited', async () => {
    const token = tokens['anah'];
    const favorited = { ...article, favorited: true, favoritesCount: 1 };
    expect(await send(`POST ${SLUG}/favorite`, { token })).toEqual({ status: 200, body: { article: favorited } });
    expect(await send('GET /articles?favorited=anah')).toMatchObject({ body: { articlesCount: 1 } });
    expect(await send(`DELETE ${SLUG}/favorite`, { token })).toEqual({ status: 200, body: { article } });
  });
});

describe('comments', () => {
  test('are added, listed and deleted', async () => {
    const token = tokens['anah'];
    const { status, body } = await send(`POST ${SLUG}/comments`, { token, body: { comment: { body: 'His name' } } });
    const id = expect.any(Number) as number;
    const comment = { id, createdAt: TIME, updatedAt: TIME, body: 'His name', author: profileOf('anah') };
    expect({ status, body }).toEqual({ status: 201, body: { comment } });
    expect(await send(`GET ${SLUG}/comments`)).toEqual({ status: 200, body: { comments: [comment] } });
    const path = `${SLUG}/comments/${(body as { comment: { id: number } }).comment.id}`;
    expect(await send(`DELETE ${path}`, { token: tokens['jake'] })).toEqual(error(403, 'comment', 'forbidden'));
    expect(await send(`DELETE ${path}`, { token })).toEqual({ status: 204, body: undefined });
    expect(await send(`DELETE ${path}`, { token })).toEqual(error(404, 'comment', 'not found'));
    expect(await send(`GET ${SLUG}/comments`)).toEqual({ status: 200, body: { comments: [] } });
  });

  test.each([
    [`POST ${SLUG}/comments`, 'anah', { comment: { body: '' } }, error(422, 'body', "can't be blank")],
    [`POST ${SLUG}/comments`, undefined, { comment: { body: 'a' } }, error(401, 'token', 'is missing')],
    ['POST /articles/unknown/comments', 'anah', { comment: { body: 'a' } }, error(404, 'article', 'not found')],
    ['GET /articles/unknown/comments', undefined, undefined, error(404, 'article', 'not found')],
    ['DELETE /articles/unknown/comments/99', 'anah', undefined, error(404, 'article', 'not found')],
  ])('%s by %s is refused', async (line, user, body, refused) => {
    const token = user === undefined ? undefined : tokens[user];
    expect(await send(line, { token, body })).toEqual(refused);
  });
});

test('its OpenAPI document has its base path, as that of the command has', async () => {
  const { body } = await send('GET /openapi.json');
  expect(body).toMatchObject({ servers: [{ url: '/api' }], info: { title: 'Conduit' } });
  const { stdout } = await runPortico(['openapi', '--config', 'examples/conduit/portico.config.json'], process.cwd());
  expect(JSON.parse(stdout)).toEqual(body);
});
