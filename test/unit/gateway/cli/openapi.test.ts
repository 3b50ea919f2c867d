import { expect, it } from 'vitest';
import { openapi } from '../../../../src/gateway/cli/openapi.ts';
import { DOCUMENTS, serviceOf } from './support/serviceOf.ts';

const service = serviceOf(DOCUMENTS);

it.each([
  [undefined, '/openapi.json'],
  ['1', '/v1/openapi.json'],
  ['2', '/v2/openapi.json'],
  ['v2', '/v2/openapi.json'],
])('of version %s is what is served at %s', (version, place) => {
  expect(JSON.parse(openapi(service, version))).toEqual(service.rest.openApi.get(place));
});

it.each(['3', '0', '', 'x', '__proto__'])('refuses the version "%s", and names the available commands', (version) => {
  expect(() => openapi(service, version)).toThrow(
    'available documents: "portico openapi --version 1", "portico openapi --version 2", "portico openapi".',
  );
});

it('refuses the unversioned paths where only paths choose a version', () => {
  expect(() => openapi(serviceOf(DOCUMENTS, { VERSIONING: 'path' }), undefined)).toThrow(
    'The document /openapi.json does not exist; available documents: "portico openapi --version 1", "portico openapi --version 2".',
  );
});
