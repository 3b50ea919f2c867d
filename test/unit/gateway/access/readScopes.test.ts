import { expect, test } from 'vitest';
import { readScopes } from '../../../../src/gateway/access/readScopes.ts';

test.each<[Record<string, unknown>, string[]]>([
  [{}, []],
  [{ scope: '' }, []],
  [{ scope: 'a' }, ['a']],
  [{ scope: 'a b' }, ['a', 'b']],
  [{ scope: ' a  b ' }, ['a', 'b']],
  [{ scope: 'a a' }, ['a']],
  [{ scope: ['a', 'b c'] }, ['a', 'b c']],
  [{ scp: 'a b' }, ['a', 'b']],
  [{ scp: ['a', 1, null, 'b'] }, ['a', 'b']],
  [{ scope: 'a', scp: 'b' }, ['a']],
  [{ scope: '', scp: 'b' }, []],
  [{ scope: null, scp: 'b' }, ['b']],
  [{ scope: 7 }, []],
  [{ scope: { a: 'b' } }, []],
])('the scopes of %j are %j', (claims, scopes) => {
  expect(readScopes(claims)).toEqual(new Set(scopes));
});
