import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { hasVersions } from '../../../../../src/gateway/cli/init/hasVersions.ts';
import { makeFolder } from './support/makeFolder.ts';

test.each([
  ['a version with a document', { 'rest/v1/a.graphql': '' }, true],
  ['a later version with a shape', { 'rest/v2/shapes/A.graphql': '' }, true],
  ['an empty version', { 'rest/v1/': '' }, false],
  ['conventions only', { 'rest/conventions.json': '{}' }, false],
  ['another folder', { 'rest/vendor/a.graphql': '' }, false],
  ['nothing', {}, false],
  ['a file', { rest: '' }, false],
])('%s: %o → %s', (_, files, expected) => {
  expect(hasVersions(`${makeFolder(files)}/rest`)).toBe(expected);
});

test('names a version that is a link to nowhere', () => {
  const folder = makeFolder({ 'conventions.json': '{}' });
  symlinkSync('nowhere', path.join(folder, 'v2'));
  expect(() => hasVersions(folder)).toThrow(/v2:1:1: The link "v2" leads nowhere\. Correct or remove the link\.$/);
});
