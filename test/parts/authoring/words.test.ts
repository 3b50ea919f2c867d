import { describe, expect, test } from 'vitest';
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
