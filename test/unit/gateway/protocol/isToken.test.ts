import { expect, test } from 'vitest';
import { isToken } from '../../../../src/gateway/protocol/isToken.ts';

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
