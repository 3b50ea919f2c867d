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

it.each(['3', '0', '', 'x', '__proto__'])(
  'refuses the version "%s" by naming the commands that there are',
  (version) => {
    expect(() => openapi(service, version)).toThrow(
      'There is: "portico openapi --version 1", "portico openapi --version 2", "portico openapi".',
    );
  },
);

it('refuses the unversioned paths where only paths choose a version', () => {
  expect(() => openapi(serviceOf(DOCUMENTS, { VERSIONING: 'path' }), undefined)).toThrow(
    'There is no /openapi.json. There is: "portico openapi --version 1", "portico openapi --version 2".',
  );
});
