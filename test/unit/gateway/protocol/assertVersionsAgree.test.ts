import { expect, test } from 'vitest';
import { assertVersionsAgree } from '../../../../src/gateway/protocol/assertVersionsAgree.ts';
import type { BodyVersion } from '../../../../src/gateway/protocol/readBodyVersion.ts';
import type { Preference } from '../../../../src/gateway/protocol/readPreference.ts';

const accept = (version: number | undefined): Preference => ({ kind: 'json', version });
const any: Preference = { kind: 'anyVendor', versions: [1, 2] };

test.each<[Preference, number | undefined, BodyVersion]>([
  [accept(undefined), undefined, undefined],
  [accept(1), undefined, undefined],
  [accept(1), 1, { version: 1 }],
  [accept(undefined), 2, { version: 2 }],
  [any, 2, undefined],
  [accept(1), 1, { version: undefined, unknown: '9' }],
])('%j, the path %s and the body %j agree', (preference, path, body) => {
  expect(() => assertVersionsAgree(preference, path, body)).not.toThrow();
});

test.each<[Preference, number | undefined, BodyVersion, string]>([
  [accept(1), 2, undefined, 'The path names version 2, but Accept names version 1.'],
  [accept(1), 1, { version: 2 }, 'The path names version 1, but Content-Type names version 2.'],
  [accept(1), 2, { version: 3 }, 'The path names version 2, but Accept names version 1.'],
  [accept(1), undefined, { version: 2 }, 'Accept names version 1, but Content-Type names version 2.'],
  [any, 1, { version: 2 }, 'The path names version 1, but Content-Type names version 2.'],
])('%j, the path %s and the body %j do not', (preference, path, body, message) => {
  const refused = expect.objectContaining({ code: 'BAD_REQUEST', message });
  expect(() => assertVersionsAgree(preference, path, body)).toThrow(refused);
});
