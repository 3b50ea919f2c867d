import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Problem } from '../../../../src/gateway/base/errors/ServiceError.ts';
import { changeName, checkUser, joinName, splitName } from '../../../../src/service/domain/users/userNames.ts';
import { problemsOf } from '../support/problemsOf.ts';

type Input = Parameters<typeof checkUser>[0];

const good: [promise: string, Input, ReturnType<typeof checkUser>][] = [
  ['a full name', { name: ' Ada  Lovelace ' }, parts('Ada', 'Lovelace', [' Ada  Lovelace ', 'Ada  Lovelace'])],
  ['a full name of one word', { name: 'Ada' }, parts('Ada', '', ['Ada', 'Ada'])],
  ['first and last name', { firstName: 'Ada', lastName: 'Lovelace' }, parts('Ada', 'Lovelace')],
  ['an empty last name', { firstName: 'Ada', lastName: '' }, parts('Ada', '')],
  ['parts as they are', { firstName: ' Ada', lastName: 'B  C ' }, parts(' Ada', 'B  C ')],
  ['null for what is not given', { name: 'Ada', firstName: null, lastName: null }, parts('Ada', '', ['Ada', 'Ada'])],
  [
    'a name of 200 characters',
    { name: 'a'.repeat(200) },
    parts('a'.repeat(200), '', ['a'.repeat(200), 'a'.repeat(200)]),
  ],
  [
    '200 characters outside the first plane',
    { firstName: '😀'.repeat(200), lastName: '' },
    parts('😀'.repeat(200), ''),
  ],
  [
    'parts of 199 characters',
    { firstName: 'a'.repeat(100), lastName: 'b'.repeat(99) },
    parts('a'.repeat(100), 'b'.repeat(99)),
  ],
];

function parts(firstName: string, lastName: string, equivalentNames: string[] = []) {
  return { firstName, lastName, equivalentNames };
}

test.each(good)('takes %s', (_, input, expected) => {
  expect(checkUser(input)).toEqual(expected);
});

const UNSTORABLE = 'must not contain U+0000 or a lone surrogate';
const bad: [promise: string, Input, Problem[]][] = [
  ['no name at all', {}, [{ field: 'name', message: 'is required, or firstName and lastName instead' }]],
  [
    'a name beside its parts',
    { name: 'A', lastName: 'B' },
    [{ field: 'name', message: 'cannot be combined with firstName and lastName' }],
  ],
  ['a first name alone', { firstName: 'A' }, [{ field: 'lastName', message: 'is required; it may be empty' }]],
  ['a last name alone', { lastName: 'A' }, [{ field: 'firstName', message: 'is required' }]],
  ['U+0000 in a last name', { firstName: 'A', lastName: '\0' }, [{ field: 'lastName', message: UNSTORABLE }]],
  [
    'parts of 200 characters, as they are joined by one more',
    { firstName: 'a'.repeat(100), lastName: '😀'.repeat(100) },
    [
      { field: 'firstName', message: 'must have at most 199 characters together with lastName' },
      { field: 'lastName', message: 'must have at most 199 characters together with firstName' },
    ],
  ],
  [
    'a first name of 201 characters without a last name',
    { firstName: 'a'.repeat(201), lastName: '' },
    [{ field: 'firstName', message: 'must have at most 200 characters' }],
  ],
];

test.each(bad)('refuses %s', (_, input, problems) => {
  expect(problemsOf(() => checkUser(input))).toEqual(problems);
});

const splits: [name: string, firstName: string, lastName: string][] = [
  ['Ada Lovelace', 'Ada', 'Lovelace'],
  ['Ada', 'Ada', ''],
  ['  Ada  \t Lovelace \n', 'Ada', 'Lovelace'],
  ['Gabriel José García Márquez', 'Gabriel', 'José García Márquez'],
  ['Ada  King  Noel', 'Ada', 'King  Noel'],
  ['Ada\u00a0Lovelace', 'Ada', 'Lovelace'],
  ['山田\u3000太郎', '山田', '太郎'],
  ['\ufeffAda', 'Ada', ''],
  ['', '', ''],
  [' \t\n', '', ''],
];

test.each(splits)('splits %j into %j and %j', (name, firstName, lastName) => {
  expect(splitName(name)).toEqual({ firstName, lastName });
});

const joins: [firstName: string, lastName: string, name: string][] = [
  ['Ada', 'Lovelace', 'Ada Lovelace'],
  ['Ada', '', 'Ada'],
  ['', 'Lovelace', 'Lovelace'],
  ['Mary Ann', 'Evans', 'Mary Ann Evans'],
];

test.each(joins)('joins %j and %j to %j', (firstName, lastName, name) => {
  expect(joinName({ firstName, lastName })).toBe(name);
});

const word = fc.string({ unit: 'binary', minLength: 1 }).filter((text) => !/\s/.test(text));
const space = fc.stringMatching(/^[ \t\n\r\u00a0\u3000]+$/);

test('splits at the first white space only, whatever surrounds or follows it', () => {
  fc.assert(
    fc.property(space, word, space, word, space, word, space, (before, first, gap, second, inner, third, after) => {
      expect(splitName(before + first + gap + second + inner + third + after)).toEqual({
        firstName: first,
        lastName: second + inner + third,
      });
    }),
  );
});

test('joins the parts of a split name to the same name if single spaces separate its words', () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
      const name = words.join(' ');
      expect(joinName(splitName(name))).toBe(name);
    }),
  );
});

test('leaves no white space at the ends of a part, nor any in the first name', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'é', '😀', ' ', '\t', '\u3000') }), (name) => {
      const { firstName, lastName } = splitName(name);
      expect(firstName).not.toMatch(/\s/);
      expect(lastName).toBe(lastName.trim());
      expect(firstName === '').toBe(name.trim() === '');
    }),
  );
});

const stored = { firstName: 'Mary Ann', lastName: 'Evans' };

test.each<[string, Partial<Parameters<typeof changeName>[1]>, ReturnType<typeof changeName>]>([
  ['nothing changes nothing', {}, stored],
  ['a part keeps the other one', { firstName: 'Jo' }, { ...stored, firstName: 'Jo' }],
  ['both parts replace both', { firstName: 'A', lastName: '' }, { firstName: 'A', lastName: '' }],
  [
    'an equivalent full name keeps its parts',
    { firstName: 'Mary', lastName: 'Ann Evans', equivalentNames: ['Mary Ann Evans'] },
    stored,
  ],
  ['a part of the greatest length', { lastName: '😀'.repeat(191) }, { ...stored, lastName: '😀'.repeat(191) }],
])('changing a name: %s', (_, changes, expected) => {
  expect(changeName(stored, { firstName: undefined, lastName: undefined, equivalentNames: [], ...changes })).toEqual(
    expected,
  );
});

test('refuses a part that is too long together with the one that stays', () => {
  const change = { firstName: undefined, lastName: 'x'.repeat(192), equivalentNames: [] };
  const message = 'must have at most 199 characters together with firstName';
  expect(problemsOf(() => changeName(stored, change))).toEqual([{ field: 'lastName', message }]);
});
