import { expect, test } from 'vitest';
import type { Preference } from '../../../../src/gateway/protocol/readPreference.ts';
import { selectMediaType } from '../../../../src/gateway/protocol/selectMediaType.ts';

const settings = { apiName: 'toy', defaultVersion: 1 };
const V = (version: number) => `application/vnd.toy.v${version}+json`;
const plain: Preference = { kind: 'json', version: undefined };

test.each<[Preference, number, string]>([
  [plain, 2, 'application/json'],
  [{ kind: 'json', version: 2 }, 2, V(2)],
  [{ kind: 'json', version: 1 }, 1, V(1)],
  [{ kind: 'anyVendor', versions: [1, 2] }, 2, V(2)],
  [{ kind: 'unknownVersion', version: '9' }, 2, 'application/json'],
  [{ kind: 'unacceptable' }, 2, 'application/json'],
])('for %j, version %i responds with %s', (preference, version, expected) => {
  expect(selectMediaType({ preference, version }, settings)).toBe(expected);
});

test.each<[number | undefined, string | undefined, string]>([
  [undefined, undefined, 'application/json'],
  [1, undefined, 'application/json'],
  [2, undefined, V(2)],
  [2, '*/*', V(2)],
  [2, 'application/*;q=0.1', V(2)],
  [2, 'application/json', 'application/json'],
  [2, `${V(2)};q=0, */*`, 'application/json'],
])('for a body of version %s and Accept: %s it is %s', (bodyVersion, accept, expected) => {
  expect(selectMediaType({ preference: plain, version: 2, accept, bodyVersion }, settings)).toBe(expected);
});

test('Accept decides before the body', () => {
  const choice = { preference: { kind: 'json', version: 1 }, version: 1, accept: V(1), bodyVersion: 2 } as const;
  expect(selectMediaType(choice, settings)).toBe(V(1));
});
