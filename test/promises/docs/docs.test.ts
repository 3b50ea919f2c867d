// The documents and pages beside the API: there for everybody, whatever the settings of the API. That they can only be read: test/library/server/docs.test.ts.
import { afterAll, expect, test } from 'vitest';
import { expectError } from '../support/expectations.ts';
import { startForSpec } from '../support/startForSpec.ts';
import { runProgram } from '../support/startProgram.ts';

const portico = await startForSpec();
afterAll(() => portico.close());

const NOBODY = { scope: null };

test.each([
  ['/v1/openapi.json', '1', '/v1'],
  ['/v2/openapi.json', '2', '/v2'],
  ['/openapi.json', '1', ''],
])('%s is an OpenAPI document of version %s, for everybody', async (path, version, server) => {
  const answer = await portico.get(path, NOBODY);
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-cache' });
  expect(answer.json).toMatchObject({
    openapi: '3.1.0',
    info: {
      version,
      contact: { name: 'The maintainers of portico' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${portico.basePath}${server}` || '/' }],
    paths: { '/users/{id}': { get: { operationId: 'getUser' } } },
  });
  const again = await portico.get(path, { ...NOBODY, headers: { 'if-none-match': answer.headers.etag } });
  expect([again.status, again.body, again.headers.etag]).toEqual([304, '', answer.headers.etag]);
});

test.each(['1', '2'])('portico openapi --version %s prints what is served', async (version) => {
  const { stdout } = await runProgram(['openapi', '--version', version], { BASE_PATH: portico.basePath });
  expect(JSON.parse(stdout)).toEqual((await portico.get(`/v${version}/openapi.json`, NOBODY)).json);
});

test.each(['/', '/?from=here'])('%s leads everybody to the reference', async (path) => {
  for (const method of ['GET', 'HEAD']) {
    const answer = await portico.request(method, path, NOBODY);
    expect([answer.status, answer.headers.location, answer.body]).toEqual([302, `${portico.basePath}/docs`, '']);
    expect(answer.headers['x-request-id']).toMatch(/./);
  }
});

test('the root can only be read', async () => {
  const refused = await portico.post('/', {}, NOBODY);
  expect([refused.status, refused.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
  expect(refused.json).toEqual({ error: 'POST is not allowed; allowed methods: GET, HEAD, OPTIONS' });
  const options = await portico.request('OPTIONS', '/', NOBODY);
  expect([options.status, options.headers.allow, options.body]).toEqual([204, 'GET, HEAD, OPTIONS', '']);
});

test.each(['/v1', '/v1/', '/v2/'])('%s leads nowhere', async (path) => {
  expectError(await portico.get(path), 404);
});

test.each(['/docs', '/docs/', '/graphiql', '/graphiql/'])('%s is a page for everybody', async (path) => {
  const answer = await portico.get(path, NOBODY);
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(answer.headers['content-security-policy']).toMatch(/^default-src 'self'; .*frame-ancestors 'none'/);
  expect(answer.headers['x-request-id']).toMatch(/./);
});

test('/docs/changes says what differs between the versions, for everybody', async () => {
  const answer = await portico.get('/docs/changes', NOBODY);
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(answer.body).toContain('<code>name</code> became <code>firstName</code> and <code>lastName</code>');
  expect((await portico.get('/docs', NOBODY)).body).toContain(`<a href="${portico.basePath}/docs/changes">Changes</a>`);
});

test.each(['/docs/nothing', '/docs/assets/swagger-ui.css', '/graphiql/nothing', '/v3/openapi.json'])(
  '%s is not there',
  async (path) => expectError(await portico.get(path, NOBODY), 404),
);

test('/graphiql sends operations to /graphql, asks for the schema, says how to get a token, and loads nothing but its own files', async () => {
  const { body, headers } = await portico.get('/graphiql', NOBODY);
  expect(headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-security-policy':
      "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; font-src 'self' data:",
    'referrer-policy': 'no-referrer',
  });
  expect(body).toContain(`&#34;endpoint&#34;:&#34;${portico.basePath}/graphql&#34;`);
  expect(body).toContain('&#34;introspection&#34;:true');
  expect(body).not.toContain('Introspection is disabled');
  expect(body).toContain('<p>Requests require a token of the configured issuer.</p>');
  const loaded = [...body.matchAll(/(?:src|rel="[^"]*"[^>]* href)="([^"]*)"/g)].map(([, target]) => target!);
  expect(loaded.length).toBeGreaterThan(5);
  for (const target of loaded) {
    expect(target.slice(portico.basePath.length)).toMatch(
      /^\/(docs\/assets|graphiql)\/[\w-]+\.[\w-]{10}\.(js|css|svg)$/,
    );
    const file = await portico.get(target.slice(portico.basePath.length), NOBODY);
    expect([file.status, file.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
  }
  for (const [script] of body.matchAll(/<script[^]*?<\/script>/g)) {
    expect(script).toMatch(/^<script src="[^"]+" defer><\/script>$/);
  }
  expect(body).not.toMatch(/ on\w+=|javascript:|https?:/);
});
