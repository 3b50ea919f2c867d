// What a person sees whose upstream requires credentials that it does not get.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { withoutScopes } from '../../../../src/authoring/dev/createApiLoader.ts';
import { DOCUMENTS, compileDocuments } from '../../cli/support/compileDocuments.ts';
import { type StubUpstream, stubUpstream } from '../../../parts/execute/remote/stubUpstream.ts';
import { type TestDev, type TestProject, createTestProject, startDev } from './support/startDev.ts';

let stub: StubUpstream;
let project: TestProject;
let dev: TestDev | undefined;

async function start(options: Parameters<typeof startDev>[0] = {}): Promise<TestDev> {
  dev = await startDev({ config: project.at('portico.config.mjs'), ...options }, project.folder);
  return dev;
}

describe('createApiLoader', () => {
  beforeEach(async () => {
    stub = await stubUpstream();
    project = createTestProject({
      'schema.graphql': 'type Query { book: Book } type Book { id: ID! }',
      'rest/v1/getBook.graphql': 'query getBook @endpoint(method: GET, path: "/book") { book { id } }',
      'portico.config.mjs': `export default {
  schema: 'schema.graphql', upstream: '${stub.url.href}', headers: { authorization: undefined }, endpoints: 'rest',
};`,
    });
  });

  afterEach(async () => {
    await dev?.close();
    dev = undefined;
    await stub.close();
    project.remove();
  });

  test('warns at start of a header without a value', async () => {
    const { output } = await start();
    expect(output()).toMatch(/^warning: .*the header authorization has no value.* UPSTREAM_AUTHORIZATION\.$/m);
  });
});

describe('withoutScopes', () => {
  test('removes the scopes of every endpoint, and nothing else', () => {
    const { plan } = compileDocuments(DOCUMENTS);
    const open = withoutScopes(plan);
    const endpoints = plan.versions.flatMap((version) => version.endpoints);
    expect(endpoints.some(({ scopes }) => scopes.length > 0)).toBe(true);
    expect(open.versions.flatMap((version) => version.endpoints)).toEqual(
      endpoints.map((endpoint) => ({ ...endpoint, scopes: [] })),
    );
    expect({ ...open, versions: [] }).toEqual({ ...plan, versions: [] });
  });
});
