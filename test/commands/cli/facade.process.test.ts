// A façade that is served: what its upstream is sent, as options, a configuration and the environment say.
import { afterAll, beforeEach, expect, test } from 'vitest';
import { Folder } from '../support/runPortico.ts';
import { killServersAfterwards, servePortico } from '../support/servePortico.ts';
import { playFixtures } from './replay/support/playFixtures.ts';

killServersAfterwards();
const upstream = await playFixtures();
const URL_OF_IT = `${upstream.origin}/graphql`;
afterAll(() => upstream.close());
beforeEach(() => {
  upstream.received.length = 0;
  upstream.fixtures = { 'POST /graphql': { body: { data: { text: 'Hello' } } } };
});

const CONFIGURED = { upstream: URL_OF_IT, schema: 'schema.graphql', endpoints: 'rest' };
const project = (config: object) =>
  new Folder({
    'portico.config.json': JSON.stringify({ ...CONFIGURED, ...config }),
    'schema.graphql': 'type Query { hello(name: String): String! }',
    'rest/v1/getGreeting.graphql':
      'query getGreeting($name: String) @endpoint(method: GET, path: "/greeting", unwrap: false) { text: hello(name: $name) }',
  });

/** The request that the upstream is sent for one to the server. */
async function received(config: object, args: string[] = [], env: Record<string, string> = {}) {
  const server = await servePortico(project(config).path, args, { env });
  const response = await fetch(`${server.url}/v1/greeting`, { headers: { 'x-tenant': 't1', 'x-other': 'o' } });
  expect({ status: response.status, body: await response.json() }).toEqual({ status: 200, body: { text: 'Hello' } });
  expect(await server.stop()).toBe(0);
  const { headers, body } = upstream.received.at(-1)!;
  return { headers, body: JSON.parse(body) as object, output: server.output() };
}

test('headers are sent, and those of clients forwarded, and the greeting says in front of what', async () => {
  const { headers, body, output } = await received({ headers: { 'X-Key': 'secret' } }, [
    '--forward-header',
    'X-Tenant',
  ]);
  expect(headers).toMatchObject({ 'x-key': 'secret', 'x-tenant': 't1' });
  expect(headers).not.toHaveProperty('x-other');
  expect(body).toHaveProperty('query');
  expect(output).toMatch(
    new RegExp(`^Portico is ready at (\\S+), in front of ${URL_OF_IT}\\n\\nThe API reference is at \\1/docs\\n`),
  );
});

test.each<[string, string[], object, Record<string, string>]>([
  ['options', ['--trusted-documents', 'id', '--client-name', 'rest', '--client-version', '2'], {}, {}],
  ['the configuration', [], { trustedDocuments: 'id', client: { name: 'rest', version: '2' } }, {}],
  [
    'the environment, which replaces the configuration,',
    [],
    { trustedDocuments: 'hash', client: { name: 'other', version: '2' } },
    { UPSTREAM_TRUSTED_DOCUMENTS: 'id', UPSTREAM_CLIENT_NAME: 'rest' },
  ],
  [
    'options, which replace both,',
    ['--trusted-documents', 'id', '--client-version', '2'],
    { trustedDocuments: 'hash', client: { name: 'rest' } },
    { UPSTREAM_TRUSTED_DOCUMENTS: 'hash', UPSTREAM_CLIENT_VERSION: '1' },
  ],
])('%s can name the client, and have documents sent by their ids', async (_, args, config, env) => {
  const { headers, body } = await received(config, args, env);
  expect(body).toMatchObject({ documentId: expect.stringMatching(/^[\da-f]{64}$/) as string });
  expect(body).not.toHaveProperty('query');
  expect(headers).toMatchObject({
    'apollographql-client-name': 'rest',
    'apollographql-client-version': '2',
    'graphql-client-name': 'rest',
    'graphql-client-version': '2',
  });
});

test('documents of another upstream than that of the configuration are sent as text', async () => {
  const config = { upstream: 'http://127.0.0.1:1', trustedDocuments: 'id' };
  const { body } = await received(config, ['--upstream', URL_OF_IT, '--schema', 'schema.graphql']);
  expect(body).toHaveProperty('query');
});

test('an upstream that is down is a warning, and /health/ready is 503; one that wants credentials is none', async () => {
  const down = 'http://127.0.0.1:1/graphql';
  const server = await servePortico(project({ upstream: down }).path, [], { env: { LOG_LEVEL: 'warn' } });
  const warning = `The upstream ${down} does not respond; until it does, requests and /health/ready are 503.`;
  await expect.poll(server.output).toContain(warning);
  expect(server.output()).toMatch(/"level":40,.*"code":"UNAVAILABLE"/);
  expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
  expect((await fetch(`${server.url}/health/ready`)).status).toBe(503);
  await server.stop();

  upstream.fixtures = { 'POST /graphql': { status: 401, body: { errors: [{ message: 'who are you?' }] } } };
  const refused = await servePortico(project({}).path, [], { env: { LOG_LEVEL: 'warn' } });
  await expect.poll(() => upstream.received.length).toBeGreaterThan(0);
  // This asks the upstream once more, after it has read the first response.
  expect((await fetch(`${refused.url}/health/ready`)).status).toBe(200);
  await refused.stop();
  expect(refused.output()).not.toContain('does not respond');
});
