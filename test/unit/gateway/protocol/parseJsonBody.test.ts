import { describe, expect, test } from 'vitest';
import { assertJsonBody, parseJsonBody } from '../../../../src/gateway/protocol/parseJsonBody.ts';

const refused = (code: string, message: string, headers = {}) => expect.objectContaining({ code, message, headers });
const UNSUPPORTED = 'UNSUPPORTED_MEDIA_TYPE';

describe('Content-Type', () => {
  test.each([
    undefined,
    'application/json',
    'Application/JSON',
    'application/vnd.api+json',
    'application/problem+json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
    'application/json; charset=utf8',
    'application/json; version=1',
    ' application/json ',
  ])('%s is accepted', (type) => {
    expect(() => assertJsonBody({ 'content-type': type })).not.toThrow();
  });
  test.each([
    ['text/plain', 'text/plain'],
    ['text/json', 'text/json'],
    ['application/xml', 'application/xml'],
    ['application/jsonp', 'application/jsonp'],
    ['application/xjson', 'application/xjson'],
    ['application/+json', 'application/+json'],
    ['application/a+jsonx', 'application/a+jsonx'],
    ['application/json/x', 'application/json/x'],
    ['multipart/form-data; boundary=x', 'multipart/form-data; boundary=x'],
    [' json ', 'json'],
    ['', '""'],
    [`a/${'b'.repeat(300)}`, `a/${'b'.repeat(197)}…`],
  ])('%s is refused', (type, shown) => {
    const message = `Content-Type ${shown} is not supported; send application/json.`;
    expect(() => assertJsonBody({ 'content-type': type })).toThrow(refused(UNSUPPORTED, message));
  });
  test.each([
    ['application/json; charset=iso-8859-1', 'iso-8859-1'],
    ['application/json; charset="utf-16"', 'utf-16'],
    ['application/json; charset=xutf-8', 'xutf-8'],
    ['application/json; charset=utf-8x', 'utf-8x'],
    ['application/json; charset=', '""'],
  ])('%s is refused', (type, charset) => {
    const message = `The charset ${charset} is not supported; send UTF-8.`;
    expect(() => assertJsonBody({ 'content-type': type })).toThrow(refused(UNSUPPORTED, message));
  });
});

describe('Content-Encoding', () => {
  test.each([undefined, 'identity', ' Identity '])('%s is accepted', (coding) => {
    expect(() => assertJsonBody({ 'content-encoding': coding })).not.toThrow();
  });
  test.each([
    ['gzip', 'gzip'],
    ['gzip, identity', 'gzip, identity'],
    ['', '""'],
  ])('%s is refused', (coding, shown) => {
    const message = `Content-Encoding ${shown} is not supported.`;
    expect(() => assertJsonBody({ 'content-encoding': coding })).toThrow(
      refused(UNSUPPORTED, message, { 'accept-encoding': 'identity' }),
    );
  });
});

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
