import { expect, test } from 'vitest';
import { compileProjectContracts } from '../../../../../src/gateway/cli/dev/compileProjectContracts.ts';
import { readSettings } from '../../../../../src/gateway/config/readSettings.ts';
import { compileDocuments } from '../support/compileDocuments.ts';

const compiled = compileDocuments({
  'v1/getUser.graphql':
    'query getUser($id: SafeInt!) @endpoint(method: GET, path: "/users/{id}", deprecated: "2027-01-31") { user(id: $id) { id } }',
});
const LINK = '#/components/headers/DeprecationLink';
const openApiOf = (project: Parameters<typeof compileProjectContracts>[0]) =>
  compileProjectContracts(project, compiled, readSettings({})).get('contracts/openapi.v1.json');

test('links to the page of changes where the contracts of the project do', () => {
  const upstream = { url: new URL('http://127.0.0.1/graphql'), headers: {}, forwarded: [] };
  expect(openApiOf({ schemaFile: 'schema.graphql', upstream })).toContain(LINK);
  expect(openApiOf({ schemaFile: 'schema.graphql' })).not.toContain(LINK);
});

test('has the GraphQL schema of the default API, and not the settings of the environment', () => {
  const own = compileProjectContracts({}, compiled);
  expect([...own.keys()]).toContain('contracts/schema.graphql');
  expect([...compileProjectContracts({}, compiled, readSettings({})).keys()]).not.toContain('contracts/schema.graphql');
});
