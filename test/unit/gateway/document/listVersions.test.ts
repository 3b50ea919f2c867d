import { expect, test } from 'vitest';
import { FileCache } from '../../../../src/gateway/document/FileCache.ts';
import { listVersions } from '../../../../src/gateway/document/listVersions.ts';
import { readVersions } from '../../../../src/gateway/document/readVersions.ts';
import { DiagnosticCollector } from '../../../../src/gateway/errors/Diagnostic.ts';
import { diagnose } from './support/diagnose.ts';
import { query } from './support/table.ts';
import { withFolder } from './support/withFolder.ts';

const document = query('shelves { name }');
const MOVE = 'Move it to another place: versions are named v1, v2, ….';

test('versions are listed by their numbers', () => {
  const files = { 'v10/': '', 'v9/': '', 'v1/': '', '.git/': '', 'README.md': '' };
  const diagnostics = new DiagnosticCollector();
  expect(withFolder(files, (folder) => listVersions(folder, diagnostics, new FileCache()))).toEqual([1, 9, 10]);
  expect(diagnostics.diagnostics).toEqual([]);
});

test.each([
  ['version3', 'Rename it to "v3".'],
  ['Version-3', 'Rename it to "v3".'],
  ['V3', 'Rename it to "v3".'],
  ['v03', 'Rename it to "v3".'],
  ['3', 'Rename it to "v3".'],
  ['v0', MOVE],
  ['v1beta1', MOVE],
  ['users2', MOVE],
  ['shapes', MOVE],
  ['v1234567890', MOVE],
])('the folder %s is not a version', (name, hint) => {
  const files = { 'v1/a.graphql': document, [`${name}/a.graphql`]: document };
  expect(diagnose(files)).toEqual([`${name}:1:1: The folder "${name}" is not a version. | ${hint}`]);
});

test.each([
  ['an operation', `# comment\n${document}`, '2:1'],
  ['a fragment', 'fragment A on Book { id }', '1:1'],
  ['a syntax error', 'query {', '1:1'],
])('a document is not beside the versions: %s', (_, text, position) => {
  expect(diagnose({ 'v1/a.graphql': document, 'b.graphql': text })).toEqual([
    `b.graphql:${position}: An endpoint document must be in the folder of a version. | Move the file to the version that introduces it, such as v1.`,
  ]);
});

test('definitions for editors may be beside the versions', () => {
  const files = { 'v1/a.graphql': document, 'directives.graphql': 'directive @unwrap on FIELD enum A { B }' };
  expect(diagnose(files)).toEqual([]);
});

test('a folder without versions is refused, with the folders that were meant to be some', () => {
  expect(diagnose({ 'version1/a.graphql': document })).toEqual([
    ':1:1: The folder has no versions, which are folders named v1, v2, …. | Create the folder v1 with an endpoint document.',
    'version1:1:1: The folder "version1" is not a version. | Rename it to "v1".',
  ]);
});

test.each([
  ['nowhere', 'does not exist'],
  ['file', 'is a file'],
])('%s is refused as a folder', (name, fault) => {
  withFolder({ file: '' }, (folder) => {
    const message = `${folder}/${name}:1:1: The folder of endpoint documents ${fault}. Name a folder with versions named v1, v2, ….`;
    expect(() => readVersions(`${folder}/${name}`, new DiagnosticCollector())).toThrow(message);
  });
});

test('the folder of a version is refused with the one around it', () => {
  withFolder({ 'rest/v1/a.graphql': document }, (folder) => {
    const message = `${folder}/rest/v1:1:1: The folder "v1" is a version; the folder of the endpoint documents contains the versions. Name the folder around it: ${folder}/rest`;
    expect(() => readVersions(`${folder}/rest/v1`, new DiagnosticCollector())).toThrow(message);
  });
});
