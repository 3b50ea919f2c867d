import { expect, test } from 'vitest';
import { type BodyVersion, readBodyVersion } from '../../../../src/gateway/protocol/readBodyVersion.ts';

const settings = { apiName: 'toy', defaultVersion: 1, versioning: 'both', versions: [1, 2] } as const;

test.each<[string, string | undefined, BodyVersion]>([
  ['POST', undefined, undefined],
  ['POST', 'application/json', undefined],
  ['POST', 'application/json; charset=utf-8', undefined],
  ['POST', 'nonsense', undefined],
  ['POST', 'application/vnd.toy.v2+json', { version: 2 }],
  ['PUT', 'application/vnd.toy.v1+json; charset=utf-8', { version: 1 }],
  ['PATCH', 'APPLICATION/VND.TOY.V2+JSON', { version: 2 }],
  ['POST', 'application/vnd.toy.v9+json', { version: undefined, unknown: '9' }],
  ['POST', 'application/vnd.toy.v02+json', { version: undefined, unknown: '02' }],
  ['POST', 'application/vnd.other.v2+json', undefined],
  ['POST', 'text/vnd.toy.v2+json', undefined],
  ['GET', 'application/vnd.toy.v2+json', undefined],
  ['DELETE', 'application/vnd.toy.v2+json', undefined],
])('%s with Content-Type: %s → %j', (method, contentType, expected) => {
  expect(readBodyVersion(method, contentType, settings)).toEqual(expected);
});

test('only where headers may choose the version', () => {
  const read = (versioning: 'header' | 'path') =>
    readBodyVersion('POST', 'application/vnd.toy.v2+json', { ...settings, versioning });
  expect([read('header'), read('path')]).toEqual([{ version: 2 }, undefined]);
});
