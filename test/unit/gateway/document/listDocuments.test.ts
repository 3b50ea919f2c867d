import { expect, test } from 'vitest';
import { listDocuments } from '../../../../src/gateway/document/listDocuments.ts';
import { DiagnosticCollector } from '../../../../src/gateway/errors/Diagnostic.ts';
import { diagnose } from './support/diagnose.ts';
import { query } from './support/table.ts';
import { withFolder } from './support/withFolder.ts';

const document = { 'v1/a.graphql': query('shelves { name }') };

test('documents are listed in the order of their paths, from all subfolders', () => {
  const files = {
    'b.graphql': '',
    'a/z.graphql': '',
    'a/shapes/A.graphql': '',
    'README.md': '',
    'folder.graphql/': '',
  };
  const diagnostics = new DiagnosticCollector();
  const found = withFolder(files, (folder) =>
    listDocuments(folder, diagnostics).map((file) => file.slice(folder.length + 1)),
  );
  expect(found).toEqual(['a/shapes/A.graphql', 'a/z.graphql', 'b.graphql']);
  expect(diagnostics.diagnostics).toEqual([]);
});

test.each(['gql', 'graphqls', 'GraphQL', 'GQL'])('.%s is not the extension of a document', (extension) => {
  for (const folder of ['', 'v1/', 'v1/users/', 'v1/shapes/']) {
    expect(diagnose({ ...document, [`${folder}b.${extension}`]: '' })).toEqual([
      `${folder}b.${extension}:1:1: The extension of an endpoint document must be .graphql, not .${extension}. | Rename the file to b.graphql.`,
    ]);
  }
});

test.each([
  ['convention.json', 'v1/'],
  ['Conventions.json', ''],
  ['conventions.jsonc', ''],
])('%s is not the name of conventions', (name, folder) => {
  expect(diagnose({ ...document, [folder + name]: '{}' })).toEqual([
    `${folder}${name}:1:1: The file of conventions must be named conventions.json, not ${name}. | Rename the file.`,
  ]);
});

test('conventions are not in a subfolder of a version', () => {
  expect(diagnose({ ...document, 'v1/users/conventions.json': '{}' })).toEqual([
    'v1/users/conventions.json:1:1: conventions.json must not be in a subfolder of a version. | Move it to the folder of the version, or beside the versions.',
  ]);
});

test.each(['v4/', 'v4/README.md', 'v4/users/'])('a version is not empty: %s', (name) => {
  expect(diagnose({ ...document, [name]: '' })).toEqual([
    'v4:1:1: The version v4 is empty. | Add an endpoint document or conventions.json, or remove the folder.',
  ]);
});

test('a version may have nothing but conventions, and other files', () => {
  const files = { ...document, 'v2/conventions.json': '{}', 'v1/package.json': '', 'v1/.a.gql': '', 'v1/notes.md': '' };
  expect(diagnose(files)).toEqual([]);
});
