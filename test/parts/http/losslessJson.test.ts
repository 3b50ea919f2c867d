import { describe, expect, test } from 'vitest';
import {
  ExactNumber,
  compareNumbers,
  findExactNumber,
  integerText,
  isJsonNumber,
  isDeeperThan,
  isObject,
  readJson,
  readNumber,
  writeJson,
} from '../../../src/gateway/http/losslessJson.ts';

describe('a number', () => {
  test.each([
    ['0', 0],
    ['-0', -0],
    ['-0.000', -0],
    ['0e999999999999', 0],
    ['1.0', 1],
    ['1E2', 100],
    ['0.30000000000000004', 0.30000000000000004],
    ['9007199254740992', 9007199254740992],
    ['12345678901234567000', 12345678901234567000],
    ['1000000000000000000000', 1e21],
    ['1e308', 1e308],
    ['5e-324', 5e-324],
    ['1e005', 1e5],
    ['12345.6789012345e-300', 12345.6789012345e-300],
  ])('is a double: %s', (text, expected) => {
    expect(readNumber(text)).toBe(expected);
  });

  test.each([
    ['9007199254740993', true, false],
    ['-9007199254740993', true, false],
    ['9007199254740993.0', true, false],
    ['0.300000000000000041', false, false],
    ['4e-324', false, false],
    ['12345678901234e-335', false, false],
    ['1e-400', false, false],
    ['1e400', false, true],
    [`${'9'.repeat(400)}`, false, true],
    ['1e99999999999999999999', false, true],
  ])('has its text where no double has its value: %s', (text, isInteger, isOutOfRange) => {
    const number = readNumber(text);
    expect(number).toBeInstanceOf(ExactNumber);
    expect(number).toMatchObject({ value: text, isOutOfRange });
    expect(integerText(number) !== undefined).toBe(isInteger);
  });

  test.each<[string, number | undefined]>([
    ['0.10000000000000001', 0.1],
    ['-3.1400000000000001', -3.14],
    ['0.100000000000000006', undefined],
    ['9007199254740993', undefined],
    ['1e400', undefined],
  ])('is the double that has these digits, at most 17: %s', (text, double) => {
    expect(readNumber(text)).toMatchObject({ double });
  });

  test.each<[unknown, string | undefined]>([
    [12, '12'],
    [-0, '0'],
    [1e21, '1000000000000000000000'],
    [-1.5e25, '-15000000000000000000000000'],
    [12n, '12'],
    [readNumber('9007199254740993'), '9007199254740993'],
    [readNumber('9007199254740993.0'), '9007199254740993'],
    [readNumber('-90071992547409930e-1'), '-9007199254740993'],
    [readNumber('90071992547409935e-1'), undefined],
    [readNumber('9'.repeat(400)), undefined],
    [10n ** 400n, undefined],
    [1.5, undefined],
    [NaN, undefined],
    [Infinity, undefined],
    ['12', undefined],
    [null, undefined],
  ])('has the digits of an integer: %o', (value, text) => {
    expect(integerText(value)).toBe(text);
  });

  test.each<[unknown, boolean]>([
    [1, true],
    [1n, true],
    [10n ** 400n, false],
    [readNumber('9007199254740993'), true],
    [readNumber('1e400'), false],
    [NaN, false],
    [Infinity, false],
    ['1', false],
    [null, false],
  ])('can be one of JSON: %o', (value, expected) => {
    expect(isJsonNumber(value)).toBe(expected);
  });

  test('is compared by its value', () => {
    const exact = readNumber('9007199254740993');
    expect(compareNumbers(exact, 9007199254740992)).toBeGreaterThan(0);
    expect(compareNumbers(exact, 1e300)).toBeLessThan(0);
    expect(compareNumbers(1n, 1)).toBe(0);
    expect(compareNumbers(-1, 1)).toBeLessThan(0);
  });
});

