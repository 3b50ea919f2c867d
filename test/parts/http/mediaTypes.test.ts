import { describe, expect, test } from 'vitest';
import {
  type MediaRange,
  isJsonType,
  parseAccept,
  parseMediaType,
  prefersProblem,
  qualityOf,
  rangeFor,
  specificity,
} from '../../../src/gateway/http/mediaTypes.ts';

const ranges = (header: string | undefined) =>
  parseAccept(header).map(({ type, subtype, quality, index }) => `${index} ${type}/${subtype} ${quality}`);

// The example of precedence in RFC 9110, section 12.5.1, without parameters.
const accepted = parseAccept('text/*;q=0.3, text/plain;q=0.7, */*;q=0.5, image/png;q=0');

describe('parseAccept', () => {
  test.each<[string | undefined, string[]]>([
    [undefined, ['0 */* 1']],
    ['', ['0 */* 1']],
    ['  ', ['0 */* 1']],
    ['text/html', ['0 text/html 1']],
    ['TEXT/HTML', ['0 text/html 1']],
    // RFC 9110, section 12.5.1.
    ['audio/*; q=0.2, audio/basic', ['0 audio/* 0.2', '1 audio/basic 1']],
    [
      'text/plain; q=0.5, text/html, text/x-dvi; q=0.8, text/x-c',
      ['0 text/plain 0.5', '1 text/html 1', '2 text/x-dvi 0.8', '3 text/x-c 1'],
    ],
    ['text/plain;format=flowed;q=0.4', ['0 text/plain 0.4']],
    ['a/b;Q=0.4', ['0 a/b 0.4']],
    ['a/b ; q = 0.4', ['0 a/b 0.4']],
    ['a/b;q=0', ['0 a/b 0']],
    ['a/b;q=1', ['0 a/b 1']],
    ['a/b;q=', ['0 a/b 1']],
    ['a/b;q=1.1', ['0 a/b 1']],
    ['a/b;q=-0.1', ['0 a/b 1']],
    ['a/b;q=x', ['0 a/b 1']],
    ['a/b;q=0.3;q=0.4', ['0 a/b 0.3']],
    ['a/b;x="q=0.1;q=0.2";q=0.3', ['0 a/b 0.3']],
    ['a/b;x="c, d/e", f/g', ['0 a/b 1', '1 f/g 1']],
    ['nonsense, a/b', ['1 a/b 1']],
    [', a/b,', ['1 a/b 1']],
    ['nonsense', []],
  ])('Accept: %j → %j', (header, expected) => {
    expect(ranges(header)).toEqual(expected);
  });

  test('takes linear time', () => {
    expect(ranges(`a/b;q=${' '.repeat(100_000)}x y, c/d`)).toEqual(['0 a/b 1', '1 c/d 1']);
  });

  test.each([
    ['text/plain', 0.7],
    ['TEXT/Plain', 0.7],
    ['text/html', 0.3],
    ['image/jpeg', 0.5],
    ['image/png', 0],
  ])('the quality of %s is %s', (mediaType, quality) => {
    expect(qualityOf(accepted, mediaType)).toBe(quality);
  });

  test.each([
    ['text/*', 'image/png'],
    ['text/plain', 'text/html'],
    ['*/html', 'text/html'],
    ['text/plain', 'image/plain'],
  ])('no range of %s fits %s', (header, mediaType) => {
    expect(rangeFor(parseAccept(header), mediaType)).toBeUndefined();
    expect(qualityOf(parseAccept(header), mediaType)).toBe(0);
  });

  test('the first of equal ranges decides', () => {
    expect(rangeFor(parseAccept('a/b;q=0.1, a/b;q=0.2'), 'a/b')?.index).toBe(0);
  });

  test.each([
    ['*/*', 1],
    ['text/*', 2],
    ['text/plain', 3],
    ['*/json', 3],
  ])('the specificity of %s is %i', (header, expected) => {
    expect(specificity(parseAccept(header)[0] as MediaRange)).toBe(expected);
  });
});

describe('prefersProblem', () => {
  test.each([
    ['application/vnd.api+json, application/problem+json;q=0.5', false],
    ['application/vnd.api+json;q=0.1, application/problem+json;q=0.5', true],
  ])('an error of another media type for %s is a problem document: %s', (accept, expected) => {
    expect(prefersProblem(accept, 'application/vnd.api+json; ext=x')).toBe(expected);
  });

  test('an API whose own errors are problem documents has no others', () => {
    expect(prefersProblem('application/problem+json', 'application/problem+json')).toBe(false);
  });

  test.each<[string | undefined, boolean]>([
    [undefined, false],
    ['', false],
    ['*/*', false],
    ['application/json', false],
    ['application/problem+json', true],
    ['APPLICATION/PROBLEM+JSON', true],
    ['application/json, application/problem+json', false],
    ['application/json;q=0.9, application/problem+json', true],
    ['application/json;q=0.1, */*', false],
    ['application/problem+json;q=0.9, application/json', false],
    ['application/*;q=0.1, application/problem+json;q=0.2', true],
    ['application/problem+json, */*', false],
    ['application/problem+json, */*;q=0.9', true],
    ['application/problem+json;q=0', false],
    ['application/problem+xml', false],
  ])('an error for %s is a problem document: %s', (accept, expected) => {
    expect(prefersProblem(accept)).toBe(expected);
  });
});

describe('isJsonType', () => {
  test.each([
    ['application/json', true],
    ['Application/JSON; charset=utf-8', true],
    ['application/hal+json', true],
    ['model/gltf+json', true],
    ['application/xml', false],
    ['text/json', false],
    ['x-application/json', false],
    ['application/json-seq', false],
    ['application/hal+json-seq', false],
    ['application/hal-json', false],
    ['json', false],
  ])('%s is JSON: %s', (mediaType, expected) => {
    expect(isJsonType(mediaType)).toBe(expected);
  });
});

describe('parseMediaType', () => {
  test.each<[string, string, string, Record<string, string>]>([
    ['application/json', 'application', 'json', {}],
    ['APPLICATION/Json', 'application', 'json', {}],
    [' text/html ; Charset="UTF-8" ', 'text', 'html', { charset: 'UTF-8' }],
    ['text/html;charset=utf-8;charset=x', 'text', 'html', { charset: 'utf-8' }],
    ['*/*;q=0.1', '*', '*', { q: '0.1' }],
    ["a!#$%&'*+.^`|~-/b_1", "a!#$%&'*+.^`|~-", 'b_1', {}],
  ])('%s is %s/%s with %j', (text, type, subtype, parameters) => {
    const mediaType = parseMediaType(text)!;
    expect({ ...mediaType, parameters: Object.fromEntries(mediaType.parameters) }).toEqual({
      type,
      subtype,
      parameters,
    });
  });

  test.each([
    '',
    ';',
    'json',
    '/',
    '/json',
    'application/',
    'a/b/c',
    'a b/c',
    'a/b c',
    'a"/b',
    'ä/b',
    `a/${' '.repeat(99)}b`,
  ])('%j is not valid', (text) => {
    expect(parseMediaType(text)).toBeUndefined();
  });
});
