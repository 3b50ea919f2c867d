import { expect, test } from 'vitest';
import type { Presence } from '../../../../src/gateway/conventions/Conventions.ts';
import type { ScopeRule } from '../../../../src/gateway/plan/ScopeRule.ts';
import { requireCaller } from '../../../../src/gateway/runtime/requireCaller.ts';

const author = { variable: 'author', leftOutWhen: false, defaultValue: false };
const scopes: ScopeRule[] = [{ anyOf: [[]], when: [author] }];
const caller = { subject: '', scopes: new Set<string>(), claims: {}, authorization: '' };

test.each<[Presence, object, boolean]>([
  ['REQUIRED', {}, false],
  ['REQUIRED', { author: true }, false],
  ['OPTIONAL', {}, true],
  ['OPTIONAL', { author: true }, false],
])('an anonymous caller under %s with %j passes: %s', (auth, variables, passes) => {
  const check = () => requireCaller(null, { auth, scopes }, variables as never, 'toy');
  if (passes) return expect(check).not.toThrow();
  return expect(check).toThrow(
    expect.objectContaining({ code: 'UNAUTHENTICATED', headers: { 'www-authenticate': 'Bearer realm="toy"' } }),
  );
});

test('a caller always passes', () => {
  expect(() => requireCaller(caller, { auth: 'REQUIRED', scopes }, { author: true }, 'toy')).not.toThrow();
});
