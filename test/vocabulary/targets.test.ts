// Request targets as they are sent, RFC 9112, section 3.2: paths and queries, their encoding, and the encoding of addresses.
import { once } from 'node:events';
import { type RequestListener, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { buildSchema } from 'graphql';
import { afterAll, describe, expect, test } from 'vitest';
import { createPortico } from '../../src/gateway/index.ts';
import { folderOf } from '../library/support/folderOf.ts';
import { listen } from '../library/support/listen.ts';

const schema = buildSchema(`
  type Query { at(one: String, two: String, a: [String!], b: String): String! }
  type Mutation { make(id: String): Made! }
  type Made { id: String! }
`);
schema.getQueryType()!.getFields()['at']!.resolve = (_, given) => JSON.stringify(given);
schema.getMutationType()!.getFields()['make']!.resolve = (_, given) => given;
const endpoints = folderOf({
  'v1/at.graphql': `query at($one: String!, $two: String!, $a: [String!], $b: String)
    @endpoint(method: GET, path: "/{one}/{two}") { at(one: $one, two: $two, a: $a, b: $b) }`,
  'v1/make.graphql': `mutation make($id: String)
    @endpoint(method: POST, path: "/made", status: 201, location: "/x y/{id}") { make(id: $id) { id } }`,
});
const { port } = await listen(createPortico({ schema, endpoints }).handler, afterAll);
const below = await listen(createPortico({ schema, endpoints, basePath: '/api' }).handler, afterAll);

/** Sends a target as it is: the status, and what was read of it or why it was refused. */
async function get(path: string, to = port) {
  const sent = httpRequest({ port: to, host: '127.0.0.1', path, agent: false }).end();
  const [response] = (await once(sent, 'response')) as Parameters<RequestListener>;
  const json = JSON.parse(await text(response)) as string | { error: string };
  return [response.statusCode, typeof json === 'string' ? (JSON.parse(json) as unknown) : json.error];
}

test.each([
  ['/v1/x/y', { one: 'x', two: 'y' }],
  ['/v1/x/y/', { one: 'x', two: 'y' }],
  ['/v1/x/y?', { one: 'x', two: 'y' }],
  ['/v1/x/y/?b=/?c', { one: 'x', two: 'y', b: '/?c' }],
  ['/v1/a%20b/%2F', { one: 'a b', two: '/' }],
  ['/v1/a+b/%C3%BC', { one: 'a+b', two: 'ü' }],
  ['http://example.com/v1/x/y?b=1', { one: 'x', two: 'y', b: '1' }],
  ['HTTP://example.com:80/v1/x/y', { one: 'x', two: 'y' }],
])('%s is read as %j', async (target, given) => expect(await get(target)).toEqual([200, given]));

test.each([
  ['/v1/x//', 404, '/v1/x/ does not exist.'],
  ['/v1/x/%', 400, 'The path /v1/x/% is not valid percent-encoding.'],
  ['/v1/x/%zz?b', 400, 'The path /v1/x/%zz is not valid percent-encoding.'],
  ['/v1/x/%C3', 400, 'The path /v1/x/%C3 is not valid percent-encoding.'],
  [`/${'a'.repeat(300)}%`, 400, `The path /${'a'.repeat(198)}… is not valid percent-encoding.`],
  ['/http://example.com/v1/x/y', 404, '/http://example.com/v1/x/y does not exist.'],
])('%s is %i', async (target, status, error) => expect(await get(target)).toEqual([status, error]));

test.each([
  ['/api/v1/x/y', 200],
  ['http://example.com/api/v1/x/y', 200],
])('%s is %i where all is below /api', async (target, status) =>
  expect((await get(target, below.port))[0]).toBe(status),
);

describe('a query', () => {
  test.each([
    ['b', { b: '' }],
    ['b=b=c', { b: 'b=c' }],
    ['&b=1&&', { b: '1' }],
    ['a=1&b=2&a=3', { a: ['1', '3'], b: '2' }],
    ['%62=1', { b: '1' }],
    ['b=a+b+c', { b: 'a b c' }],
    ['b=a%2Bb', { b: 'a+b' }],
    ['b=+%C3%BC+', { b: ' ü ' }],
  ])('%s is %j', async (query, given) => {
    expect(await get(`/v1/x/y?${query}`)).toEqual([200, { one: 'x', two: 'y', ...given }]);
  });

  const unknown = (name: string) => `${name} is not a known parameter; known parameters are "a", "b"`;
  test.each([
    ['b=%', 'b must be valid percent-encoded UTF-8'],
    ['b=+%ff', 'b must be valid percent-encoded UTF-8'],
    ['%zz=1', unknown('%zz')],
    ['c;b=1', unknown('c;b')],
    ['__proto__=1', unknown('__proto__')],
    ['b+b=1', unknown('b b')],
  ])('%s is refused', async (query, error) => expect(await get(`/v1/x/y?${query}`)).toEqual([400, error]));
});

test.each([
  ["-_.!~*'()", "-_.!~*'()"],
  ['a b/c?d#e', 'a%20b%2Fc%3Fd%23e'],
  ['100%', '100%25'],
  ['Zürich 😀', 'Z%C3%BCrich%20%F0%9F%98%80'],
  ['a\ude00b', 'a%EF%BF%BDb'],
])('the value %j in an address is %s', async (id, encoded) => {
  const body = JSON.stringify({ id });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`http://127.0.0.1:${port}/v1/made`, { method: 'POST', body, headers });
  expect(response.headers.get('location')).toBe(`/v1/x%20y/${encoded}`);
});

test('links of a page that are longer than what clients read of a header are left out', async () => {
  const lists = buildSchema(`
    type Query { list(first: Int, offset: Int, text: String): List! }
    type List { nodes: [String!]! totalCount: Int! }
  `);
  lists.getQueryType()!.getFields()['list']!.resolve = () => ({ nodes: ['a'], totalCount: 9 });
  const list = 'query list($text: String) @endpoint(method: GET, path: "/list") { list(text: $text)';
  const documents = { 'v1/list.graphql': `${list} @paginate(styles: [OFFSET], default: 1) { nodes } }` };
  const { url } = await listen(createPortico({ schema: lists, endpoints: folderOf(documents) }).handler);
  const linkOf = async (length: number) => {
    const { headers } = await fetch(`${url}/v1/list?offset=4&text=${'x'.repeat(length)}`);
    return headers.get('link')?.length;
  };
  const least = (await linkOf(1))!;
  // The text is in the links to the first, the previous, the next and the last page.
  const most = 1 + Math.floor((8000 - least) / 4);
  expect([await linkOf(most), await linkOf(most + 1)]).toEqual([least + 4 * (most - 1), undefined]);
});
