import { expect, it } from 'vitest';
import { openapi } from '../../../../src/gateway/cli/openapi.ts';
import { describeOpenApi } from '../../../../src/gateway/cli/describeOpenApi.ts';
import { readSettings } from '../../../../src/gateway/config/readSettings.ts';
import { DOCUMENTS, compileDocuments } from './support/compileDocuments.ts';

const api = compileDocuments(DOCUMENTS);
const documents = describeOpenApi(api, readSettings({}));

it.each([
  [undefined, '/openapi.json'],
  ['1', '/v1/openapi.json'],
  ['2', '/v2/openapi.json'],
  ['v2', '/v2/openapi.json'],
])('of version %s is what is served at %s', (version, place) => {
  expect(JSON.parse(openapi(documents, version))).toEqual(documents.get(place));
});

it.each(['3', '0', '', 'x', '__proto__'])('refuses the version "%s", and names the available commands', (version) => {
  expect(() => openapi(documents, version)).toThrow(
    'does not exist. Available: "portico openapi --version 1", "portico openapi --version 2", "portico openapi".',
  );
});

it('refuses the unversioned paths where only paths choose a version', () => {
  expect(() => openapi(describeOpenApi(api, readSettings({ VERSIONING: 'path' })), undefined)).toThrow(
    '/openapi.json does not exist. Available: "portico openapi --version 1", "portico openapi --version 2".',
  );
});
