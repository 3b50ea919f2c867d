// A façade in front of a router whose schema has @policy: the router evaluates it, for the credentials of the caller.
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { PorticoOptions } from '../../../src/gateway/index.ts';
import { stubUpstream } from '../../support/stubUpstream.ts';
import { openPortico } from './support/openPortico.ts';

const sdl = `schema
    @link(url: "https://specs.apollo.dev/link/v1.0")
    @link(url: "https://specs.apollo.dev/policy/v0.1", as: "rule", for: SECURITY) {
    query: Query
  }
  directive @link(url: String, as: String, for: link__Purpose, import: [link__Import]) repeatable on SCHEMA
  directive @rule(policies: [[rule__Policy!]!]!) on FIELD_DEFINITION | OBJECT | INTERFACE | SCALAR | ENUM
  enum link__Purpose { SECURITY EXECUTION }
  scalar link__Import
  scalar rule__Policy
  type Query { salary: Int! @rule(policies: [["hr"]]) }`;
const files = {
  'salary.graphql': 'query salary @endpoint(method: GET, path: "/salary") { salary }',
  'anyone.graphql': 'query anyone @endpoint(method: GET, path: "/anyone", auth: NONE) { salary }',
};
const stub = await stubUpstream();
const start = (options: Pick<PorticoOptions, 'authenticate'>, headers = {}) =>
  openPortico({ upstream: { ...stub, headers }, sdl, files, ...options });
const VERIFYING: Pick<PorticoOptions, 'authenticate'> = {
  authenticate: ({ authorization }) => ({ subject: String(authorization), scopes: [] }),
};
const facade = await start(VERIFYING);
afterAll(() => Promise.all([facade.close(), stub.close()]));
const hr = 'Bearer hr';
const other = 'Bearer other';

beforeEach(() => {
  stub.received.length = 0;
  // As a router does: only the caller of HR passes the policy.
  stub.answer = ({ headers: { authorization } }) => {
    if (authorization === hr) return { body: { data: { salary: 5 } } };
    const extensions = { code: 'UNAUTHORIZED_FIELD_OR_TYPE' };
    return { body: { data: null, errors: [{ message: 'Unauthorized field or type', path: ['salary'], extensions }] } };
  };
});

test.each([
  ['whom the router lets in', '/v1/salary', hr, 200, 5],
  ['whom the router refuses', '/v1/salary', other, 403, { error: 'Unauthorized field or type' }],
  ['without a token, under auth: NONE', '/v1/anyone', undefined, 403, { error: 'Unauthorized field or type' }],
  ['whose token is not read, under auth: NONE', '/v1/anyone', hr, 403, { error: 'Unauthorized field or type' }],
])('a caller %s', async (_, target, authorization, status, body) => {
  const response = await fetch(facade.url + target, { headers: authorization ? { authorization } : {} });
  expect([response.status, await response.json()]).toEqual([status, body]);
  expect(stub.received.map(({ headers }) => headers.authorization)).toEqual([
    target === '/v1/anyone' ? undefined : authorization,
  ]);
});

const STATIC = { authorization: 'Bearer of-the-facade' };

test('credentials of the façade are refused where it verifies callers: the router would not see them', async () => {
  await expect(start(VERIFYING, STATIC)).rejects.toThrow(
    new Error(
      "The schema restricts Query.salary with @policy, which the upstream would evaluate for the Authorization of upstream.headers and not for that of the caller. Without upstream.headers Authorization, the caller's is forwarded.",
    ),
  );
});

test('credentials of the façade are those of every caller where it verifies none', async () => {
  const open = await start({}, STATIC);
  const response = await fetch(`${open.url}/v1/salary`);
  expect([response.status, stub.received[0]!.headers.authorization]).toEqual([403, STATIC.authorization]);
  await open.close();
});
