// A façade in front of a router whose schema has @policy: the router evaluates it, for the credentials of the caller.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { readSettings } from '../../../src/gateway/base/settings/readSettings.ts';
import { startFacade } from '../../../src/gateway/serve/startFacade.ts';
import { createLogger } from '../../../src/gateway/base/telemetry/createLogger.ts';
import { SPEC_SECRET, signToken } from '../../promises/support/signToken.ts';
import { stubUpstream } from '../../parts/execute/remote/stubUpstream.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'portico-policies-'));
const schema = path.join(folder, 'supergraph.graphql');
writeFileSync(
  schema,
  `schema
    @link(url: "https://specs.apollo.dev/link/v1.0")
    @link(url: "https://specs.apollo.dev/policy/v0.1", as: "rule", for: SECURITY) {
    query: Query
  }
  directive @link(url: String, as: String, for: link__Purpose, import: [link__Import]) repeatable on SCHEMA
  directive @rule(policies: [[rule__Policy!]!]!) on FIELD_DEFINITION | OBJECT | INTERFACE | SCALAR | ENUM
  enum link__Purpose { SECURITY EXECUTION }
  scalar link__Import
  scalar rule__Policy
  type Query { salary: Int! @rule(policies: [["hr"]]) }`,
);
const endpoints = path.join(folder, 'rest');
mkdirSync(path.join(endpoints, 'v1'), { recursive: true });
const write = (name: string, directive: string) =>
  writeFileSync(path.join(endpoints, 'v1', `${name}.graphql`), `query ${name} ${directive} { salary }`);
write('salary', '@endpoint(method: GET, path: "/salary")');
write('anyone', '@endpoint(method: GET, path: "/anyone", auth: NONE)');

const stub = await stubUpstream();
const start = (env: Record<string, string>, headers = {}) =>
  startFacade(
    readSettings({ PORT: '0', ...env }),
    { upstream: { ...stub, headers }, schema, source: { endpoints } },
    { log: createLogger('silent') },
  );
const VERIFYING = { AUTH_SECRET: SPEC_SECRET };
const facade = await start(VERIFYING);
afterAll(async () => {
  await facade.close();
  await stub.close();
  rmSync(folder, { recursive: true });
});
const hr = `Bearer ${await signToken({ sub: 'hr' })}`;
const other = `Bearer ${await signToken({ sub: 'other' })}`;

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
      "The schema restricts Query.salary with @policy, which the upstream would evaluate for the Authorization of --upstream-header and not for that of the caller. Without --upstream-header Authorization, the caller's is forwarded.",
    ),
  );
});

test('credentials of the façade are those of every caller where it verifies none', async () => {
  const open = await start({}, STATIC);
  const response = await fetch(`${open.url}/v1/salary`);
  expect([response.status, stub.received[0]!.headers.authorization]).toEqual([403, STATIC.authorization]);
  await open.close();
});
