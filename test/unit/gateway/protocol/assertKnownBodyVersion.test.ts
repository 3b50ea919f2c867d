import { expect, test } from 'vitest';
import { assertKnownBodyVersion } from '../../../../src/gateway/protocol/assertKnownBodyVersion.ts';

const settings = { apiName: 'toy', defaultVersion: 1, versioning: 'both', versions: [1] } as const;
const TYPES = 'supported media types: application/json, application/vnd.toy.v1+json';

test.each([undefined, { version: 1 }])('%j is accepted', (body) => {
  expect(() => assertKnownBodyVersion(body, settings)).not.toThrow();
});

test.each([
  ['9', '9'],
  ['', ''],
  ['x'.repeat(21), `${'x'.repeat(19)}…`],
])('%j is refused', (unknown, shown) => {
  const message = `Content-Type names version ${shown}, which does not exist; ${TYPES}`;
  const refused = expect.objectContaining({ code: 'UNSUPPORTED_MEDIA_TYPE', message });
  expect(() => assertKnownBodyVersion({ version: undefined, unknown }, settings)).toThrow(refused);
});
