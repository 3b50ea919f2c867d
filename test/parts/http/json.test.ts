import { describe, expect, test } from 'vitest';
import { readJson } from '../../../src/gateway/http/losslessJson.ts';
import { canonicalJson, jsonPointer, parseJsonBody } from '../../../src/gateway/http/json.ts';

const refused = (code: string, message: string, headers = {}) => expect.objectContaining({ code, message, headers });
const UNSUPPORTED = 'UNSUPPORTED_MEDIA_TYPE';

describe('a body', () => {
  test.each<[string, unknown]>([
    ['{"a":[1,null]}', { a: [1, null] }],
    ['null', null],
    ['"ü"', 'ü'],
    [' 1 ', 1],
    ['\ufeff1', 1],
  ])('%s is parsed', (text, expected) => {
    expect(parseJsonBody(Buffer.from(text), 'application/json')).toEqual(expected);
  });
  test('that is empty is undefined, whatever its type', () => {
    expect([parseJsonBody(Buffer.alloc(0), undefined), parseJsonBody(Buffer.alloc(0), 'a/b')]).toEqual([
      undefined,
      undefined,
    ]);
  });
  test('without a Content-Type is refused', () => {
    const message = 'The body has no Content-Type; send application/json.';
    expect(() => parseJsonBody(Buffer.from('1'), undefined)).toThrow(refused(UNSUPPORTED, message));
  });
  test.each([[[0xff]], [[0x22, 0xc3, 0x22]], [[0xed, 0xa0, 0x80]]])('in bytes %j is refused', (bytes) => {
    const parse = () => parseJsonBody(Uint8Array.from(bytes), 'application/json');
    expect(parse).toThrow(refused('BAD_REQUEST', 'The body is not valid UTF-8.'));
  });
  test.each(['{', '{"a":1}x', "{'a':1}", 'undefined', ' '])('%j is refused', (text) => {
    const parse = () => parseJsonBody(Buffer.from(text), 'application/json');
    expect(parse).toThrow(expect.objectContaining({ code: 'BAD_REQUEST' }));
    expect(parse).toThrow(/^The body is not valid JSON: .+\.$/);
  });
  test('that is echoed by the parser is truncated', () => {
    const parse = () => parseJsonBody(Buffer.from(`[${'x'.repeat(500)}`), 'application/json');
    expect(parse).toThrow(/^The body is not valid JSON: .{1,200}\.$/);
  });
});

describe('canonicalJson', () => {
  // RFC 8785, sections 3.2.2 and 3.2.3, and appendix B.
  test.each([
    [
      '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    ],
    [
      '{"\\u20ac":"Euro Sign","\\r":"Carriage Return","\\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One","\\ud83d\\ude00":"Emoji: Grinning Face","\\u0080":"Control","\\u00f6":"Latin Small Letter O With Diaeresis"}',
      '{"\\r":"Carriage Return","1":"One","\u0080":"Control","ö":"Latin Small Letter O With Diaeresis","€":"Euro Sign","😀":"Emoji: Grinning Face","דּ":"Hebrew Letter Dalet With Dagesh"}',
    ],
    ['{"10":1,"9":2,"b":{"d":1,"c":[{"z":1,"y":2}]},"a":{}}', '{"10":1,"9":2,"a":{},"b":{"c":[{"y":2,"z":1}],"d":1}}'],
    ['{"__proto__":1,"constructor":2}', '{"__proto__":1,"constructor":2}'],
    ['[1.0,1e2,-0,1e-7,1e21]', '[1,100,0,1e-7,1e+21]'],
    ['"\\ud800"', '"\\ud800"'],
    [' true ', 'true'],
  ])('%s', (text, canonical) => {
    expect(canonicalJson(JSON.parse(text))).toBe(canonical);
  });

  test.each([
    ['[9007199254740993,90071992547409930e-1]', '[9007199254740993e15,9007199254740993e15]'],
    ['[1e400,-10e399,null]', '[1e400,-1e400,null]'],
    ['[0.10000000000000000001]', '[10000000000000000001e-1]'],
  ])('%s has the digits of numbers that no double has', (text, canonical) => {
    expect(canonicalJson(readJson(text))).toBe(canonical);
  });
});

describe('jsonPointer', () => {
  // RFC 6901, section 5.
  test.each([
    [[], ''],
    [['foo', '0'], '/foo/0'],
    [[''], '/'],
    [['a/b'], '/a~1b'],
    [['m~n'], '/m~0n'],
    [['~1'], '/~01'],
  ])('the pointer of %j is %j', (steps, pointer) => {
    expect(jsonPointer(steps)).toBe(pointer);
  });
});
