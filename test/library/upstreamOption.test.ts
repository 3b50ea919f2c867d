// createPortico in front of a GraphQL API, which executes instead of resolvers.
import { buildSchema } from 'graphql';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type PorticoOptions, createPortico } from '../../src/gateway/index.ts';
import { stubUpstream } from '../support/stubUpstream.ts';
import { folderOf } from './support/folderOf.ts';

const schema = buildSchema(`
  directive @authenticated on FIELD_DEFINITION
  type Query { secret: String @authenticated }
`);
const endpoints = folderOf({
  'v1/getSecret.graphql': 'query getSecret @endpoint(method: GET, path: "/secret") { secret }',
});

const stub = await stubUpstream();
const { received } = stub;
stub.answer = () => ({ body: { data: { secret: '42' } } });
beforeEach(() => void (received.length = 0));
afterAll(() => stub.close());

async function send(options: Partial<PorticoOptions>, headers: Record<string, string> = {}) {
  const { fetch } = createPortico({ schema, endpoints, ...options, upstream: { url: stub.url, ...options.upstream } });
  const response = await fetch(new Request('http://localhost/v1/secret', { headers }));
  return { status: response.status, json: await response.json() };
}

test('the upstream executes, and is sent the credentials', async () => {
  const securitySchemes = { key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } } as const;
  expect(await send({ securitySchemes }, { authorization: 'Bearer a', 'x-api-key': 'k', 'x-other': 'o' })).toEqual({
    status: 200,
    json: '42',
  });
  expect(received).toMatchObject([
    { headers: { authorization: 'Bearer a', 'x-api-key': 'k' }, body: { query: expect.stringContaining('secret') } },
  ]);
  expect(received[0]!.headers).not.toHaveProperty('x-other');
});

test('trusted documents are sent without their text, with the name of the client', async () => {
  const upstream = { trustedDocuments: 'hash', client: { name: 'rest', version: '1' } } as PorticoOptions['upstream'];
  expect((await send({ upstream: upstream! })).status).toBe(200);
  const { headers, body } = received[0]!;
  expect(headers).toMatchObject({ 'apollographql-client-name': 'rest', 'graphql-client-version': '1' });
  expect(body).toMatchObject({
    extensions: { persistedQuery: { version: 1, sha256Hash: expect.stringMatching(/^[\da-f]{64}$/) } },
  });
  expect(body).not.toHaveProperty('query');
});

test('headers of the upstream win over those of the client and those with the name of the client', async () => {
  const headers = { Authorization: 'own', 'GraphQL-Client-Name': 'own' };
  const upstream = { headers, client: { name: 'rest' }, forwarded: ['X-Tenant', 'x-absent'] };
  await send({ upstream: upstream as never }, { authorization: 'Bearer a', 'x-tenant': 'a' });
  expect(received[0]!.headers).toMatchObject({
    authorization: 'own',
    'graphql-client-name': 'own',
    'apollographql-client-name': 'rest',
    'x-tenant': 'a',
  });
  for (const name of ['graphql-client-version', 'apollographql-client-version', 'x-absent'])
    expect(received[0]!.headers).not.toHaveProperty(name);
});

describe('createPortico refuses', () => {
  const url = 'http://127.0.0.1:4100/graphql';
  test.each<[string, Partial<PorticoOptions>, string]>([
    ['resolvers beside an upstream', { upstream: { url }, context: () => ({}) }, 'cannot be combined with upstream.'],
    ['a URL that is none', { upstream: { url: 'localhost' } }, 'upstream must be an http or https URL'],
    [
      'a header that cannot be sent',
      { upstream: { url, headers: { 'x y': '' } } },
      'upstream "x y" is not a valid header name.',
    ],
    [
      'documents of Hive without the version of the client',
      { upstream: { url, trustedDocuments: 'hive', client: { name: 'rest' } } },
      'The trusted documents of Hive require the name and the version of a client',
    ],
    ['text as an upstream', { upstream: url } as object, 'upstream must be an object, not a string.'],
  ])('%s', (_, options, message) => {
    expect(() => createPortico({ schema, endpoints, ...options })).toThrow(message);
  });
});
