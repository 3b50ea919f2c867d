import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  hasVersions,
  isEmpty,
  listDocuments,
  listVersions,
} from '../../../src/gateway/compile/document/listVersions.ts';
import { readVersions } from '../../../src/gateway/compile/document/readVersions.ts';
import { DiagnosticCollector } from '../../../src/gateway/base/errors/Diagnostic.ts';
import { diagnose } from './support/diagnose.ts';
import { query } from './support/table.ts';
import { withFolder } from './support/withFolder.ts';

const document = query('shelves { name }');
const MOVE = 'Rename it, or move it to another place: versions are named v1, v2, ….';

describe('listVersions', () => {
  test('versions are listed by their numbers', () => {
    const files = { 'v10/': '', 'v9/': '', 'v1/': '', '.git/': '', 'README.md': '' };
    const diagnostics = new DiagnosticCollector();
    expect(withFolder(files, (folder) => listVersions(folder, diagnostics))).toEqual([1, 9, 10]);
    expect(diagnostics.diagnostics).toEqual([]);
  });

  test.each(['version3', 'V3', 'v03', '3', 'v0', 'v1beta1', 'users2', 'shapes', 'v1234567890'])(
    'the folder %s is not a version',
    (name) => {
      const files = { 'v1/a.graphql': document, [`${name}/a.graphql`]: document };
      expect(diagnose(files)).toEqual([`${name}:1:1: The folder "${name}" is not a version. | ${MOVE}`]);
    },
  );

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
      ':1:1: The folder has no versions, which are folders named v1, v2, …. | Name the folder around v1, or create v1 with an endpoint document.',
      `version1:1:1: The folder "version1" is not a version. | ${MOVE}`,
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
});

describe('listDocuments', () => {
  const endpointText = { 'v1/a.graphql': query('shelves { name }') };

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
      expect(diagnose({ ...endpointText, [`${folder}b.${extension}`]: '' })).toEqual([
        `${folder}b.${extension}:1:1: The extension of an endpoint document must be .graphql, not .${extension}. | Rename the file to b.graphql.`,
      ]);
    }
  });

  test.each([
    'v1/convention.json',
    'Conventions.json',
    'conventions.jsonc',
    'v1/users/conventions.json',
    'v1/api.json',
  ])('%s is not read', (name) => {
    expect(diagnose({ ...endpointText, [name]: '{}' })).toEqual([
      `${name}:1:1: The file ${path.basename(name)} is not read here. | api.json is beside the versions; conventions.json is there, and in the folder of a version.`,
    ]);
  });

  test.each(['v4/', 'v4/README.md', 'v4/users/'])('a version is not empty: %s', (name) => {
    expect(diagnose({ ...endpointText, [name]: '' })).toEqual([
      'v4:1:1: The version v4 is empty. | Add an endpoint document or conventions.json, or remove the folder.',
    ]);
  });

  test('a version may have nothing but conventions, and other files', () => {
    const files = {
      ...endpointText,
      'v2/conventions.json': '{}',
      'v1/package.json': '',
      'v1/.a.gql': '',
      'v1/notes.md': '',
    };
    expect(diagnose(files)).toEqual([]);
  });

  /** The documents of a folder with links, each from a path to a target, and what is reported. */
  function listLinked(links: Readonly<Record<string, string>>) {
    return withFolder({ 'v1/a.graphql': '', 'shared/b.graphql': '', 'shared/c/d.graphql': '' }, (folder) => {
      for (const [name, target] of Object.entries(links)) symlinkSync(target, path.join(folder, name));
      const diagnostics = new DiagnosticCollector();
      const documents = listDocuments(path.join(folder, 'v1'), diagnostics);
      return {
        documents: documents.map((file) => file.slice(folder.length + 1)),
        reported: diagnostics.diagnostics.map(
          ({ file, message, hint }) => `${file.slice(folder.length + 1)}: ${message} | ${hint}`,
        ),
      };
    });
  }

  test('links to documents and folders are followed', () => {
    expect(listLinked({ 'v1/b.graphql': '../shared/b.graphql', 'v1/c': '../shared', 'v1/d': '../shared/c' })).toEqual({
      documents: ['v1/a.graphql', 'v1/b.graphql', 'v1/c/b.graphql', 'v1/c/c/d.graphql', 'v1/d/d.graphql'],
      reported: [],
    });
  });

  test.each([
    ['its own folder', { 'v1/x': '.' }, 'v1/x', ['v1/a.graphql']],
    ['a folder above', { 'v1/x': '..' }, 'v1/x', ['v1/a.graphql']],
    [
      'a folder that leads back',
      { 'v1/x': '../shared', 'shared/c/y': '../../v1' },
      'v1/x/c/y',
      ['v1/a.graphql', 'v1/x/b.graphql', 'v1/x/c/d.graphql'],
    ],
  ])('a link to %s is reported', (_, links, place, documents) => {
    const reported = [
      `${place}: The link "${path.basename(place)}" leads to a folder that contains it. | Remove the link.`,
    ];
    expect(listLinked(links)).toEqual({ documents, reported });
  });

  test.each(['x.graphql', 'users', 'conventions.json'])('a link %s that leads nowhere is reported', (name) => {
    const reported = [`v1/${name}: The link "${name}" leads nowhere. | Correct or remove the link.`];
    expect(listLinked({ [`v1/${name}`]: 'none' })).toEqual({ documents: ['v1/a.graphql'], reported });
    expect(listLinked({ [`v1/${name}`]: name })).toEqual({ documents: ['v1/a.graphql'], reported });
  });

  test.each(['v2', 'x.graphql'])('a link %s beside the versions that leads nowhere is reported', (name) => {
    const diagnostics = new DiagnosticCollector();
    const numbers = withFolder(endpointText, (folder) => {
      symlinkSync('none', path.join(folder, name));
      return listVersions(folder, diagnostics);
    });
    expect(numbers).toEqual([1]);
    expect(diagnostics.diagnostics.map(({ message }) => message)).toEqual([`The link "${name}" leads nowhere.`]);
  });

  test('the locks of editors, which are hidden links, are not', () => {
    const links = { 'v1/.#a.graphql': 'ada@host.1:2' };
    expect(listLinked(links)).toEqual({ documents: ['v1/a.graphql'], reported: [] });
  });
});

test.each<[name: string, files: Record<string, string>, has: boolean, empty: boolean]>([
  ['a version with a document', { 'rest/v1/a.graphql': document }, true, false],
  ['a later version with a shape', { 'rest/v2/shapes/A.graphql': document }, true, false],
  ['an empty version', { 'rest/v1/': '' }, false, true],
  [
    'conventions, and types for editors',
    { 'rest/conventions.json': '{}', 'rest/a.graphql': 'type A { b: ID }' },
    false,
    true,
  ],
  ['another folder', { 'rest/vendor/a.graphql': document }, false, false],
  ['a document beside the versions', { 'rest/a.graphql': document }, false, false],
  ['nothing', { 'rest/': '' }, false, true],
])('a folder has versions, or is empty: %s', (_, files, has, empty) => {
  withFolder(files, (folder) => {
    expect([hasVersions(`${folder}/rest`), isEmpty(`${folder}/rest`)]).toEqual([has, empty]);
  });
});

test.each(['nowhere', 'file'])('%s has no versions', (name) => {
  withFolder({ file: '' }, (folder) => expect(hasVersions(`${folder}/${name}`)).toBe(false));
});
