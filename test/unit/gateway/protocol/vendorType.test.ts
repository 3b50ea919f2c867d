import { expect, test } from 'vitest';
import { vendorType, vendorVersion } from '../../../../src/gateway/protocol/vendorType.ts';

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
