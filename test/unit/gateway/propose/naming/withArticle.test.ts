import { expect, test } from 'vitest';
import { withArticle } from '../../../../../src/gateway/propose/naming/withArticle.ts';

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
