import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { prepareCursorScope, decodeCursor, encodeCursor } from '../../../../src/gateway/handle/read/cursors.ts';

type List = Parameters<typeof prepareCursorScope>[0];
type Parameter = List['parameters'][number];

/** A parameter of the query whose variable has its name, unless `rest` says otherwise. */
const parameter = (name: string, type: string, rest: Partial<Parameter> = {}): Parameter => ({
  name,
  variable: name,
  source: 'query',
  type,
  required: type.endsWith('!'),
  constraints: {},
  ...rest,
});

/** The scope of a list under `/s/{…}/books`. */
function scopeOf(placeholder: string, parameters: readonly Parameter[]) {
  const segments: List['segments'] = [
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

const values = [
  { text: 'new', value: { state: 'A' } },
  { text: 'old', value: { state: 'B' } },
];
const shelves: List = {
  path: '/shelves/{shelf}/{unread}',
  segments: [
    { names: [], texts: ['shelves'] },
    { names: ['shelf'], texts: ['', ''] },
    { names: ['unread'], texts: ['', ''] },
  ],
  parameters: [
    parameter('shelf', 'Int!', { source: 'path' }),
    parameter('shelf', 'Int', { variable: 'inQuery' }),
    parameter('states', '[State!]', { constraints: { values } }),
    parameter('state', 'State', { constraints: { values }, default: { state: 'A' } }),
  ],
};
const scopeOfList = prepareCursorScope(shelves);
const [NEW, OLD] = [{ state: 'A' }, { state: 'B' }];

describe('a cursor belongs to a list', () => {
  test.each<[string, object, unknown[]]>([
    ['of the values of its path', { shelf: 1 }, [1]],
    ['of a filter', { shelf: 1, inQuery: 2 }, [1, ['shelf', 2]]],
    ['of the text that stands for the value of a filter', { shelf: 1, state: OLD }, [1, ['state', 'old']]],
    ['of the texts of a list', { shelf: 1, states: [NEW, OLD] }, [1, ['states', ['new', 'old']]]],
    ['of several filters, by name', { shelf: 1, states: [], state: OLD }, [1, ['state', 'old'], ['states', []]]],
    ['without a filter that is the default', { shelf: 1, state: NEW }, [1]],
    ['without a filter that is null, and is so by default', { shelf: 1, states: null }, [1]],
    ['of a null that is not the default', { shelf: 1, state: null }, [1, ['state', null]]],
  ])('%s', (_, variables, parts) => {
    expect(JSON.parse(scopeOfList(variables as never))).toEqual(['/shelves/{}/{}', ...parts]);
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

  test('a cursor is undefined if any character of it changes', () => {
    const good = encodeCursor('cursor:12345', 'list');
    for (let at = 0; at < good.length; at++) {
      for (const other of ['A', 'b', '0', '-', '=', ' ', 'é', '']) {
        if (good[at] !== other)
          expect(decodeCursor(good.slice(0, at) + other + good.slice(at + 1), 'list')).toBeUndefined();
      }
    }
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
