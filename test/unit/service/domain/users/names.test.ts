import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinName, splitName } from '../../../../../src/service/domain/users/names.ts';

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
