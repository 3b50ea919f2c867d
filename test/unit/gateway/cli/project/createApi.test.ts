import { expect, test } from 'vitest';
import { createApi } from '../../../../../src/gateway/cli/project/createApi.ts';
import { readSettings } from '../../../../../src/gateway/config/readSettings.ts';
import { compileDocuments } from '../support/compileDocuments.ts';

const compiled = compileDocuments({
  'v1/getUser.graphql':
    'query getUser($id: SafeInt!) @endpoint(method: GET, path: "/users/{id}") { user(id: $id) { id } }',
});
const upstream = { url: new URL('http://127.0.0.1/graphql'), headers: {}, forwarded: [] };

test('is one of a library where a schema file executes, and no upstream', () => {
  const isLibrary = (project: Parameters<typeof createApi>[0]) =>
    createApi(project, compiled, readSettings({})).isLibrary;
  expect(isLibrary({ schemaFile: 'schema.ts' })).toBe(true);
  expect(isLibrary({ schemaFile: 'schema.graphql', upstream })).toBeUndefined();
  expect(isLibrary({ upstream })).toBeUndefined();
  expect(isLibrary({})).toBeUndefined();
});
