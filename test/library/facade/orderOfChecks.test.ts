// A façade that authenticates checks in the order of every other mode: 404 and 405, 401, 406, 403, 413 and 415, 400. Each request
// here fails the check of its row and every later one.
import { afterAll, expect, test } from 'vitest';
import { stubUpstream } from '../../support/stubUpstream.ts';
import { openPortico } from './support/openPortico.ts';

const stub = await stubUpstream();
const facade = await openPortico({
  upstream: stub,
  sdl: /* GraphQL */ `
    directive @requiresScopes(scopes: [[String!]!]!) on FIELD_DEFINITION
    type Query {
      user(id: Int!): Int!
    }
    type Mutation {
      add(name: String!): Int! @requiresScopes(scopes: [["users:write"]])
    }
  `,
  files: {
    'getUser.graphql': 'query getUser($id: Int!) @endpoint(method: GET, path: "/users/{id}") { user(id: $id) }',
    'add.graphql':
      'mutation add($name: String!) @endpoint(method: POST, path: "/users", status: 200) { add(name: $name) }',
  },
  authenticate: ({ authorization }) =>
    authorization === undefined || authorization === 'Bearer no'
      ? null
      : { subject: 'ada', scopes: [authorization.slice('Bearer '.length)] },
});
afterAll(async () => {
  await facade.close();
  await stub.close();
});
const allowed = { authorization: 'Bearer users:write' };
const known = { authorization: 'Bearer none' };
const json = { 'content-type': 'application/json' };
const text = { 'content-type': 'text/plain' };
const html = { accept: 'text/html' };

test.each<[number, string, string, Record<string, string>, string?]>([
  [404, 'POST', '/v1/nothing?odd=1', { ...html, ...text }, '{'],
  [405, 'PATCH', '/v1/users?odd=1', { ...html, ...text }, '{'],
  [401, 'POST', '/v1/users?odd=1', { ...html, ...text }, '{'],
  [401, 'POST', '/v1/users?odd=1', { ...html, ...text, authorization: 'Bearer no' }, '{'],
  [401, 'POST', '/v1/users?odd=1', json, '{"name": 7}'],
  [401, 'POST', '/v1/users', json, '{'],
  [401, 'GET', '/v1/users/odd?odd=1', {}],
  [401, 'GET', '/v1/users/1', { accept: 'application/vnd.portico.v9+json' }],
  [406, 'POST', '/v1/users?odd=1', { ...known, ...html, ...text }, '{'],
  [403, 'POST', '/v1/users?odd=1', { ...known, ...text }, '{'],
  [403, 'POST', '/v1/users?odd=1', { ...known, ...json }, '{'],
  [413, 'POST', '/v1/users?odd=1', { ...allowed, ...json }, `{${' '.repeat(2 ** 20)}`],
  [415, 'POST', '/v1/users?odd=1', { ...allowed, ...text }, '{'],
  [400, 'POST', '/v1/users?odd=1', { ...allowed, ...json }, '{'],
  [400, 'POST', '/v1/users?odd=1', { ...allowed, ...json }, '{"name": 7}'],
])('%i for %s %s', async (status, method, target, headers, body) => {
  const answer = await facade.send(target, { method, headers, ...(body !== undefined && { body }) });
  expect(answer).toMatchObject({ status, body: { error: expect.any(String) } });
  expect(answer.headers.has('www-authenticate')).toBe(status === 401 || status === 403);
  expect(stub.received).toEqual([]);
});
