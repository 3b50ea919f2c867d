import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { readSettings } from '../../../src/gateway/base/settings/readSettings.ts';
import { UsageError } from '../../../src/project/UsageError.ts';
import { createApi, readApi, settingsOf } from '../../../src/project/readApi.ts';
import { compileDocuments } from '../cli/support/compileDocuments.ts';

const project = {
  endpoints: fileURLToPath(new URL('../cli/support/endpoints', import.meta.url)),
  root: '/',
  loadSchema: async () => buildSchema('type Query { hello(name: String): String! }'),
};

describe('readApi', () => {
  test('compiles the endpoint documents over the schema', async () => {
    const { schema, plan, publisher } = await readApi(project);
    expect(schema.getQueryType()!.getFields()).toHaveProperty('hello');
    expect(plan.versions.map(({ number }) => number)).toEqual([1]);
    expect(publisher).toBeUndefined();
  });

  test('has the publisher of the project', async () => {
    const publisher = { contact: { name: 'acme' }, license: {} };
    expect((await readApi({ ...project, publisher })).publisher).toBe(publisher);
  });

  test('has what the options of the configuration say of the API, beside the plan of the documents alone', async () => {
    const { plan, compiled: own } = await readApi({ ...project, options: { apiName: 'shop', context: () => ({}) } });
    expect(plan).toEqual({ ...own, api: { name: 'shop', defaultVersion: 1, versioning: 'both' } });
    expect(own).not.toHaveProperty('api');
  });

  test('refuses options that are not valid, and names the configuration', async () => {
    const reading = readApi({
      ...project,
      configFile: path.resolve('portico.config.ts'),
      options: { defaultVersion: 3 },
    });
    await expect(reading).rejects.toThrow(
      new UsageError('portico.config.ts: defaultVersion is 3, but the versions are: 1.'),
    );
  });
});

describe('settingsOf', () => {
  test('has the base path of the configuration where the environment has none', () => {
    const options = { basePath: '/api' };
    expect(settingsOf({ options }, readSettings({})).basePath).toBe('/api');
    expect(settingsOf({ options }, readSettings({ BASE_PATH: '/rest' })).basePath).toBe('/rest');
    expect(settingsOf({}, readSettings({})).basePath).toBe('');
  });
});

const compiled = compileDocuments({
  'v1/getUser.graphql':
    'query getUser($id: SafeInt!) @endpoint(method: GET, path: "/users/{id}") { user(id: $id) { id } }',
});
const upstream = { url: new URL('http://127.0.0.1/graphql'), headers: {}, forwarded: [] };

describe('createApi', () => {
  test('is one of a library where a schema file executes, and no upstream', () => {
    const isLibrary = (sources: Parameters<typeof createApi>[0]) => createApi(sources, compiled).isLibrary;
    expect(isLibrary({ schemaFile: 'schema.ts' })).toBe(true);
    expect(isLibrary({ schemaFile: 'schema.graphql', upstream })).toBeUndefined();
    expect(isLibrary({ upstream })).toBeUndefined();
    expect(isLibrary({})).toBeUndefined();
  });
});
