import { expect, test } from 'vitest';
import { ColumnSets } from '../../../../src/service/database/ColumnSets.ts';

const COLUMNS = ['id', 'first', 'last', 'email', 'version'];

/** Every set of these columns but the empty one: the binary digits of 1 to 31. */
const wanted = Array.from({ length: 2 ** COLUMNS.length - 1 }, (_, at) =>
  COLUMNS.filter((__, digit) => ((at + 1) >> digit) % 2 === 1),
);

test('a set has its columns in the order of the table, and is the same one each time', () => {
  const sets = new ColumnSets(COLUMNS);
  const set = sets.of(new Set(['email', 'id']));
  expect(set.columns).toEqual(['id', 'email']);
  expect(sets.of(new Set(['id', 'email']))).toBe(set);
});

test('the set of all columns is `all`', () => {
  const sets = new ColumnSets(COLUMNS);
  expect(sets.of(new Set(COLUMNS))).toBe(sets.all);
  expect(sets.all.columns).toEqual(COLUMNS);
});

test('others are not among all, and are read where they are wanted', () => {
  const sets = new ColumnSets(COLUMNS, ['total']);
  expect(sets.all.columns).toEqual(COLUMNS);
  expect(sets.of(new Set(['total', 'id'])).columns).toEqual(['id', 'total']);
  expect(sets.of(new Set([...COLUMNS, 'total'])).columns).toEqual([...COLUMNS, 'total']);
});

test('different sets have different keys', () => {
  const keys = wanted.map((columns) => new ColumnSets(COLUMNS).of(new Set(columns)).key);
  expect(new Set(keys).size).toBe(wanted.length);
});

test('of too many sets the first ones stay, and the others are all columns', () => {
  const sets = new ColumnSets(COLUMNS);
  const found = wanted.map((columns) => sets.of(new Set(columns)));
  expect(new Set(found).size).toBe(16);
  expect(found.slice(0, 15).map(({ columns }) => columns)).toEqual(wanted.slice(0, 15));
  for (const set of found.slice(15)) expect(set).toBe(sets.all);
  expect(sets.of(new Set(wanted[7]))).toBe(found[7]);
});
