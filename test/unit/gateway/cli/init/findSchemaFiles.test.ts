import { expect, test } from 'vitest';
import { findSchemaFiles } from '../../../../../src/gateway/cli/init/findSchemaFiles.ts';
import { SDL } from './support/proposal.ts';
import { makeFolder } from './support/makeFolder.ts';

test.each([
  [
    'the usual name before others',
    { 'a.graphql': SDL, 'schema.graphql': SDL, 'schema.json': '{}' },
    ['schema.graphql'],
  ],
  ['an introspection', { 'schema.json': '{}' }, ['schema.json']],
  [
    'every file with types',
    { 'b.graphqls': SDL, 'a.graphql': SDL, 'c.gql': SDL },
    ['a.graphql', 'b.graphqls', 'c.gql'],
  ],
  ['no document', { 'query.graphql': '{ a }', 'broken.graphql': '{', 'extend.graphql': 'directive @a on FIELD' }, []],
  ['no folder', { 'schema.graphql/': '' }, []],
  ['nothing', {}, []],
])('finds %s', (_, files, found) => {
  expect(findSchemaFiles(makeFolder(files as Record<string, string>))).toEqual(found);
});
