// Request targets with a fragment, which clients never send: RFC 9112, section 3.2.
import { once } from 'node:events';
import { type RequestListener, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import express from 'express';
import { buildSchema } from 'graphql';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createPortico } from '../../../src/gateway/index.ts';
import { folderOf } from '../support/folderOf.ts';
import { listen } from '../support/listen.ts';
import { startServer } from '../support/startServer.ts';

const schema = buildSchema('type Query { item(id: ID!): ID }');
schema.getQueryType()!.getFields()['item']!.resolve = (_, { id }: { id: string }) => id;
const document = 'query item($id: ID!) @endpoint(method: GET, path: "/items/{id}") { item(id: $id) }';
const portico = createPortico({ schema, endpoints: folderOf({ 'v1/item.graphql': document }) });
const mounted = createPortico({
  schema,
  endpoints: folderOf({ 'v1/item.graphql': document }),
  basePath: '/api',
});

/** Sends a target as it is. */
async function get(port: number, path: string) {
  const sent = httpRequest({ port, host: '127.0.0.1', path, agent: false }).end();
  const [response] = (await once(sent, 'response')) as Parameters<RequestListener>;
  return [response.statusCode, response.headers['content-type'], JSON.parse(await text(response))] as const;
}

const REFUSED = [
  400,
  'application/json',
  { error: 'The request target must not have a fragment; percent-encode # as %23.' },
];
const TARGETS = ['/v1/items/1#x', '/v1/items/1#', '/v1/items#/1', '/v1/items/1?a=b#x', '/v1/items/1#a%23?b'];

describe.each<[string, RequestListener, string]>([
  ['node:http', portico.handler, ''],
  ['a middleware of express', express().use(portico.handler), ''],
  ['a mounted middleware', express().use('/api', mounted.handler), '/api'],
])('the handler as %s', (_, listener, basePath) => {
  test.each(TARGETS)('refuses %s', async (target) => {
    expect(await get((await listen(listener)).port, basePath + target)).toEqual(REFUSED);
  });
  test('refuses one in absolute form, and reads a percent-encoded #', async () => {
    const { port } = await listen(listener);
    expect(await get(port, `http://localhost${basePath}/v1/items/1#x`)).toEqual(REFUSED);
    expect(await get(port, `${basePath}/v1/items/1%23x`)).toEqual([200, 'application/json', '1#x']);
  });
});

test('the function of the Fetch standard refuses one that a server has put into the URL', async () => {
  const send = async (target: string) => {
    const response = await portico.fetch(new Request(`http://localhost${target}`));
    return [response.status, response.headers.get('content-type'), await response.json()];
  };
  for (const target of TARGETS) expect(await send(target)).toEqual(REFUSED);
  expect(await send('/v1/items/1%23x')).toEqual([200, 'application/json', '1#x']);
});

describe('a server', () => {
  test.each(['/health/live#x', '/health/live?a#x', '/docs#x', '/docs?#', '/graphql?query={hello}#x', ...TARGETS])(
    'refuses %s',
    async (target) => {
      const server = await startServer();
      onTestFinished(server.close);
      const response = await server.raw(`GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      expect(response).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
      expect(response).toMatch(
        /\r\n\r\n\{"error":"The request target must not have a fragment; percent-encode # as %23\."\}$/,
      );
    },
  );
});
