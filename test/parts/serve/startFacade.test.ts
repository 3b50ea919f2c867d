// The server of a façade over a stub of an upstream: its settings, schema, log, health and documentation.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { readSettings } from '../../../src/gateway/base/settings/readSettings.ts';
import { startFacade } from '../../../src/gateway/serve/startFacade.ts';
import { createLogger } from '../../../src/gateway/base/telemetry/createLogger.ts';
import { defaultApi } from '../../../src/service/defaultApi.ts';
import { composeService } from '../../../src/service/composeService.ts';
import { SPEC_SECRET, signToken } from '../../promises/support/signToken.ts';
import { folderOf } from '../../library/support/folderOf.ts';
import { stubUpstream } from '../../support/stubUpstream.ts';

const SUPERGRAPH = fileURLToPath(new URL('../../../schema/supergraph.graphql', import.meta.url));
const SERVICE_ENDPOINTS = fileURLToPath(new URL('../../../schema/rest', import.meta.url));
const ENDPOINTS = fileURLToPath(new URL('../../commands/cli/support/endpoints', import.meta.url));
const logged: Record<string, unknown>[] = [];
const log = createLogger('info', { write: (line) => logged.push(JSON.parse(line) as Record<string, unknown>) });

const stub = await stubUpstream();
const upstream = { ...stub, headers: { 'x-static': 'always' }, forwarded: ['x-tenant'] };
const start = (env: Record<string, string>) =>
  startFacade(
    readSettings({ PORT: '0', ...env }),
    {
      upstream,
      schema: SUPERGRAPH,
      source: { endpoints: SERVICE_ENDPOINTS },
      publisher: defaultApi.publisher,
    },
    { log },
  );
const verifying = await start({ AUTH_SECRET: SPEC_SECRET });
const trusting = await start({});
afterAll(async () => {
  await Promise.all([verifying.close(), trusting.close()]);
  await stub.close();
});
beforeEach(() => {
  stub.received.length = 0;
  stub.answer = () => ({ body: { data: { user: { id: 1, name: 'Ada', version: 1 } } } });
});

async function get(path: string, { headers = {}, from = verifying, scope = 'users:read' as string | null } = {}) {
  const authorization = scope === null ? {} : { authorization: `Bearer ${await signToken({ scope })}` };
  const response = await fetch(from.url + path, { headers: { ...authorization, ...headers } });
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, headers: response.headers, body };
}
test('a request is logged with its subject in any scheme of authorization', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-scheme-'));
  cpSync(ENDPOINTS, folder, { recursive: true });
  mkdirSync(join(folder, 'v2'));
  writeFileSync(join(folder, 'v2/conventions.json'), '{"auth":{"scheme":"Token"}}');
  const schema = join(folder, 'schema.graphql');
  writeFileSync(schema, 'type Query { hello(name: String): String! }');
  const settings = readSettings({ PORT: '0', AUTH_SECRET: SPEC_SECRET });
  const facade = await startFacade(settings, { upstream, schema, source: { endpoints: folder } }, { log });
  stub.answer = () => ({ body: { data: { text: 'Hello' } } });
  logged.length = 0;
  for (const [version, scheme] of [
    ['v1', 'Bearer'],
    ['v2', 'token'],
    ['v2', 'Basic'],
  ]) {
    const authorization = `${scheme} ${await signToken({ sub: `Ada under ${scheme}` })}`;
    await fetch(`${facade.url}/${version}/greeting`, { headers: { authorization } });
  }
  await facade.close();
  rmSync(folder, { recursive: true });
  expect(logged.map(({ path, status, subject }) => ({ path, status, subject }))).toEqual([
    { path: '/v1/greeting', status: 200, subject: 'Ada under Bearer' },
    { path: '/v2/greeting', status: 200, subject: 'Ada under token' },
    { path: '/v2/greeting', status: 401, subject: undefined },
  ]);
});

test('credentials in the headers of api.json are forwarded, and private; to verify tokens, it must state one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-key-'));
  mkdirSync(join(folder, 'v1'));
  const document =
    'query hello @endpoint(method: GET, path: "/greeting", auth: NONE, maxAge: 60, cache: PUBLIC) { text: hello }';
  writeFileSync(join(folder, 'v1/greeting.graphql'), document);
  const key = { type: 'apiKey', in: 'header', name: 'X-Api-Key' };
  const session = { type: 'apiKey', in: 'cookie', name: 'sid' };
  writeFileSync(join(folder, 'api.json'), JSON.stringify({ securitySchemes: { key, session } }));
  const schema = join(folder, 'schema.graphql');
  writeFileSync(schema, 'type Query { hello: String! }');
  const begin = (env: object) =>
    startFacade(readSettings({ PORT: '0', ...env }), { upstream, schema, source: { endpoints: folder } }, { log });
  const facade = await begin({});
  stub.answer = () => ({ body: { data: { text: 'Hello' } } });
  const sent = { 'x-api-key': 'k', cookie: 'sid=1' };
  const { headers } = await fetch(`${facade.url}/v1/greeting`, { headers: sent });
  const { headers: anonymous } = await fetch(`${facade.url}/v1/greeting`);
  await facade.close();
  expect(stub.received[0]?.headers).toMatchObject(sent);
  expect([headers.get('cache-control'), headers.get('vary')]).toEqual([
    'private, max-age=60',
    expect.stringContaining('X-Api-Key, Cookie'),
  ]);
  expect(anonymous.get('cache-control')).toBe('public, max-age=60');
  await expect(begin({ AUTH_SECRET: SPEC_SECRET })).rejects.toThrow(
    'must state a security scheme with the scheme bearer',
  );
  rmSync(folder, { recursive: true });
});

