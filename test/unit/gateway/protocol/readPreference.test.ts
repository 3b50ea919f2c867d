import { describe, expect, test } from 'vitest';
import { readPreference } from '../../../../src/gateway/protocol/readPreference.ts';
import type { Versioning } from '../../../../src/gateway/protocol/VersionSettings.ts';

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
