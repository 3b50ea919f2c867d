import { expect, test } from 'vitest';
import { codedTag, digestOf, entityTag, isMatch, isNotModified } from '../../../../src/gateway/protocol/entityTag.ts';

const JSON_TYPE = 'application/json';

test('a tag is quoted base64url of 22 characters', () => {
  expect(entityTag('{}', JSON_TYPE, 1)).toBe('"_t2gr-Sw0nK5hM3MgJBItd"');
});

test.each([
  ['text', '[]', JSON_TYPE, 1],
  ['media type', '{}', 'application/vnd.a.v1+json', 1],
  ['version', '{}', JSON_TYPE, 2],
])('a tag depends on the %s', (_, text, mediaType, version) => {
  expect(entityTag(text, mediaType, version)).not.toBe(entityTag('{}', JSON_TYPE, 1));
});

test('a digest is the beginning of a SHA-256', () => {
  expect(digestOf('abc')).toBe('ungWv48Bz-pBQUDeXa4iI7');
});

test('a coding is appended within the quotes', () => expect(codedTag('"abc"', 'gzip')).toBe('"abc.gzip"'));

// The table of RFC 9110, section 8.8.3.2, and lists.
test.each<[string | undefined, string, boolean]>([
  [undefined, '"1"', false],
  ['"1"', '"1"', true],
  ['W/"1"', '"1"', true],
  ['W/"2"', '"1"', false],
  ['"2"', '"1"', false],
  ['*', '"1"', true],
  [' * ', '"1"', true],
  ['"*"', '"1"', false],
  ['', '"1"', false],
  ['1', '"1"', false],
  ['"2", "1"', '"1"', true],
  ['"2","3",W/"1"', '"1"', true],
  [' , "2" ,, "1" ', '"1"', true],
  ['"2, "1"', '"1"', true],
  ['"a,b"', '"a,b"', true],
  ['""', '""', true],
  ['"a b"', '"a b"', false],
  ['"a\u00ff"', '"a\u00ff"', true],
  ['"1.gzip"', '"1"', false],
  ['"1" '.repeat(20_000), '"2"', false],
])('If-None-Match: %s lists %s: %s', (header, tag, expected) => {
  expect(isNotModified(header, tag)).toBe(expected);
});

test.each<[string, string[], boolean]>([
  ['"1"', ['"1"'], true],
  ['"1"', ['"2"', '"1"'], true],
  ['"1"', ['"2"'], false],
  ['"1"', [], false],
  ['*', [], true],
  [' * ', ['"1"'], true],
  ['W/"1"', ['"1"'], false],
  ['W/"1", "1"', ['"1"'], true],
  ['"2", "1"', ['"1"'], true],
  ['"1.gzip"', ['"1"'], true],
  ['"1"', ['"1.br"'], true],
  ['"1.gzip"', ['"1.br"'], true],
  ['"1.gzip"', ['"2.gzip"'], false],
  ['"a.b.gzip"', ['"a.b"'], false],
  ['', ['"1"'], false],
])('If-Match: %s allows %j: %s', (header, tags, expected) => {
  expect(isMatch(header, tags)).toBe(expected);
});
