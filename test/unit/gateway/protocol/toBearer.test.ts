import { expect, test } from 'vitest';
import { toBearer } from '../../../../src/gateway/protocol/toBearer.ts';

test.each<[string, string | undefined, string | undefined]>([
  ['Bearer', undefined, undefined],
  ['Token', undefined, undefined],
  ['Bearer', 'Bearer abc', 'Bearer abc'],
  ['Bearer', 'bearer abc', 'bearer abc'],
  ['Bearer', 'Basic abc', 'Basic abc'],
  ['Token', 'Token abc', 'Bearer abc'],
  ['Token', 'TOKEN abc', 'Bearer abc'],
  ['token', 'Token abc', 'Bearer abc'],
  ['Token', 'Token  abc  def', 'Bearer  abc  def'],
  ['Token', 'Token', 'Bearer'],
  ['Token', 'Token ', 'Bearer '],
  ['Token', 'Bearer abc', undefined],
  ['Token', 'BEARER abc', undefined],
  ['Token', 'Bearer', undefined],
  ['Token', 'Tokens abc', 'Tokens abc'],
  ['Token', 'Basic abc', 'Basic abc'],
  ['Token', ' Token abc', ' Token abc'],
  ['Token', '', ''],
])('with the scheme %s, %j becomes %j', (scheme, authorization, expected) => {
  expect(toBearer(authorization, scheme)).toBe(expected);
});
