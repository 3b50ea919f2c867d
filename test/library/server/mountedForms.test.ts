// Bodies that a middleware of the host has parsed before the handler, forms above all.
import express, { type RequestHandler } from 'express';
import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { createPortico } from '../../../src/gateway/index.ts';
import { folderOf } from '../support/folderOf.ts';
import { listen } from '../support/listen.ts';

const schema = buildSchema(`
  type Query { a: String }
  type Mutation { echo(input: Input!, ids: [ID!]): String! set(size: Size): String! }
  input Size { size: Int }
  input Input { name: String! size: Int items: [Item!] }
  input Item { sku: String! }
`);
schema.getMutationType()!.getFields()['echo']!.resolve = (_, given) => JSON.stringify(given);
schema.getMutationType()!.getFields()['set']!.resolve = (_, given) => JSON.stringify(given);
const folder = folderOf({
  'v1/set.graphql': 'mutation set($size: Size) @endpoint(method: PUT, path: "/set", body: "size") { set(size: $size) }',
  'v1/echo.graphql': `mutation echo($input: Input!, $ids: [ID!])
    @endpoint(method: POST, path: "/echo", consumes: ["application/x-www-form-urlencoded"]) { echo(input: $input, ids: $ids) }`,
});
const portico = createPortico({ schema, endpoints: folder });

/** What fast-querystring, the parser of @fastify/formbody, makes of a form: names are as they were sent. */
const flat: RequestHandler = (request, _, next) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const entries = new URLSearchParams(Buffer.concat(chunks).toString());
    const body = Object.fromEntries([...entries.keys()].map((name) => [name, entries.getAll(name)]));
    request.body = Object.fromEntries(Object.entries(body).map(([name, all]) => [name, all.length > 1 ? all : all[0]]));
    next();
  });
};

async function send(parser: RequestHandler, form: string) {
  const { url } = await listen(express().use(parser, portico.handler));
  const response = await fetch(`${url}/v1/echo`, {
    method: 'POST',
    body: form,
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
  });
  const json = (await response.json()) as string;
  return [response.status, response.status === 200 ? JSON.parse(json) : json];
}

test('a body that a parser has read may have 1 MiB, and one that is larger leaves the connection open', async () => {
  const { url } = await listen(express().use(express.text({ type: '*/*', limit: '2mb' }), portico.handler));
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const [whole, larger] = await Promise.all(
    [1024 * 1024, 1024 * 1024 + 1].map((size) =>
      fetch(`${url}/v1/echo`, { method: 'POST', headers, body: 'input[name]='.padEnd(size, 'x') }),
    ),
  );
  expect([whole!.status, larger!.status, larger!.headers.get('connection')]).toEqual([200, 413, 'keep-alive']);
  expect(await larger!.json()).toEqual({ error: 'The body must not be larger than 1048576 bytes.' });
});

test('an empty body that a parser of JSON makes an object of is none', async () => {
  const { url } = await listen(express().use(express.json(), portico.handler));
  const put = async (body: string) =>
    (await fetch(`${url}/v1/set`, { method: 'PUT', body, headers: { 'content-type': 'application/json' } })).json();
  expect([await put(''), await put('{}')]).toEqual(['{}', '{"size":{}}']);
});

const form = 'input[name]=A%26+%C3%BC&input[size]=7&input[items][0][sku]=a,b&input[items][1][sku]=c&ids=1&ids=2';
const read = { input: { name: 'A& ü', size: 7, items: [{ sku: 'a,b' }, { sku: 'c' }] }, ids: ['1', '2'] };

test.each<[string, RequestHandler]>([
  ['nothing', (_, __, next) => next()],
  ['express.urlencoded', express.urlencoded({ extended: true })],
  ['express.urlencoded of flat names', express.urlencoded({ extended: false })],
  ['a parser such as that of Fastify', flat],
  ['express.text', express.text({ type: '*/*' })],
  ['express.raw', express.raw({ type: '*/*' })],
])('behind %s, a form is read as without', async (_, parser) => {
  expect(await send(parser, form)).toEqual([200, read]);
  expect(await send(parser, 'input[size]=x&input[items][0]=x&nope=1')).toEqual([
    400,
    {
      error:
        'input.name is required; input.size must be an integer between -2147483648 and 2147483647; input.items.0 must be an object, with names in brackets; nope is not a known property; known properties are "input", "ids"',
    },
  ]);
});
