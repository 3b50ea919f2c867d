import { describe, expect, test } from 'vitest';
import { type Challenge, renderChallenge, toBearer, withScheme } from '../../../src/gateway/http/credentials.ts';

describe('challenge', () => {
  // The examples of RFC 6750, section 3, without line breaks.
  test.each<[Challenge, string]>([
    [{ realm: 'example' }, 'Bearer realm="example"'],
    [
      { realm: 'example', error: 'invalid_token', description: 'The access token expired' },
      'Bearer realm="example", error="invalid_token", error_description="The access token expired"',
    ],
    [{ error: 'insufficient_scope', scope: 'a b' }, 'Bearer error="insufficient_scope", scope="a b"'],
    [{ error: 'insufficient_scope', scope: '' }, 'Bearer error="insufficient_scope", scope=""'],
    [{ realm: 'say "hi" \\o/' }, 'Bearer realm="say \\"hi\\" \\\\o/"'],
    [{}, 'Bearer'],
  ])('%j is %s', (challenge, expected) => {
    expect(renderChallenge(challenge)).toBe(expected);
  });

  test.each([
    ['Bearer realm="a"', 'Token', 'Token realm="a"'],
    ['Bearer', 'Token', 'Token'],
    ['Bearer realm="Bearer"', 'Token', 'Token realm="Bearer"'],
    ['Basic realm="a", Bearer', 'Token', 'Basic realm="a", Bearer'],
    ['Bearer realm="a"', '$&x', '$&x realm="a"'],
  ])('%s in the scheme %s is %s', (challenge, scheme, expected) => {
    expect(withScheme(challenge, scheme)).toBe(expected);
  });
});

describe('toBearer', () => {
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
});
