import { expect, test } from 'vitest';
import { type Challenge, renderChallenge, withScheme } from '../../../../src/gateway/protocol/challenge.ts';

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
