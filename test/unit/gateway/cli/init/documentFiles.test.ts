import { expect, test } from 'vitest';
import { documentFiles } from '../../../../../src/gateway/cli/init/documentFiles.ts';
import { PROPOSAL } from './support/proposal.ts';

test('writes conventions, shapes and documents of version 1', () => {
  const files = documentFiles(PROPOSAL, 'api/rest');
  expect(files.map(({ file }) => file)).toEqual([
    'api/rest/conventions.json',
    'api/rest/v1/shapes/Book.graphql',
    'api/rest/v1/getBook.graphql',
    'api/rest/v1/createBook.graphql',
    'api/rest/v1/listAuthors.graphql',
  ]);
  expect(files[0]!.text).toBe('{\n  "case": "snake_case"\n}\n');
  expect(files[1]!.text).toBe(PROPOSAL.shapes.get('Book'));
  expect(files[2]!.text).toBe(PROPOSAL.endpoints[0]!.text);
});