describe('JSON', () => {
  test.each([
    '{"a":[9007199254740993,{"b":-1.00000000000000000001}],"__proto__":{"c":1e400},"":null,"t":true,"f":false}',
    '[12345678901234567890123]',
    '9007199254740993',
    '{"\\u0000\\"é":"9007199254740993","n":9007199254740993}',
  ])('is written as it was read: %s', (text) => {
    expect(writeJson(readJson(text))).toBe(text);
    expect(() => JSON.stringify(readJson(text))).toThrow(TypeError);
  });

  test.each([
    '{"a":[1,2.5,"x",null,true],"__proto__":1}',
    '{"time":"10:00:00, 1234567890123456789 1e5","id":"3e8f0000-0000-4000-8000-000000000000",":1e999":1}',
    '[0.30000000000000004,1e3,1234567890123456,[]]',
  ])('without such numbers is what JSON.parse reads: %s', (text) => {
    expect(readJson(text)).toEqual(JSON.parse(text));
    expect(writeJson(readJson(text))).toBe(JSON.stringify(JSON.parse(text)));
  });

  test.each([1, 2, 15, 16, 17, 31, 32, 33])('has such a number wherever it begins: at %i', (at) => {
    const text = `[${' '.repeat(at - 1)}9007199254740993,1,2.5]`;
    expect(findExactNumber(readJson(text))?.value).toBe('9007199254740993');
    expect(findExactNumber(readJson(`[${' '.repeat(at - 1)}1e999]`))?.value).toBe('1e999');
    expect(findExactNumber(readJson(`[${' '.repeat(at - 1)}0.1234567890123456789]`))).toBeDefined();
    expect(findExactNumber(readJson(`[${'1,'.repeat(at)}123456789012345]`))).toBeUndefined();
  });

  test('has the last value of a name, with such a number as well', () => {
    expect(writeJson(readJson('{"a":9007199254740993,"b":1,"a":{"c":2}}'))).toBe('{"a":{"c":2},"b":1}');
  });

  test.each([
    '',
    '{',
    '[9007199254740993',
    '[9007199254740993,]',
    '{"a":9007199254740993,}',
    '[09007199254740993]',
    '[+9007199254740993]',
    '[1.e400]',
    "['9007199254740993', 9007199254740993]",
    '[9007199254740993] x',
    '["\n", 9007199254740993]',
    `${'['.repeat(100_000)}9007199254740993${']'.repeat(100_000)}`,
  ])('that is not valid is a SyntaxError: %s', (text) => {
    expect(() => readJson(text)).toThrow(SyntaxError);
  });

  test('has the digits of bigints, and indentation', () => {
    expect(writeJson({ a: [9007199254740993n, new Date(0)] }, 2)).toBe(
      '{\n  "a": [\n    9007199254740993,\n    "1970-01-01T00:00:00.000Z"\n  ]\n}',
    );
    const cycle: Record<string, unknown> = { a: 1n };
    cycle['self'] = cycle;
    expect(() => writeJson(cycle)).toThrow(TypeError);
  });

  test('is searched for a number that no double has', () => {
    const value = readJson('{"a":[1,{"b":9007199254740993}],"c":1e400}');
    expect(findExactNumber(value)?.value).toBe('9007199254740993');
    expect(findExactNumber(value, ({ isOutOfRange }) => isOutOfRange)?.value).toBe('1e400');
    expect(findExactNumber([1, 'x', null, { a: [] }])).toBeUndefined();
  });

  test.each<[unknown, boolean]>([
    [{}, true],
    [[], false],
    [null, false],
    ['a', false],
    [readNumber('9007199254740993'), false],
  ])('is an object: %o %s', (value, expected) => {
    expect(isObject(value)).toBe(expected);
  });
});

test.each<[string, number]>([
  ['1', 0],
  ['[]', 1],
  ['{}', 1],
  ['[12345678901234567890]', 1],
  ['[1,{"a":[null]},"x"]', 3],
  [`${'[{"a":'.repeat(500)}12345678901234567890${'}]'.repeat(500)}`, 1000],
])('%.30s has as many levels as %i', (text, levels) => {
  expect(isDeeperThan(readJson(text), levels)).toBe(false);
  if (levels > 0) expect(isDeeperThan(readJson(text), levels - 1)).toBe(true);
});
