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
