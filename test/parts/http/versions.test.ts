import { describe, expect, test } from 'vitest';
import {
  type BodyVersion,
  type Preference,
  type Versioning,
  assertKnownBodyVersion,
  assertVersionsAgree,
  availableTypes,
  readBodyVersion,
  readPreference,
  vendorType,
  vendorVersion,
} from '../../../src/gateway/http/versions.ts';

const V = (version: number | string) => `application/vnd.Toy.v${version}+json`;

/** `json`, a version, `unknown 9`, `vendor 1,2` or `unacceptable`. */
function read(accept: string | undefined, versioning: Versioning = 'both'): string | number {
  const preference = readPreference(accept, { apiName: 'Toy', defaultVersion: 1, versioning, versions: [1, 2] });
  switch (preference.kind) {
    case 'json':
      return preference.version ?? 'json';
    case 'anyVendor':
      return `vendor ${String(preference.versions)}`;
    case 'unknownVersion':
      return `unknown ${preference.version}`;
    case 'unacceptable':
      return 'unacceptable';
  }
}

describe('Accept prefers', () => {
  test.each<[string | undefined, number | string]>([
    [undefined, 'json'],
    ['', 'json'],
    ['*/*', 'json'],
    ['application/*', 'json'],
    ['application/json', 'json'],
    ['APPLICATION/JSON', 'json'],
    ['application/json; charset=utf-8', 'json'],
    ['text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8', 'json'],
    ['application/problem+json', 'json'],
    ['application/json, application/problem+json', 'json'],
    [V(1), 1],
    [V(2), 2],
    [V(2).toUpperCase(), 2],
    [`${V(2)}; charset=utf-8`, 2],
    [`${V(2)}, application/json`, 2],
    [`application/json, ${V(2)}`, 'json'],
    [`application/json;q=0.5, ${V(2)}`, 2],
    [`${V(2)};q=0.5, application/json`, 'json'],
    [`*/*, ${V(2)}`, 2],
    [`${V(1)};q=0.1, ${V(2)};q=0.2`, 2],
    [`${V(2)};q=0, */*`, 'json'],
    [`text/html;a="${V(2)}, x", ${V(1)}`, 1],
    [`text/html;a="\\", ${V(2)}", ${V(1)}`, 1],
    [`${V(2)}, text/html;a="${'\\"'.repeat(50_000)}`, 2],
    [V(9), 'unknown 9'],
    [V('02'), 'unknown 02'],
    [V('x'), 'unknown x'],
    [`${V(9)}, */*;q=0.5`, 'unknown 9'],
    [`${V(9)}, application/json`, 'json'],
    [`application/json, ${V(9)}`, 'json'],
    [`${V(9)}, application/json;q=0.1`, 'json'],
    [`${V(9)}, ${V(2)};q=0.5, application/json;q=0.1`, 2],
    [`${V(9)}, application/*`, 'unknown 9'],
    ['text/html', 'unacceptable'],
    ['application/xml', 'unacceptable'],
    ['application/vnd.other.v1+json', 'unacceptable'],
    ['application/json;q=0', 'unacceptable'],
    ['application/json;q=0, */*', 'vendor 1,2'],
    ['application/json;q=0, application/*', 'vendor 1,2'],
    [`application/json;q=0, ${V(1)};q=0, */*`, 'vendor 2'],
    [`application/json;q=0, ${V(2)};q=0.1, */*`, 2],
    ['*/*;q=0', 'unacceptable'],
    [`a/b;q=${' '.repeat(100_000)}x y, ${V(2)}`, 2],
    [`${' '.repeat(100_000)}a b, ${V(2)}`, 2],
    [`${V(2)} ; q = 0.5 , application/json;Q=0.4`, 2],
    ['/json, application/', 'unacceptable'],
    ['nonsense', 'unacceptable'],
    ['text/html, nonsense', 'unacceptable'],

    [`${V(2)};q=0.5, ${V(1)};q=0.5`, 2],
    [`application/json;q=0.5, ${V(9)};q=0.4, ${V(2)};q=0.3`, 'json'],
    [`application/problem+json;q=0`, 'unacceptable'],
    [`application/problem+json;q=0.1`, 'json'],
    ['application/json;q=0, application/problem+json', 'json'],
    ['application/json;q=0, application/*+json', 'unacceptable'],
  ])('%s → %s', (accept, expected) => {
    expect(read(accept)).toBe(expected);
    expect(read(accept, 'header')).toBe(expected);
  });
});

