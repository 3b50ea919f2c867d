import { describe, expect, test } from 'vitest';
import { isPlural, pluralOf, singularOf } from '../../../../../src/authoring/propose/naming/inflection.ts';

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
    expect([pluralOf(one), singularOf(many), isPlural(one), isPlural(many)]).toEqual([many, one, false, true]);
  });

  test('stay what they are', () => {
    expect([pluralOf(many), singularOf(one)]).toEqual([many, one]);
  });
});

test.each(['settings', 'metadata', 'staff', 'details', 'news', 'series'])('%s has no plural', (word) => {
  expect([pluralOf(word), singularOf(word), isPlural(word)]).toEqual([word, word, false]);
});
