import { expect, test } from 'vitest';
import { parseMediaType } from '../../../../src/gateway/protocol/parseMediaType.ts';

test.each<[string, string, string, Record<string, string>]>([
  ['application/json', 'application', 'json', {}],
  ['APPLICATION/Json', 'application', 'json', {}],
  [' text/html ; Charset="UTF-8" ', 'text', 'html', { charset: 'UTF-8' }],
  ['text/html;charset=utf-8;charset=x', 'text', 'html', { charset: 'utf-8' }],
  ['*/*;q=0.1', '*', '*', { q: '0.1' }],
  ["a!#$%&'*+.^`|~-/b_1", "a!#$%&'*+.^`|~-", 'b_1', {}],
])('%s is %s/%s with %j', (text, type, subtype, parameters) => {
  const mediaType = parseMediaType(text)!;
  expect({ ...mediaType, parameters: Object.fromEntries(mediaType.parameters) }).toEqual({ type, subtype, parameters });
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
