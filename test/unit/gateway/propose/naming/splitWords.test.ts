import { expect, test } from 'vitest';
import { splitWords } from '../../../../../src/gateway/propose/naming/splitWords.ts';

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
