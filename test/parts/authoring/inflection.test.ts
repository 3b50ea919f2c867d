import { describe, expect, test } from 'vitest';
import { isPluralNoun, pluralNoun, singularNoun } from '../../../src/authoring/propose/naming/inflection.ts';

const PAIRS = [
  ['user', 'users'],
  ['category', 'categories'],
  ['key', 'keys'],
  ['address', 'addresses'],
  ['box', 'boxes'],
  ['branch', 'branches'],
  ['person', 'people'],
  ['child', 'children'],
  ['analysis', 'analyses'],
  ['status', 'statuses'],
  ['alias', 'aliases'],
  ['warehouse', 'warehouses'],
  ['release', 'releases'],
  ['cache', 'caches'],
  ['menu', 'menus'],
  ['emoji', 'emojis'],
  ['quiz', 'quizzes'],
  ['movie', 'movies'],
  ['hero', 'heroes'],
  ['virus', 'viruses'],
] as const;

describe.each(PAIRS)('%s and %s', (one, many) => {
  test('are singular and plural', () => {
    expect([pluralNoun([one]), singularNoun([many]), isPluralNoun([one]), isPluralNoun([many])]).toEqual([
      [many],
      [one],
      false,
      true,
    ]);
  });

  test('stay what they are', () => {
    expect([pluralNoun([many]), singularNoun([one])]).toEqual([[many], [one]]);
  });
});

test.each(['settings', 'metadata', 'staff', 'details', 'news', 'series'])('%s has no plural', (word) => {
  expect([pluralNoun([word]), singularNoun([word]), isPluralNoun([word])]).toEqual([[word], [word], false]);
});