describe('where only paths choose the version', () => {
  test.each([
    [V(2), 'unacceptable'],
    [V(9), 'unacceptable'],
    [`${V(2)}, application/json;q=0.1`, 'json'],
    ['application/json;q=0, */*', 'unacceptable'],
    ['application/*', 'json'],
    ['application/problem+json', 'json'],
  ])('%s → %s', (accept, expected) => {
    expect(read(accept, 'path')).toBe(expected);
  });
});

const settings = { apiName: 'toy', defaultVersion: 1, versioning: 'both', versions: [1, 2] } as const;

describe('readBodyVersion', () => {
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
    const versionUnder = (versioning: 'header' | 'path') =>
      readBodyVersion('POST', 'application/vnd.toy.v2+json', { ...settings, versioning });
    expect([versionUnder('header'), versionUnder('path')]).toEqual([{ version: 2 }, undefined]);
  });
});

const accept = (version: number | undefined): Preference => ({ kind: 'json', version });
const any: Preference = { kind: 'anyVendor', versions: [1, 2] };

describe('assertVersionsAgree', () => {
  test.each<[Preference, number | undefined, BodyVersion]>([
    [accept(undefined), undefined, undefined],
    [accept(1), undefined, undefined],
    [accept(1), 1, { version: 1 }],
    [accept(undefined), 2, { version: 2 }],
    [any, 2, undefined],
    [{ kind: 'unknownVersion', version: '9' }, 1, undefined],
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
});

describe('assertKnownBodyVersion', () => {
  const onlyVersion = { apiName: 'toy', defaultVersion: 1, versioning: 'both', versions: [1] } as const;
  const TYPES = 'supported media types: application/json, application/vnd.toy.v1+json';

  test.each([undefined, { version: 1 }])('%j is accepted', (body) => {
    expect(() => assertKnownBodyVersion(body, onlyVersion)).not.toThrow();
  });

  test.each([
    ['9', '9'],
    ['', ''],
    ['x'.repeat(21), `${'x'.repeat(19)}…`],
  ])('%j is refused', (unknown, shown) => {
    const message = `Content-Type names version ${shown}, which does not exist; ${TYPES}`;
    const refused = expect.objectContaining({ code: 'UNSUPPORTED_MEDIA_TYPE', message });
    expect(() => assertKnownBodyVersion({ version: undefined, unknown }, onlyVersion)).toThrow(refused);
  });
});

const VENDOR = ', application/vnd.toy.v1+json, application/vnd.toy.v2+json';

describe('availableTypes', () => {
  test.each([
    ['path', ''],
    ['header', VENDOR],
    ['both', VENDOR],
  ] as const)('with the versioning %s they are application/json%s', (versioning, vendor) => {
    expect(availableTypes({ apiName: 'toy', versions: [1, 2], versioning })).toBe(`application/json${vendor}`);
  });
});

describe('vendorType', () => {
  test('a vendor type names the API and the version', () => {
    expect(vendorType('Toy', 2)).toBe('application/vnd.Toy.v2+json');
  });

  test.each<[string, string, string | undefined]>([
    ['application', 'vnd.toy.v1+json', '1'],
    ['application', 'vnd.toy.v02+json', '02'],
    ['application', 'vnd.toy.vx+json', 'x'],
    ['application', 'vnd.toy.v+json', ''],
    ['text', 'vnd.toy.v1+json', undefined],
    ['application', 'vnd.toys.v1+json', undefined],
    ['application', 'vnd.toy.v1+xml', undefined],
    ['application', 'vnd.toy.v1', undefined],
    ['application', 'x.vnd.toy.v1+json', undefined],
    ['application', 'json', undefined],
  ])('the version in %s/%s is %j', (type, subtype, expected) => {
    expect(vendorVersion({ type, subtype }, 'Toy')).toBe(expected);
  });
});
