import { expect, test } from 'vitest';
import { assertAcceptable } from '../../../../src/gateway/protocol/assertAcceptable.ts';
import type { Preference } from '../../../../src/gateway/protocol/readPreference.ts';

const settings = { apiName: 'toy', defaultVersion: 1, versioning: 'both', versions: [1] } as const;
const TYPES = 'available media types: application/json, application/vnd.toy.v1+json';

test.each<Preference>([
  { kind: 'json', version: undefined },
  { kind: 'json', version: 2 },
  { kind: 'anyVendor', versions: [2, 1] },
])('%j is acceptable', (preference) => {
  expect(() => assertAcceptable(preference, settings, 1)).not.toThrow();
});

test.each<[Preference, string]>([
  [{ kind: 'unacceptable' }, `Not acceptable; ${TYPES}`],
  [{ kind: 'anyVendor', versions: [2] }, `Not acceptable; ${TYPES}`],
  [{ kind: 'unknownVersion', version: '9' }, `Version 9 does not exist; ${TYPES}`],
  [{ kind: 'unknownVersion', version: '9'.repeat(21) }, `Version ${'9'.repeat(19)}… does not exist; ${TYPES}`],
])('%j is not', (preference, message) => {
  const refused = expect.objectContaining({ code: 'NOT_ACCEPTABLE', message });
  expect(() => assertAcceptable(preference, settings, 1)).toThrow(refused);
});
