import { expect, test } from 'vitest';
import {
  type MediaRange,
  parseAccept,
  qualityOf,
  rangeFor,
  specificity,
} from '../../../../src/gateway/protocol/parseAccept.ts';

const ranges = (header: string | undefined) =>
  parseAccept(header).map(({ type, subtype, quality, index }) => `${index} ${type}/${subtype} ${quality}`);

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

// The example of precedence in RFC 9110, section 12.5.1, without parameters.
const accepted = parseAccept('text/*;q=0.3, text/plain;q=0.7, */*;q=0.5, image/png;q=0');
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
