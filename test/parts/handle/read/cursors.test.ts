import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Segment } from '../../../../src/gateway/plan/paths.ts';
import type { ParameterPlan } from '../../../../src/gateway/plan/ParameterPlan.ts';
import { prepareCursorScope, decodeCursor, encodeCursor } from '../../../../src/gateway/handle/read/cursors.ts';
import { parameter } from './support/coercion.ts';

/** The scope of a list under `/s/{…}/books`. */
function scopeOf(placeholder: string, parameters: readonly ParameterPlan[]) {
  const segments: Segment[] = [
    { names: [], texts: ['s'] },
    { names: [placeholder], texts: ['', ''] },
    { names: [], texts: ['books'] },
  ];
  return prepareCursorScope({
    path: `/s/{${placeholder}}/books`,
    segments,
    parameters: [parameter(placeholder, 'String!', { source: 'path', variable: 'shelf' }), ...parameters],
  });
}

const GENRE = parameter('genre', 'String');
const WORDS = parameter('words', '[String!]', { variable: 'filter' });
const scope = scopeOf('shelf', [WORDS, GENRE]);

describe('prepareCursorScope', () => {
  test.each([
    [{ shelf: 'low' }, '["/s/{}/books","low"]'],
    [{ shelf: 'low', genre: 'a' }, '["/s/{}/books","low",["genre","a"]]'],
    [{ shelf: 'low', filter: ['x'], genre: 'a' }, '["/s/{}/books","low",["genre","a"],["words",["x"]]]'],
    [{ shelf: 'low', genre: null }, '["/s/{}/books","low"]'],
    [{ shelf: 'low', genre: false, filter: [] }, '["/s/{}/books","low",["genre",false],["words",[]]]'],
    [{ shelf: 'low', first: 3, after: 'x' }, '["/s/{}/books","low"]'],
  ])('of the variables %j is %s', (variables, text) => {
    expect(scope(variables)).toBe(text);
  });

  test('is the same whatever a version calls its placeholders and variables, and in whatever order it has its filters', () => {
    const other = scopeOf('name', [{ ...GENRE, variable: 'kind' }, WORDS]);
    expect(other({ shelf: 'low', kind: 'a', filter: ['x'] })).toBe(scope({ shelf: 'low', genre: 'a', filter: ['x'] }));
  });

  test('has no part for a default, as before the list had the filter; null is another value then', () => {
    const withDefault = scopeOf('shelf', [{ ...GENRE, default: 'a' }]);
    expect(withDefault({ shelf: 'low' })).toBe('["/s/{}/books","low"]');
    expect(withDefault({ shelf: 'low', genre: 'a' })).toBe('["/s/{}/books","low"]');
    expect(withDefault({ shelf: 'low', genre: null })).toBe('["/s/{}/books","low",["genre",null]]');
  });

  test('counts placeholders by their place', () => {
    const nested = prepareCursorScope({
      path: '/{b}/{a}',
      segments: [
        { names: ['b'], texts: ['', ''] },
        { names: ['a'], texts: ['', ''] },
      ],
      parameters: [
        parameter('a', 'ID!', { source: 'path' }),
        parameter('a', 'ID', { variable: 'filter' }),
        parameter('b', 'ID!', { source: 'path' }),
      ],
    });
    expect(nested({ a: '1', b: '2', filter: '3' })).toBe('["/{}/{}","2","1",["a","3"]]');
  });
});

const encoded = 'A_UVT99aS8vPYTox';
describe('cursor', () => {
  test('a cursor is its checksum and its bytes', () => expect(encodeCursor('a:1', 'users')).toBe(encoded));

  test('a cursor of its list is decoded', () => expect(decodeCursor(encoded, 'users')).toBe('a:1'));

  test.each([
    ['of another list', () => encodeCursor('a:1', 'orders')],
    ['that is empty', () => ''],
    ['that is damaged', () => encoded.replace('A', 'B')],
    ['that is cut off', () => encoded.slice(0, -4)],
    ['that is a checksum alone', () => encodeCursor('', 'users')],
    ['with a longer end', () => `${encoded}AA`],
    ['with padding', () => `${encodeCursor('a', 'users')}=`],
    ['with a character outside the alphabet', () => `${encoded}!`],
    ['in base64', () => Buffer.from(encodeCursor('??>', 'users'), 'base64url').toString('base64')],
    ['that is not an encoding', () => 'page 2'],
  ])('a cursor %s is undefined', (_, cursor) => {
    expect(decodeCursor(cursor(), 'users')).toBeUndefined();
  });

  test('any cursor comes back for its own list only', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'binary' }), fc.string(), fc.string(), (cursor, list, other) => {
        expect(decodeCursor(encodeCursor(cursor, list), list)).toBe(cursor);
        if (other !== list) expect(decodeCursor(encodeCursor(cursor, list), other)).toBeUndefined();
      }),
    );
  });
});
