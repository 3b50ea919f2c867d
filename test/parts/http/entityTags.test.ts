import { describe, expect, test } from 'vitest';
import {
  type IfMatch,
  codedTag,
  digestOf,
  entityTag,
  evaluateRead,
  isMatch,
  isNotModified,
  parseIfMatch,
} from '../../../src/gateway/http/entityTags.ts';

const JSON_TYPE = 'application/json';

describe('entityTag', () => {
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

  test('the value of the resource comes before a dot', () => {
    expect(entityTag('{}', JSON_TYPE, 1, '5')).toBe('"5._t2gr-Sw0nK5hM3MgJBItd"');
  });

  test.each([
    ['"abc"', '"abc.gzip"'],
    ['"5.abc"', '"5.abc-gzip"'],
  ])('the coding of %s is appended within the quotes', (tag, coded) => expect(codedTag(tag, 'gzip')).toBe(coded));

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

  test.each<[string, string, boolean]>([
    ['"1"', '"1"', true],
    ['"1"', '"2"', false],
    ['*', '"1"', true],
    [' * ', '"1"', true],
    ['W/"1"', '"1"', false],
    ['W/"1", "1"', '"1"', true],
    ['"2", "1"', '"1"', true],
    ['"1.gzip"', '"1"', true],
    ['"1"', '"1.br"', true],
    ['"1.gzip"', '"1.br"', true],
    ['"1.gzip"', '"2.gzip"', false],
    ['"a.b.gzip"', '"a.b"', false],
    ['', '"1"', false],
  ])('If-Match: %s allows %s: %s', (header, current, expected) => {
    expect(isMatch(header, current)).toBe(expected);
  });
});

const tag = (value: string, isWeak = false): IfMatch => ({ kind: 'tag', isWeak, value });

describe('parseIfMatch', () => {
  test.each<[string, IfMatch]>([
    ['"5"', tag('5')],
    [' "5.aB_-" ', tag('5')],
    ['"1.2.sum"', tag('1.2')],
    ['"a,b"', tag('a,b')],
    ['""', tag('')],
    ['W/"5"', tag('5', true)],
    ['*', { kind: 'any' }],
    ['"5", "6"', { kind: 'several' }],
    ['"5", W/"6"', { kind: 'several' }],
    ['5', { kind: 'invalid' }],
    ['"5', { kind: 'invalid' }],
    ['w/"5"', { kind: 'invalid' }],
    ['', { kind: 'invalid' }],
  ])('%s', (header, expected) => {
    expect(parseIfMatch(header)).toEqual(expected);
  });
});

// Conditional requests, RFC 9110 sections 13.1 and 13.2.

const failed = (reason: string) =>
  expect.objectContaining({ code: 'PRECONDITION_FAILED', message: `${reason}; nothing was changed.` });
const NO_MATCH = 'If-Match does not match the current entity tag';
describe('a read', () => {
  const headers = {
    etag: '"1"',
    vary: 'Accept',
    'content-type': 'application/json',
    'content-length': '2',
    'content-encoding': 'gzip',
  };
  const reply = { status: 200, headers, body: '{}' };
  test.each([
    {},
    { 'if-none-match': '"2"' },
    { 'if-match': '"1"' },
    { 'if-match': '*' },
    { 'if-modified-since': 'Sat, 29 Oct 1994 19:43:31 GMT' },
  ])('with %j is the whole representation', (conditions) => {
    expect(evaluateRead(conditions, reply)).toBe(reply);
  });
  test.each([{ 'if-none-match': '"1"' }, { 'if-none-match': '*' }, { 'if-match': '"1"', 'if-none-match': 'W/"1"' }])(
    'with %j is 304 without the headers of a body',
    (conditions) => {
      const expected = { status: 304, headers: { etag: '"1"', vary: 'Accept' }, body: null };
      expect(evaluateRead(conditions, reply)).toEqual(expected);
    },
  );
  test.each([{ 'if-match': '"2"' }, { 'if-match': '"2"', 'if-none-match': '"1"' }])('with %j fails', (conditions) => {
    expect(() => evaluateRead(conditions, reply)).toThrow(failed(NO_MATCH));
  });
  test('without a tag ignores conditions', () => {
    const untagged = { status: 200, headers: {}, body: '{}' };
    expect(evaluateRead({ 'if-match': '"2"', 'if-none-match': '*' }, untagged)).toBe(untagged);
  });
});
