import { toUSVString } from 'node:util';
import { describe, expect, test } from 'vitest';
import {
  MAX_FIELD_LENGTH,
  attachment,
  dateValue,
  decodeTagValue,
  headerValue,
  isToken,
  parseList,
  parsePairs,
  parseParameters,
  splitUnquoted,
  tagValue,
} from '../../../src/gateway/http/fieldSyntax.ts';
import { ExactNumber } from '../../../src/gateway/http/losslessJson.ts';

describe('headerValue', () => {
  test.each([
    ['a b', 'a b', 'a%20b'],
    ['100%', '100%', '100%25'],
    [' x\t', 'x', '%20x%09'],
    ['a\r\nSet-Cookie: x', 'a%0D%0ASet-Cookie: x', 'a%0D%0ASet-Cookie:%20x'],
    ['é', '%C3%A9', '%C3%A9'],
    ['\ud800', '%EF%BF%BD', '%EF%BF%BD'],
    ['a"b\\', 'a"b\\', 'a%22b\\'],
    ['', '', ''],
  ])('%j is sent as %j, and as %j in an entity tag', (text, value, tag) => {
    expect([headerValue(text), tagValue(text)]).toEqual([value, tag]);
    expect(decodeTagValue(tag)).toBe(toUSVString(text));
  });

  test.each(['%', '%zz', '100%'])('%s is not decoded', (value) => expect(decodeTagValue(value)).toBe(value));

  test('a text that is too long is not sent', () => {
    expect([headerValue('x'.repeat(8000))?.length, headerValue('é'.repeat(1334)), tagValue('x'.repeat(8001))]).toEqual([
      8000,
      undefined,
      undefined,
    ]);
  });

  test.each([
    ['2026-01-31T12:00:00+01:00', 'Sat, 31 Jan 2026 11:00:00 GMT'],
    [0, 'Thu, 01 Jan 1970 00:00:00 GMT'],
    ['2026-01-31t12:00:00.5z', 'Sat, 31 Jan 2026 12:00:00 GMT'],
    ['soon', undefined],
    ['Book 1', undefined],
    ['1', undefined],
    [[5], undefined],
    ['2026-01-31', undefined],
    ['+002026-01-31T12:00:00Z', undefined],
    ['2026-01-31T12:00:00Z (noon)', undefined],
    ['2026-01-31T12:00:00.25-00:30', 'Sat, 31 Jan 2026 12:30:00 GMT'],
    ['9999-12-31T23:59:59-01:00', undefined],
    [1e12, undefined],
    [1e300, undefined],
  ])('the date %j is sent as %j', (value, text) => {
    expect(dateValue(value)).toBe(text);
  });

  test('a date in seconds may have more digits than a double', () => {
    expect(dateValue(new ExactNumber('1769860800.0000000001'))).toBe('Sat, 31 Jan 2026 12:00:00 GMT');
  });
});

describe('attachment', () => {
  test.each<[string | undefined, string]>([
    [undefined, 'attachment'],
    ['', 'attachment'],
    ['\r\n\0', 'attachment'],
    ['a b.txt', `attachment; filename="a b.txt"; filename*=UTF-8''a%20b.txt`],
    ['a"\\\r\nb', `attachment; filename="a__b"; filename*=UTF-8''a%22%5Cb`],
    ["€'(1)*.csv", `attachment; filename="_'(1)*.csv"; filename*=UTF-8''%E2%82%AC%27%281%29%2a.csv`],
    ['\ud800x', `attachment; filename="x"; filename*=UTF-8''x`],
    ['x'.repeat(MAX_FIELD_LENGTH), 'attachment'],
  ])('of the file %j is %s', (name, value) => expect(attachment(name)).toBe(value));
});

describe('parseParameters', () => {
  test.each<[string, string, Record<string, string>]>([
    ['', '', {}],
    ['a', 'a', {}],
    [' a ', 'a', {}],
    ['a;', 'a', {}],
    ['a;b=c', 'a', { b: 'c' }],
    ['a ; B = C ', 'a', { b: 'C' }],
    ['a;b="c;d=e";f=g', 'a', { b: 'c;d=e', f: 'g' }],
    ['a;b="c\\"d\\\\"', 'a', { b: 'c"d\\' }],
    ['a;b="c\nd\\\ne"', 'a', { b: 'c\nd\ne' }],
    ['a;b=""', 'a', { b: '' }],
    ['a;b="', 'a', { b: '"' }],
    ['a;b="c', 'a', { b: '"c' }],
    ['a;b=c"', 'a', { b: 'c"' }],
    ['a;b=x"c"', 'a', { b: 'x"c"' }],
    ['a;b="c"x', 'a', { b: '"c"x' }],
    ['a;b=c=d', 'a', { b: 'c=d' }],
    ['a;b', 'a', {}],
    ['a;=c', 'a', {}],
    ['a;b=1;B=2', 'a', { b: '1' }],
    ['"a;b";c=d', '"a;b"', { c: 'd' }],
  ])('%j is %j with %j', (text, value, parameters) => {
    const parsed = parseParameters(text);
    expect([parsed.value, Object.fromEntries(parsed.parameters)]).toEqual([value, parameters]);
  });

  test('pairs can stand alone', () =>
    expect(parsePairs(['a=1', ' b="2"'])).toEqual(
      new Map([
        ['a', '1'],
        ['b', '2'],
      ]),
    ));
});

describe('parseList', () => {
  test.each<[string | undefined, string[]]>([
    [undefined, []],
    ['', []],
    [' , ,', []],
    ['a', ['a']],
    ['a,b', ['a', 'b']],
    ['  a b ,\tc , ', ['a b', 'c']],
    ['"a,b"', ['"a', 'b"']],
  ])('%j → %j', (header, expected) => {
    expect(parseList(header)).toEqual(expected);
  });
});

describe('splitUnquoted', () => {
  test.each([
    ['', ['']],
    ['a', ['a']],
    ['a,b', ['a', 'b']],
    [',', ['', '']],
    [' a , b ', [' a ', ' b ']],
    ['"a,b",c', ['"a,b"', 'c']],
    ['a="x,y",b="z"', ['a="x,y"', 'b="z"']],
    ['"a\\\\",b', ['"a\\\\"', 'b']],
    ['"a\\",b",c', ['"a\\",b"', 'c']],
    ['a\\,"b"', ['a\\', '"b"']],
    ['"a,b', ['"a,b']],
    ['x,"a,b', ['x', '"a,b']],
    ['"",a', ['""', 'a']],
    ['",', ['",']],
  ])('%j → %j', (text, expected) => {
    expect(splitUnquoted(text, ',')).toEqual(expected);
  });

  test('splits at another separator', () => expect(splitUnquoted('a,b;"c;d"', ';')).toEqual(['a,b', '"c;d"']));

  test('takes linear time', () => {
    expect(splitUnquoted(`"${'\\"'.repeat(200_000)}`, ',')).toHaveLength(1);
  });
});

describe('isToken', () => {
  test.each(['a', 'A-9_z', "!#$%&'*+.^`|~-"])('%s is a token', (text) => expect(isToken(text)).toBe(true));

  test.each([
    '',
    ' ',
    'a b',
    'a,b',
    'a"',
    '(a)',
    'a/b',
    'a:b',
    'ä',
    'a\n',
    '[a]',
    '{a}',
    'a=b',
    'a@b',
    `${'a'.repeat(99)};`,
  ])('%j is not', (text) => expect(isToken(text)).toBe(false));
});
