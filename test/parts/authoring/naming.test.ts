// The words of names, and their plurals.
import { describe, expect, test } from 'vitest';
import { isPluralNoun, pluralNoun, singularNoun } from '../../../src/authoring/propose/naming/inflection.ts';
import { splitWords, withArticle } from '../../../src/authoring/propose/naming/words.ts';

describe('splitWords', () => {
  test.each([
    ['orderLines', 'order lines'],
    ['OrderLine', 'order line'],
    ['users_by_pk', 'users by pk'],
    ['CREATED_AT', 'created at'],
    ['attachmentsForURL', 'attachments for url'],
    ['URLMapping', 'url mapping'],
    ['integrationGitHubPersonal', 'integration github personal'],
    ['v2Order', 'v2 order'],
    ['_private', 'private'],
  ])('%s is %s', (name, words) => {
    expect(splitWords(name).join(' ')).toBe(words);
  });
});

describe('withArticle', () => {
  test.each(
    'user usage university unit union universe utility european one url uuid ui house history product mouse css'.split(
      ' ',
    ),
  )('a %s', (word) => {
    expect(withArticle([word, 'group'])).toBe(`a ${word} group`);
  });

  test.each(
    'order account email issue event upload update unknown uninstallation hour honor heir sla sso mfa mr html sms ip api'.split(
      ' ',
    ),
  )('an %s', (word) => {
    expect(withArticle([word, 'group'])).toBe(`an ${word} group`);
  });
});

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
