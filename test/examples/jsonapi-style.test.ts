// The format of JSON:API 1.1, asked of examples/jsonapi-style by HTTP. Every response is validated against its OpenAPI document.
import { describe, expect, test } from 'vitest';
import { startArticles } from '../../examples/jsonapi-style/server.ts';
import { openExample } from './support/openExample.ts';

const JSON_API = 'application/vnd.api+json';
const { server: articles, send } = await openExample(startArticles, { 'content-type': JSON_API }, [
  'x-request-id',
  'x-content-type-options',
]);

const jsonapi = { version: '1.1' };
const empty = { vary: 'Accept', 'cache-control': 'private, no-store' };
const headers = { ...empty, 'content-type': JSON_API };
const success = (data: unknown) => ({ status: 200, headers, body: { jsonapi, data } });
const failure = (status: number, ...errors: object[]) => ({
  status,
  headers,
  body: { jsonapi, errors: errors.map((each) => ({ status: String(status), ...each })) },
});
const invalid = (detail: string, source: object) =>
  failure(400, { code: 'INVALID', title: 'Bad Request', detail, source });

const people = { type: 'people', id: '9' };
const ember = { type: 'organizations', id: '1' };
const tag = (id: string) => ({ type: 'tags', id });
/** Of a person, without an editor and tags, unless `own` has other ones. */
const article = (id: string, attributes: object, own: { author?: object; editor?: object; tags?: object[] } = {}) => ({
  type: 'articles',
  id,
  attributes: { subtitle: null, created: `2027-01-0${id}T10:00:00Z`, ...attributes },
  relationships: {
    author: { data: own.author ?? people, links: { related: `/articles/${id}/author` } },
    editor: { data: own.editor ?? null },
    tags: { data: own.tags ?? [], links: { self: `/articles/${id}/relationships/tags` } },
  },
  links: { self: `/articles/${id}` },
});
const first = article(
  '1',
  { title: 'JSON:API paints my bikeshed!', body: 'About: JSON:API paints my bikeshed!' },
  { editor: people },
);
const second = article(
  '2',
  { title: 'Sparse fieldsets', body: 'About: Sparse fieldsets' },
  { author: ember, tags: [tag('1')] },
);
const input = {
  type: 'articles',
  attributes: { title: 'New', body: 'It is.' },
  relationships: { author: { data: people }, tags: { data: [tag('2')] } },
};

describe('a resource', () => {
  test('has a type, an id, attributes, relationships and links', async () => {
    expect(await send('GET /articles/1')).toEqual(success(first));
    expect(await send('GET /articles/2')).toEqual(success(second));
  });

  test('has the relationships and attributes that the client lists, and always its type and id', async () => {
    expect(await send('GET /articles/2?fields[articles]=title,author')).toEqual(
      success({
        type: 'articles',
        id: '2',
        attributes: { title: 'Sparse fieldsets' },
        relationships: { author: second.relationships.author },
      }),
    );
    expect(await send('GET /articles/2?fields%5Barticles%5D=self,author.data')).toEqual(
      success({
        type: 'articles',
        id: '2',
        relationships: { author: { data: ember } },
        links: { self: '/articles/2' },
      }),
    );
  });

  test('that is related is of one of several types', async () => {
    expect(await send('GET /articles/1/author')).toEqual(
      success({
        ...people,
        attributes: { firstName: 'Dan', lastName: 'Gebhardt' },
        links: { self: '/people/9' },
      }),
    );
    expect(await send('GET /articles/2/author')).toEqual(success({ ...ember, attributes: { name: 'Ember' } }));
  });

  test('has relationships with data, meta and links', async () => {
    expect(await send('GET /people/9')).toEqual(
      success({
        ...people,
        attributes: { firstName: 'Dan', lastName: 'Gebhardt' },
        relationships: {
          articles: {
            data: ['1', '3', '5'].map((id) => ({ type: 'articles', id })),
            meta: { total: 3 },
            links: { related: '/articles?filter%5Bauthor%5D=9' },
          },
        },
        links: { self: '/people/9' },
      }),
    );
  });

  test('that does not exist is 404', async () => {
    expect(await send('GET /articles/99')).toEqual(
      failure(404, { code: 'NOT_FOUND', title: 'Not Found', detail: 'No Article was found for id 99.' }),
    );
  });
});

describe('a list', () => {
  test('has links to its other pages, and the total', async () => {
    const url = '/articles?filter%5Bauthor%5D=9&fields%5Barticles%5D=title';
    const at = (page: number) => `${url}&page%5Bnumber%5D=${page}&page%5Bsize%5D=2`;
    expect(await send(`GET ${at(1)}`)).toEqual({
      status: 200,
      headers: { ...headers, link: `<${at(1)}>; rel="first", <${at(2)}>; rel="next", <${at(2)}>; rel="last"` },
      body: {
        jsonapi,
        data: [
          { type: 'articles', id: '5', attributes: { title: 'Links' } },
          { type: 'articles', id: '3', attributes: { title: 'Content negotiation' } },
        ],
        links: { self: at(1), first: at(1), prev: null, next: at(2), last: at(2) },
        meta: { total: 3 },
      },
    });
    const { body } = await send(`GET ${at(2)}`);
    expect(body).toEqual({
      jsonapi,
      data: [{ type: 'articles', id: '1', attributes: { title: 'JSON:API paints my bikeshed!' } }],
      links: { self: at(2), first: at(1), prev: at(1), next: null, last: at(2) },
      meta: { total: 3 },
    });
  });

  test('has whole resources', async () => {
    const { body } = await send('GET /articles?sort=created');
    expect(body).toMatchObject({ data: [first, second, { id: '3' }, { id: '4' }, { id: '5' }], meta: { total: 5 } });
  });

  test.each([
    ['sort=-title,created', ['2', '5', '1', '3', '4']],
    ['filter[author]=1', ['4', '2']],
    ['filter[tags]=1,2', ['3']],
    ['filter[tags]=1&page[number]=9', []],
  ])('with %s has the articles %j', async (query, expected) => {
    const { status, body } = await send(`GET /articles?${query}`);
    const ids = (body as { data: { id: string }[] }).data.map(({ id }) => id);
    expect({ status, ids }).toEqual({ status: 200, ids: expected });
  });

  test.each([
    ['sort=age', 'must be one of "created", "-created", "title", "-title"', 'sort'],
    ['page[size]=0', 'must be an integer between 1 and 100', 'page[size]'],
  ])('with %s is refused', async (query, detail, parameter) => {
    expect(await send(`GET /articles?${query}`)).toEqual(invalid(detail, { parameter }));
  });
});