describe('health', () => {
  const ready = () => get('/health/ready', { scope: null });

  test('is ready while the upstream responds', async () => {
    stub.answer = () => ({ body: { data: { __typename: 'Query' } } });
    expect((await ready()).status).toBe(200);
    expect(stub.received[0]?.body).toEqual({ query: '{__typename}' });
  });

  test.each([
    ['requires credentials', 401],
    ['limits the rate', 429],
  ])('is ready when the upstream %s', async (_, status) => {
    stub.answer = () => ({ status, body: '' });
    expect((await ready()).status).toBe(200);
  });

  test.each([
    [502, ''],
    [200, '<h1>Welcome</h1>'],
    [200, '{"data":null}'],
    [200, '[{"data":{}}]'],
  ])('is live but not ready when the upstream does not respond with GraphQL: %i %j', async (status, body) => {
    stub.answer = () => ({ status, body });
    const { headers, ...response } = await ready();
    expect(response).toMatchObject({
      status: 503,
      body: {
        error: expect.stringMatching(/^The upstream service is not (available|responding); try again shortly\.$/),
      },
    });
    expect(headers.get('retry-after')).toBe('1');
    expect((await get('/health/live', { scope: null })).status).toBe(200);
  });
});

test('credentials of its own are refused beside @policy where it verifies callers', async () => {
  const folder = folderOf({
    'schema.graphql': `schema @link(url: "https://specs.apollo.dev/link/v1.0") @link(url: "https://specs.apollo.dev/policy/v0.1", for: SECURITY) { query: Query }
      directive @link(url: String, as: String, for: link__Purpose, import: [link__Import]) repeatable on SCHEMA
      directive @policy(policies: [[policy__Policy!]!]!) on FIELD_DEFINITION | OBJECT | INTERFACE | SCALAR | ENUM
      enum link__Purpose { SECURITY EXECUTION }
      scalar link__Import scalar policy__Policy
      type Query { salary: Int! @policy(policies: [["hr"]]) }`,
    'rest/v1/salary.graphql': 'query salary @endpoint(method: GET, path: "/salary") { salary }',
  });
  const facade = {
    upstream: { ...upstream, headers: { authorization: 'Bearer x' } },
    schema: join(folder, 'schema.graphql'),
    source: { endpoints: join(folder, 'rest') },
  };
  await expect(startFacade(readSettings({ PORT: '0', AUTH_SECRET: SPEC_SECRET }), facade, { log })).rejects.toThrow(
    "for the Authorization of --upstream-header and not for that of the caller. Without --upstream-header Authorization, the caller's is forwarded.",
  );
});

test.each(['/graphql', '/graphiql'])('%s does not exist', async (path) => {
  expect((await get(path)).status).toBe(404);
});

test('the reference exists, and links to no page that does not', async () => {
  const page = await (await fetch(`${verifying.url}/docs`)).text();
  expect(page).toContain('Reference');
  expect(page).not.toContain('graphiql');
});

test('the OpenAPI documents are those of the monolith', async () => {
  const { rest } = composeService(readSettings({}));
  for (const [path, document] of rest.openApi) {
    const { body } = await get(path, { scope: null });
    expect(body).toEqual(JSON.parse(JSON.stringify(document)));
  }
});

test('the first requests for the documentation may arrive together', async () => {
  const facade = await start({});
  const paths = ['/v1/openapi.json', '/openapi.json', '/docs/changes'].flatMap((path) => [path, path, path]);
  const responses = await Promise.all(
    paths.map(async (path) => {
      const response = await fetch(facade.url + path);
      return { path, status: response.status, body: await response.text() };
    }),
  );
  await facade.close();
  for (const [index, { path, status, body }] of responses.entries()) {
    expect({ path, status }).toEqual({ path, status: 200 });
    expect(body).toBe(responses[index - (index % 3)]!.body);
    expect(body).toBe(await (await fetch(trusting.url + path)).text());
  }
});
