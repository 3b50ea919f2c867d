import { buildSchema } from 'graphql';
import { afterAll, describe, expect, test } from 'vitest';
import { serveSchema } from './support/serveSchema.ts';

const schema = buildSchema(/* GraphQL */ `
  type Query {
    link(id: ID!): Link
  }
  type Mutation {
    make: Link
  }
  type Link {
    id: ID!
    url: String
  }
`);
let link: unknown;
schema.getQueryType()!.getFields()['link']!.resolve = () => link;
schema.getMutationType()!.getFields()['make']!.resolve = () => link;
const get = (path: string, more: string, selection = 'url') =>
  `query get($id: ID!) @endpoint(method: GET, path: "/${path}/{id}", ${more}) { link(id: $id) { ${selection} } }`;
const post = (path: string, more: string, selection = 'id url') =>
  `mutation m @endpoint(method: POST, path: "/${path}", ${more}) { make { ${selection} } }`;
const ready = serveSchema(schema, {
  'v1/url.graphql': get('url', 'status: 302, location: "{url}", maxAge: 60'),
  'v1/path.graphql': get('path', 'status: 308, location: "/links/{url.id}", unwrap: false', 'id').replace(
    'link(',
    'url: link(',
  ),
  'v1/rest.graphql': get('rest', 'status: 302, location: "/files/{+url.id}"', 'id')
    .replace('link(', 'url: link(')
    .replace('status:', 'unwrap: false, status:'),
  'v1/template.graphql': get(
    'template',
    'status: 302, location: "{url}"',
    'id url: id @template(value: "https://example.com/links/{}")',
  ),
  'v1/see.graphql': post('see', 'status: 303, location: "{url}"'),
  'v1/made.graphql': post('made', 'status: 201, location: "{url}"'),
  'v1/later.graphql': post('later', 'status: 202, location: "/made/{id}"'),
  'v1/plain.graphql': post('plain', 'status: 201'),
});
afterAll(async () => (await ready).close());
const send = async (line: string, value: unknown) => {
  link = value;
  const { status, headers, text } = await (await ready).send(line, line.startsWith('POST') ? { body: {} } : {});
  return { status, location: headers.get('location'), headers, text };
};

describe('a redirect', () => {
  test('to a URL of the response has no body, and is cached as declared', async () => {
    const { status, location, headers, text } = await send('GET /v1/url/1', { url: 'https://example.com/a?b=ü c#d' });
    expect([status, location, text]).toEqual([302, 'https://example.com/a?b=%C3%BC%20c#d', '']);
    expect([headers.get('cache-control'), headers.get('etag'), headers.get('content-type')]).toEqual([
      'private, max-age=60',
      null,
      null,
    ]);
    expect((await send('HEAD /v1/url/1', { url: 'http://example.com' })).status).toBe(302);
  });
  test('to a path of the API', async () => {
    expect(await send('GET /v1/path/1', { id: 'a/b' })).toMatchObject({ status: 308, location: '/v1/links/a%2Fb' });
    expect(await send('GET /v1/rest/1', { id: 'a/.b/c..' })).toMatchObject({
      status: 302,
      location: '/v1/files/a/.b/c..',
    });
  });
  test.each([
    ['path', '..'],
    ['path', '.'],
    ['path', ''],
    ['rest', '../../../logout'],
    ['rest', 'a/./b'],
    ['rest', 'a//b'],
    ['rest', 'a/..'],
  ])('to /%s with the value %j, which no segments of a path can have, is an internal error', async (path, id) => {
    expect(await send(`GET /v1/${path}/1`, { id })).toMatchObject({ status: 500, location: null });
  });
  test('to a URL that a template writes', async () => {
    expect(await send('GET /v1/template/1', { id: '7' })).toMatchObject({
      status: 302,
      location: 'https://example.com/links/7',
    });
  });
  test('to null, or of nothing, is 404', async () => {
    const texts = [await send('GET /v1/url/1', { url: null }), await send('GET /v1/url/1', null)];
    expect(texts.map(({ status, text }) => [status, text])).toEqual([
      [404, '{"error":"No Link was found for id 1."}'],
      [404, '{"error":"No Link was found for id 1."}'],
    ]);
  });
  test.each([
    'javascript:alert(1)',
    '//example.com',
    '/a',
    'https://',
    'example.com',
    '',
    // What a check of the URL takes for its path would be sent as its user.
    'https://example.com\\@example.org/',
    'http://exam\tple.com/',
  ])('to %j, which is no http(s) URL, is an internal error', async (url) => {
    expect(await send('GET /v1/url/1', { url })).toMatchObject({ status: 500, location: null });
  });
  test('after a mutation without a URL says that it took effect', async () => {
    expect(await send('POST /v1/see', { id: 1, url: 'https://example.com/1' })).toMatchObject({
      status: 303,
      location: 'https://example.com/1',
    });
    expect(await send('POST /v1/see', { id: 1, url: null })).toMatchObject({
      status: 500,
      text: '{"error":"The request took effect, but its result cannot be represented; do not retry it."}',
    });
  });
});

describe('a success', () => {
  test('of status 201 or 202 has a Location where it names one', async () => {
    expect(await send('POST /v1/made', { id: 1, url: 'https://example.com/1' })).toMatchObject({
      status: 201,
      location: 'https://example.com/1',
    });
    expect(await send('POST /v1/later', { id: 1 })).toMatchObject({ status: 202, location: '/v1/made/1' });
    expect(await send('POST /v1/plain', { id: 1, url: 'x' })).toMatchObject({
      status: 201,
      location: null,
      text: '{"id":"1","url":"x"}',
    });
  });
  test.each([null, 'ftp://example.com'])('of status 201 has no Location where its URL is %j', async (url) => {
    expect(await send('POST /v1/made', { id: 1, url })).toMatchObject({ status: 201, location: null });
  });
  test('has no Location that is longer than what clients read of a header', async () => {
    const id = 'a'.repeat(8000);
    expect(await send('POST /v1/made', { id, url: `https://example.com/${id}` })).toMatchObject({
      status: 201,
      location: null,
    });
    expect(await send('POST /v1/later', { id })).toMatchObject({ status: 202, location: null });
    expect(await send('GET /v1/url/1', { url: `https://example.com/${id}` })).toMatchObject({ status: 500 });
  });
  test.each(['..', ''])('has no Location where a value of its path is %j', async (id) => {
    expect(await send('POST /v1/later', { id })).toMatchObject({ status: 202, location: null });
  });
  test('of status 201 is an internal error where nothing was created, and 404 with another status', async () => {
    expect(await send('POST /v1/plain', null)).toMatchObject({ status: 500 });
    expect(await send('POST /v1/later', null)).toMatchObject({ status: 404 });
  });
});