describe('a write', () => {
  const attributes = { title: 'New', body: 'It is.', created: '2027-02-01T10:00:00Z' };
  const created = article('6', attributes, { tags: [tag('2')] });

  test('creates, updates and deletes a resource', async () => {
    expect(await send('POST /articles', { data: input })).toEqual({
      ...success(created),
      status: 201,
      headers: { ...headers, location: '/articles/6' },
    });
    const patch = { type: 'articles', id: '6', attributes: { subtitle: 'Sub' } };
    const updated = { ...created, attributes: { ...created.attributes, subtitle: 'Sub' } };
    expect(await send('PATCH /articles/6', { data: patch })).toEqual(success(updated));
    expect(await send('GET /articles/6')).toEqual(success(updated));
    const none = { status: 204, headers: empty, body: undefined };
    expect(await send('PATCH /articles/6/relationships/tags', { data: [tag('1')] })).toEqual(none);
    expect((await send('GET /articles/6?fields[articles]=tags')).body).toMatchObject({
      data: { relationships: { tags: { data: [tag('1')] } } },
    });
    expect(await send('DELETE /articles/6')).toEqual(none);
    expect((await send('DELETE /articles/6')).status).toBe(404);
  });

  test('relates an article to an editor, and to none', async () => {
    const write = (id: string | null) => {
      const data = id === null ? null : { type: 'people', id };
      return send('PATCH /articles/1', { data: { type: 'articles', id: '1', relationships: { editor: { data } } } });
    };
    const { relationships } = first;
    expect(await write(null)).toEqual(
      success({ ...first, relationships: { ...relationships, editor: { data: null } } }),
    );
    expect(await write('9')).toEqual(success(first));
    expect(await write('8')).toEqual(
      failure(404, {
        code: 'UNKNOWN_EDITOR',
        title: 'Not Found',
        detail: 'The person 8 does not exist.',
        source: { pointer: '/data/relationships/editor/data/id' },
      }),
    );
  });

  test('names each invalid member by a pointer', async () => {
    const data = { ...input, attributes: { title: '', bodi: 'It is.' } };
    const error = { code: 'INVALID', title: 'Bad Request' };
    const at = (detail: string, pointer: string) => ({ ...error, detail, source: { pointer } });
    expect(await send('POST /articles', { data })).toEqual(
      failure(
        400,
        at('must not be empty', '/data/attributes/title'),
        at('is required', '/data/attributes/body'),
        at('is not a known property; did you mean "body"?', '/data/attributes/bodi'),
      ),
    );
  });

  test.each([
    ['people', '1', 404, 'UNKNOWN_AUTHOR', 'Not Found', 'The author 1 does not exist.', 'author/data/id'],
    ['cats', '1', 400, 'INVALID', 'Bad Request', 'must be one of "people", "organizations"', 'author/data/type'],
  ])('relates to one of several types: %s %s', async (type, id, status, code, title, detail, pointer) => {
    const data = { ...input, relationships: { author: { data: { type, id } } } };
    const source = { pointer: `/data/relationships/${pointer}` };
    expect(await send('POST /articles', { data })).toEqual(failure(status, { code, title, detail, source }));
  });

  test('that breaks a rule of the domain is an error with the pointer of its input', async () => {
    const data = { ...input, attributes: { title: 'Links', body: '' } };
    const source = { pointer: '/data/attributes/title' };
    expect(await send('POST /articles', { data })).toEqual(
      failure(409, { code: 'TITLE_TAKEN', title: 'Conflict', detail: '"Links" exists already.', source }),
    );
    expect(await send('PATCH /articles/1', { data: { attributes: { title: null } } })).toEqual(
      failure(422, { code: 'BLANK', title: 'Unprocessable Entity', detail: 'A title is required.', source }),
    );
    const unknown = { code: 'UNKNOWN_TAG', title: 'Not Found', detail: 'The tag 7 does not exist.' };
    expect(await send('PATCH /articles/1/relationships/tags', { data: [tag('1'), tag('7')] })).toEqual(
      failure(404, { ...unknown, source: { pointer: '/data/1/id' } }),
    );
  });
});

describe('media types', () => {
  test('are JSON:API alone', async () => {
    const types = { 'content-type': 'application/json' };
    expect(await send('POST /articles', { data: input }, types)).toEqual(
      failure(415, {
        code: 'UNSUPPORTED_MEDIA_TYPE',
        title: 'Unsupported Media Type',
        detail: 'Content-Type application/json is not supported; send application/vnd.api+json.',
      }),
    );
    expect(await send('GET /articles/1', undefined, { accept: 'text/html' })).toMatchObject({ status: 406, headers });
  });

  test.each([JSON_API, 'application/json', '*/*'])('%s is accepted', async (accept) => {
    expect(await send('GET /articles/1', undefined, { accept })).toEqual(success(first));
  });
});

test('the documents have no warnings', () => expect(articles.warnings).toEqual([]));
