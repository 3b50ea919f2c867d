// From the URL of a GraphQL API to a served REST API, with nothing but the tarball and npm.
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installTarball } from './support/installTarball.ts';
import { run } from './support/run.ts';
import { startServer } from './support/startServer.ts';
import { startUpstream, type Upstream } from './support/startUpstream.ts';

const SCHEMA = fileURLToPath(new URL('walk/schema.graphql', import.meta.url));
const EMMA = { id: '7', title: 'Emma', author: { id: '1', name: 'Jane Austen' } };
const PAGE = { nodes: [EMMA], pageInfo: { hasNextPage: false, endCursor: null }, totalCount: 1 };

let folder: string;
let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream(SCHEMA, {
    book: ({ id }: { id: string }) => (id === EMMA.id ? EMMA : null),
    books: PAGE,
    createBook: EMMA,
  });
  folder = await installTarball();
});
afterAll(async () => {
  upstream?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const portico = (...args: string[]) => run(folder, 'node_modules/.bin/portico', ...args);

/** The options of a command without a configuration. */
const options = () => ['--upstream', upstream.url, '--endpoints', 'rest'];

test('init writes a project over a URL, with its schema', async () => {
  expect(await portico('init', upstream.url, '--yes')).toContain('3 endpoints in rest/v1/');
  expect(await readFile(path.join(folder, 'schema.graphql'), 'utf8')).toContain('"""A book of the library."""');
  expect(await readFile(path.join(folder, 'portico.config.ts'), 'utf8')).toContain(`upstream: '${upstream.url}'`);
});

test.each(['dev', 'serve'])('%s serves the data of the upstream', async (command) => {
  await expectData(command);
});

test('serve with METRICS_PORT says which packages to install', async () => {
  const command = 'METRICS_PORT=0 PORT=0 node_modules/.bin/portico serve 2>&1; echo "exit code $?"';
  expect(await run(folder, 'sh', '-c', command)).toBe(
    'portico: METRICS_PORT requires the packages of OpenTelemetry: npm install @opentelemetry/api@1.9 @opentelemetry/sdk-node@0.223 @opentelemetry/exporter-prometheus@0.223\nexit code 1\n',
  );
});

describe('without a configuration', () => {
  beforeAll(async () => {
    for (const file of ['portico.config.ts', 'schema.graphql']) await rm(path.join(folder, file));
  });

  test('check and routes introspect --upstream', async () => {
    const before = upstream.introspections();
    expect(await portico('check', ...options())).toMatch(/^No errors in 3 endpoints/);
    expect(await portico('routes', ...options())).toMatch(/GET +\/books\/\{id\}/);
    expect(upstream.introspections()).toBe(before + 2);
  });

  test.each(['dev', 'serve'])('%s --upstream serves the data of the upstream', async (command) => {
    await expectData(command, ...options());
  });
});

test('serve --upstream serves health probes on HEALTH_PORT, and closes it', async () => {
  const server = await startServer(folder, ['serve', ...options()], { HEALTH_PORT: '0' });
  const [, url] = /Health probes are at (http:\S+)\/health\/live/.exec(server.output()) ?? [];
  try {
    for (const name of ['live', 'ready']) {
      const response = await fetch(`${url}/health/${name}`);
      expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
    }
    expect((await fetch(`${url}/v1/books/7`)).status).toBe(404);
  } finally {
    await server.stop();
  }
  await expect(fetch(`${url}/health/live`)).rejects.toThrow();
});

/** Starts a server of the project, and expects an object, a list and a mutation of the upstream. */
async function expectData(...args: string[]): Promise<void> {
  const server = await startServer(folder, args);
  try {
    const book = await fetch(`${server.url}/v1/books/7`);
    expect({ status: book.status, body: await book.json() }).toEqual({ status: 200, body: EMMA });
    expect((await fetch(`${server.url}/v1/books/8`)).status).toBe(404);
    const books = await fetch(`${server.url}/v1/books`);
    expect(await books.json()).toMatchObject({ data: [EMMA] });
    const created = await fetch(`${server.url}/v1/books`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Emma', authorId: '1' }),
    });
    expect(created.status).toBe(201);
    expect(created.headers.get('location')).toBe('/v1/books/7');
  } finally {
    await server.stop();
  }
}
