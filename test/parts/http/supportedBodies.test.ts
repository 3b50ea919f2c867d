import { describe, expect, test } from 'vitest';
import { assertContentHeaders } from '../../../src/gateway/http/supportedBodies.ts';

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
    expect(() => assertContentHeaders({ 'content-type': type })).not.toThrow();
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
    expect(() => assertContentHeaders({ 'content-type': type })).toThrow(refused(UNSUPPORTED, message));
  });
  test.each([
    ['application/json; charset=iso-8859-1', 'iso-8859-1'],
    ['application/json; charset="utf-16"', 'utf-16'],
    ['application/json; charset=xutf-8', 'xutf-8'],
    ['application/json; charset=utf-8x', 'utf-8x'],
    ['application/json; charset=', '""'],
  ])('%s is refused', (type, charset) => {
    const message = `The charset ${charset} is not supported; send UTF-8.`;
    expect(() => assertContentHeaders({ 'content-type': type })).toThrow(refused(UNSUPPORTED, message));
  });
});

describe('Content-Encoding', () => {
  test.each([undefined, 'identity', ' Identity '])('%s is accepted', (coding) => {
    expect(() => assertContentHeaders({ 'content-encoding': coding })).not.toThrow();
  });
  test.each([
    ['gzip', 'gzip'],
    ['gzip, identity', 'gzip, identity'],
    ['', '""'],
  ])('%s is refused', (coding, shown) => {
    const message = `Content-Encoding ${shown} is not supported.`;
    expect(() => assertContentHeaders({ 'content-encoding': coding })).toThrow(
      refused(UNSUPPORTED, message, { 'accept-encoding': 'identity' }),
    );
  });
});

test.each([';', '', 'foo bar', 'a/b c', 'image/'])('%j is no Content-Type of a body of any type', (type) => {
  const message = `Content-Type ${type || '""'} is not supported; send a media type such as image/png.`;
  expect(() => assertContentHeaders({ 'content-type': type }, ['*/*'], true)).toThrow(refused(UNSUPPORTED, message));
  expect(() => assertContentHeaders({ 'content-type': 'a/b; c' }, ['*/*'], true)).not.toThrow();
});

test('bytes have any charset, and JSON beside them has not', () => {
  const assert = (type: string) =>
    assertContentHeaders({ 'content-type': type }, ['text/csv', 'application/json'], true);
  expect(() => assert('text/csv; charset=iso-8859-1')).not.toThrow();
  expect(() => assert('application/json; charset=iso-8859-1')).toThrow('The charset iso-8859-1 is not supported');
  expect(() => assert('image/png')).toThrow(
    'Content-Type image/png is not supported; send text/csv or application/json.',
  );
});
